import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { createApp } from "./app.ts";
import { missingEndpoints } from "./http/mounted.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("every call of the contract is mounted", () => {
  expect(missingEndpoints(createApp(app.services))).toEqual([]);
});

test("an address that nothing answers is a JSON 404 in Albanian", async () => {
  expect(await app.call("GET /api/no-such-thing")).toMatchObject({
    status: 404,
    body: { message: "Nuk u gjet", code: "not_found" },
  });
});
