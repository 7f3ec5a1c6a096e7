import { afterAll, beforeAll, expect, test } from "vitest";
import { stockFeed } from "#contract/feeds.ts";
import { createTestApp, errorOf, type TestApp } from "#testing/app.ts";

// specification.md#stock-feed. Fetching: src/server/platform/fetching; roles: access.integration.test.ts.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const dealer = () => app.registerUser({ isDealerByHand: true });
const body = { url: "https://salloni.example/stoku.csv?k=1", everyHours: 12, archiveMissing: true };

test("a feed is set, changed and removed by its dealer alone", async () => {
  const [as, other] = [await dealer(), await dealer()];
  expect((await app.call("GET /api/dealer/feed", { as })).body).toBeNull();
  const set = await app.call("PUT /api/dealer/feed", { as, body });
  expect(set.status).toBe(200);
  const { nextAt, ...state } = stockFeed.parse(set.body);
  expect(state).toEqual({ ...body, results: [] });
  expect(Math.abs(Date.parse(nextAt) - Date.now())).toBeLessThan(60_000);
  const changed = { ...body, everyHours: 24, archiveMissing: false };
  await app.call("PUT /api/dealer/feed", { as, body: changed });
  expect((await app.call("GET /api/dealer/feed", { as })).body).toMatchObject(changed);
  expect((await app.call("GET /api/dealer/feed", { as: other })).body).toBeNull();
  expect((await app.call("DELETE /api/dealer/feed", { as: other })).status).toBe(204);
  expect((await app.call("GET /api/dealer/feed", { as })).body).toMatchObject(changed);
  expect((await app.call("DELETE /api/dealer/feed", { as })).status).toBe(204);
  expect((await app.call("GET /api/dealer/feed", { as })).body).toBeNull();
});

test.each([
  ["http://salloni.example/stoku.csv", /https/],
  ["https://169.254.169.254/latest/meta-data/", /internetin publik/],
  ["https://0x7f.1/", /internetin publik/],
  ["https://[::ffff:10.0.0.1]/", /internetin publik/],
  ["https://a:b@salloni.example/", /fjalëkalim/],
  ["salloni", /https:/],
  ["", /detyrueshme/],
])("the address %s is refused with what to do", async (url, message) => {
  const answer = await app.call("PUT /api/dealer/feed", { as: await dealer(), body: { ...body, url } });
  expect(answer.status).toBe(400);
  expect(errorOf(answer)).toMatchObject({ fields: { url: expect.stringMatching(message) } });
});

test.each([
  { ...body, everyHours: 7 },
  { ...body, archiveMissing: "po" },
  { url: body.url, everyHours: 6 },
  { ...body, more: 1 },
])("%o is no feed", async (wrong) => {
  expect((await app.call("PUT /api/dealer/feed", { as: await dealer(), body: wrong })).status).toBe(400);
});
