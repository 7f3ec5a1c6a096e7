import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminEndpoints } from "#contract/admin.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { removeUser, removeUsers } from "./admin-users.commands.ts";

let app: TestApp;
let admin: TestUser;
let people: Record<"user" | "dealer" | "dealer by hand" | "lapsed dealer", TestUser>;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  people = {
    user: await app.registerUser(),
    dealer: await app.registerUser({ dealerUntil: new Date(Date.now() + 86_400_000) }),
    "dealer by hand": await app.registerUser({ isDealerByHand: true }),
    "lapsed dealer": await app.registerUser({ dealerUntil: new Date(Date.now() - 86_400_000) }),
  };
});
afterAll(() => app.close());

const nobody = "01920000-0000-7000-8000-000000000000";

function requestOf(name: string): `${string} /${string}` {
  const [method = "", path = ""] = name.split(" ");
  return `${method} /${path.slice(1).replace("{id}", path.includes("/jobs/") ? "1" : nobody)}`;
}

// An unknown id and an invalid body: only an admin gets as far as their error.
describe.each(Object.keys(adminEndpoints))("%s", (name) => {
  const call = (as: TestUser | null) =>
    app.call(requestOf(name), { as, ...(name.startsWith("GET") ? {} : { body: {} }) });

  test("the endpoint returns 401 to guests", async () => {
    const answer = await call(null);
    expect([answer.status, errorOf(answer).code]).toEqual([401, "not_signed_in"]);
  });

  test("the endpoint returns 403 to users, dealers and lapsed dealers", async () => {
    for (const person of Object.values(people)) {
      const answer = await call(person);
      expect([answer.status, errorOf(answer).code]).toEqual([403, "forbidden"]);
    }
  });

  test("the endpoint answers admins with Cache-Control: no-store", async () => {
    const answer = await call(admin);
    expect([200, 400, 404]).toContain(answer.status);
    expect(answer.headers.get("cache-control")).toContain("no-store");
  });
});

test("a demoted admin has no access from the next request on", async () => {
  const demoted = await app.registerUser({ isAdmin: true });
  expect((await app.call("GET /api/admin/users", { as: demoted })).status).toBe(200);
  await app.database.db.updateTable("users").set({ is_admin: false }).where("id", "=", demoted.id).execute();
  expect((await app.call("GET /api/admin/users", { as: demoted })).status).toBe(403);
  expect((await app.call(`DELETE /api/admin/users/${people.user.id}`, { as: demoted })).status).toBe(403);
});

test("an admin's write that waits during the demotion changes nothing", async () => {
  const victim = await app.registerUser();
  const demoted = await app.registerUser({ isAdmin: true });
  await app.database.db.updateTable("users").set({ is_admin: false }).where("id", "=", demoted.id).execute();
  // Past the guard already: the service itself looks again, in the transaction that writes.
  const actor = { id: demoted.id, isAdmin: true, isDealer: false };
  await expect(removeUser(app.services.ctx, actor, victim.id, null)).rejects.toThrow("forbidden");
  await expect(removeUsers(app.services.ctx, actor, [victim.id], null)).rejects.toThrow("forbidden");
  expect((await app.call("GET /api/me", { as: victim })).status).toBe(200);
});

test("an unknown address under /api/admin has the same access rules", async () => {
  expect((await app.call("GET /api/admin/no-such-thing")).status).toBe(401);
  expect((await app.call("GET /api/admin/no-such-thing", { as: people.user })).status).toBe(403);
  expect((await app.call("GET /api/admin/no-such-thing", { as: admin })).status).toBe(404);
});

test("another site's page changes nothing with an admin's cookie", async () => {
  const answer = await app.call(`DELETE /api/admin/users/${people.user.id}`, {
    headers: { cookie: `vetura_session=${admin.cookie}`, "sec-fetch-site": "cross-site" },
  });
  expect(answer.status).toBe(403);
  expect((await app.call("GET /api/me", { as: people.user })).status).toBe(200);
});
