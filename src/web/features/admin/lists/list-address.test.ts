import * as fc from "#testing/properties.ts";
import { describe, expect, it } from "vitest";
import { changedList, listQuery, type ListState, readListState, sortText } from "./list-address.ts";

const shape = { sorts: ["name", "createdAt"], filters: { role: ["admin", "user"], who: null } };
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const nothing: ListState = { page: 1, q: "", sort: null, filters: {} };

describe("a list's state in the address", () => {
  it("the state of an admin list is read from the address", () => {
    expect(read("page=7&q=arta%20k&sort=name_desc&role=admin&who=a@b")).toEqual({
      page: 7,
      q: "arta k",
      sort: { column: "name", desc: true },
      filters: { role: "admin", who: "a@b" },
    });
  });

  it.each([
    "",
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "page=99999999",
    "sort=name",
    "sort=password_asc",
    "sort=name_up",
    "role=boss",
    "role=",
    "q=%20%20",
    "other=1",
  ])("an admin list takes no state from the address '%s'", (search) => {
    expect(read(search)).toEqual(nothing);
  });

  it("an admin list cuts a long search text to the server's limit", () => {
    expect(read(`q=${"a".repeat(10_000)}`).q).toHaveLength(200);
  });

  it("the state of an admin list reads back from its own query", () => {
    const state = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      q: fc.string({ maxLength: 200 }).map((q) => q.trim()),
      sort: fc.constantFrom(null, { column: "name", desc: true }, { column: "createdAt", desc: false }),
      filters: fc.constantFrom({}, { role: "admin" }, { role: "user", who: "x" }),
    });
    fc.assert(
      fc.property(state, (wanted) => {
        const search = new URLSearchParams(listQuery(wanted)).toString();
        expect(read(search)).toEqual(wanted);
      }),
    );
  });

  it("the address of an admin list leaves out default values", () => {
    expect(listQuery(nothing)).toEqual({});
    expect(listQuery({ ...nothing, filters: { role: "" } })).toEqual({});
    expect(sortText(null)).toBe("");
  });

  it("an admin list returns to its first page when the search, order or filter changes", () => {
    const third = { ...nothing, page: 3, q: "arta" };
    expect(changedList(third, { q: "beni" })).toMatchObject({ page: 1, q: "beni" });
    expect(changedList(third, { filters: { role: "admin" } })).toMatchObject({ page: 1, q: "arta" });
    expect(changedList(third, { page: 4 })).toMatchObject({ page: 4, q: "arta" });
  });
});
