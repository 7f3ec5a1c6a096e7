import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endpoints } from "#contract/endpoints.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { createApp } from "./app.ts";

expectFaults(/answers (against|more than) the contract/);

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("each endpoint of the contract is mounted once, and no path with an id hides a later one", () => {
  const { routes } = createApp(app.services);
  for (const name of Object.keys(endpoints)) {
    const [method = "", path = ""] = name.split(" ");
    const matching = routes.filter(
      (route) =>
        route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
    );
    const own = path.replaceAll(/\{(\w+)\}/g, ":$1");
    expect([name, matching[0]?.path, matching.filter((each) => each.path === own).length]).toEqual([
      name,
      own,
      1,
    ]);
  }
});

test("an unknown address under /api returns a JSON 404 in Albanian", async () => {
  expect(await app.call("GET /api/no-such-thing")).toMatchObject({
    status: 404,
    body: { message: "Nuk u gjet", code: "not_found" },
  });
});

test("outside production an answer that differs from the contract's output is a 500", async () => {
  const { settings } = app.services;
  const right = settings.text("terms");
  const text = vi.spyOn(settings, "text");
  const answered = async (value: unknown) => {
    text.mockReturnValue(JSON.parse(JSON.stringify(value)));
    return (await app.call("GET /api/site-text?name=terms")).status;
  };
  expect(await answered(right)).toBe(200);
  expect(await answered({ ...right, html: 3 })).toBe(500);
  expect(await answered({ ...right, passwordHash: "x" })).toBe(500);
  text.mockRestore();
});
