import { expect, test } from "vitest";
import { adminList, choice } from "./declare-list.ts";
import { readListState } from "./list-address.ts";

const roles = { label: "", all: "Të gjithë", values: ["admin", "dealer"], labelOf: String } as const;

const list = adminList({
  endpoint: "GET /api/admin/users",
  read: ({ users: items, pagination }) => ({ items, pagination }),
  idOf: ({ email }) => email,
  text: { list: "", empty: "", emptyHint: "" },
  view: { view: "all" },
  filters: [choice("role", roles), { kind: "days", labels: { from: "", to: "" } }],
  columns: [
    { id: "who", label: "", sort: "name", cell: ({ firstName }) => firstName },
    { id: "phone", label: "", cell: ({ phone }) => phone },
  ],
});

const asked = (query: string) => readListState(new URLSearchParams(query), list.shape);

test("an address asks a list for its declared filters, days, view and orders, and for nothing else", () => {
  expect(asked("role=admin&from=2026-11-01&view=all&sort=name_desc")).toMatchObject({
    filters: { role: "admin", from: "2026-11-01", view: "all" },
    sort: { column: "name", desc: true },
  });
  expect(asked("role=&to=x&colour=red&view=other&sort=phone_asc")).toMatchObject({
    filters: { to: "x" },
    sort: null,
  });
});

test("the first option of a choice is none of its values", () => {
  expect(choice("role", roles).options).toEqual([
    { value: "", label: "Të gjithë" },
    { value: "admin", label: "admin" },
    { value: "dealer", label: "dealer" },
  ]);
});
