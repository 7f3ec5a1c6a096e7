import { describe, expect, test } from "vitest";
import { createServerApi } from "./server-api.ts";

function visit(headers: Record<string, string>) {
  const seen: { path: string; headers: Headers }[] = [];
  let personal = false;
  const calls = createServerApi(
    new Request("http://site.test/car/1?x=1", { headers }),
    async (path, { headers: sent }) => {
      seen.push({ path, headers: sent });
      return Response.json([]);
    },
    () => {
      personal = true;
    },
  );
  return { ...calls, seen, isPersonal: () => personal };
}

const visitor = {
  cookie: "vetura_session=secret",
  authorization: "Bearer secret",
  "user-agent": "Firefox",
  "x-forwarded-for": "203.0.113.9",
  "accept-encoding": "gzip",
};

describe("the API for a page on the server", () => {
  test("a page on the server calls the API as a guest, with the headers for limits and logs", async () => {
    const { api, seen, isPersonal } = visit(visitor);
    await api("GET /api/cars", { query: { brand: "BMW" } });
    const headers = Object.fromEntries(seen[0]?.headers ?? []);
    expect(seen[0]?.path).toBe("/api/cars?brand=BMW");
    expect(headers).toEqual({
      accept: "application/json",
      "user-agent": "Firefox",
      "x-forwarded-for": "203.0.113.9",
    });
    expect(isPersonal()).toBe(false);
  });

  test("a page on the server may send the visitor's cookie, which makes the page private", async () => {
    const { visitorApi, hasCookie, seen, isPersonal } = visit(visitor);
    expect([hasCookie, isPersonal()]).toEqual([true, false]);
    await visitorApi("GET /api/cars", {});
    expect(seen[0]?.headers.get("cookie")).toBe("vetura_session=secret");
    expect(seen[0]?.headers.get("authorization")).toBeNull();
    expect(isPersonal()).toBe(true);
  });

  test("a page on the server knows when the visitor has no session cookie", () => {
    expect(visit({}).hasCookie).toBe(false);
  });
});
