import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { newPerson } from "#testing/browser-client.ts";

let app: TestApp;

// Connections enough for the flood itself: what it is to wait for is hashing.
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "on" }, maxConnections: 30 });
});
afterAll(() => app.close());

async function registered() {
  const person = newPerson();
  const { status, body } = await app.call("POST /api/register", { body: person });
  expect(status).toBe(201);
  return { ...person, bearer: { authorization: `Bearer ${String(Object(body).token)}` } };
}

test("while one account sets 170 passwords at once, others sign in at once and the flood gets 429", async () => {
  const [flooding, other] = [await registered(), await registered()];
  const flood = Array.from({ length: 170 }, (_, index) =>
    app.call("PUT /api/me", { headers: flooding.bearer, body: { password: `fjalëkalim ${index}` } }),
  );
  const { email, password } = other;
  const logins = await Promise.all(
    Array.from({ length: 10 }, () => app.call("POST /api/login", { body: { email, password } })),
  );
  expect(new Set(logins.map(({ status }) => status))).toEqual(new Set([200]));
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // The limit lets ten through; of these four may wait, beside the one that is worked on where a slot was free.
  const set = statuses.filter((status) => status === 200);
  expect(set.length).toBeGreaterThanOrEqual(4);
  expect(set.length).toBeLessThanOrEqual(10);
});
