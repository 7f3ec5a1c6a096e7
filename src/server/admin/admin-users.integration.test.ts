import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminUser, bulkDeleted, userList } from "#contract/admin-lists.ts";
import { auditEntry } from "#contract/admin-watch.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { type Answer, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

function userOf(answer: Answer) {
  expect(answer.status).toBe(200);
  return adminUser.parse(answer.body);
}

/** What the audit log says of a record, newest first. */
async function auditOf(id: string) {
  const answer = await app.call(`GET /api/admin/audit?q=${id}`, { as: admin });
  const { entries } = answer.body as { entries: unknown[] };
  return entries.map((entry) => auditEntry.parse(entry));
}

const put = (id: string, body: unknown, version?: number, as: TestUser = admin) =>
  app.call(`PUT /api/admin/users/${id}`, {
    as,
    body,
    ...(version === undefined ? {} : { headers: { "If-Match": `"${version}"` } }),
  });

describe("editing a user", () => {
  test("PUT /api/admin/users/:id changes what was sent and logs the values before and after", async () => {
    const user = await app.registerUser({ phone: "+38344111222" });
    const changed = userOf(await put(user.id, { firstName: "Blerta", phone: "" }));
    expect(changed).toMatchObject({ firstName: "Blerta", lastName: "Krasniqi", phone: null, version: 2 });
    const [entry] = await auditOf(user.id);
    expect(entry).toMatchObject({
      action: "user.update",
      who: { email: admin.email },
      before: { firstName: "Arben", phone: "+38344111222" },
      after: { firstName: "Blerta", phone: null },
    });
    expect(JSON.stringify(entry)).not.toMatch(/password|hash|none: this/i);
  });

  test("an edit without a difference changes no version and is not in the audit log", async () => {
    const user = await app.registerUser();
    const same = userOf(await put(user.id, { firstName: "Arben", isDealer: false, isAdmin: false }));
    expect(same.version).toBe(1);
    expect(await auditOf(user.id)).toEqual([]);
  });

  test("the second of two admins with the same form gets 412 and overwrites nothing", async () => {
    const user = await app.registerUser();
    const { version } = userOf(await app.call(`GET /api/admin/users/${user.id}`, { as: admin }));
    expect((await put(user.id, { lastName: "Gashi" }, version)).status).toBe(200);
    const second = await put(user.id, { lastName: "Hoxha" }, version);
    expect([second.status, errorOf(second).code]).toEqual([412, "version_mismatch"]);
    expect(userOf(await app.call(`GET /api/admin/users/${user.id}`, { as: admin })).lastName).toBe("Gashi");
    // Without If-Match the last one wins.
    expect(userOf(await put(user.id, { lastName: "Hoxha" })).lastName).toBe("Hoxha");
  });

  test("an edit puts names on one line as the seller's own form does", async () => {
    const user = await app.registerUser();
    const changed = userOf(
      await put(user.id, { firstName: "Blerta\n(admin)", lastName: "Gashi\u0001Hoxha" }),
    );
    expect(changed).toMatchObject({ firstName: "Blerta (admin)", lastName: "Gashi Hoxha" });
  });

  test("a wrong field is refused with its message, and unknown keys are refused", async () => {
    const user = await app.registerUser();
    expect(errorOf(await put(user.id, { firstName: " " })).fields).toEqual({
      firstName: "Emri është i detyrueshëm!",
    });
    expect(errorOf(await put(user.id, { email: "no address" })).fields).toHaveProperty("email");
    expect(errorOf(await put(user.id, { phone: "12" })).fields).toHaveProperty("phone");
    expect(errorOf(await put(user.id, { isDealer: "po" })).fields).toEqual({
      isDealer: "Kjo vlerë nuk është e vlefshme",
    });
    for (const key of ["password", "password_hash", "stripeCustomerId", "version", "id", "createdAt"]) {
      const answer = await put(user.id, { [key]: "x" });
      expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, [key]]);
    }
  });

  test("an e-mail in use by another account is refused, also when two admins set it at once", async () => {
    const [one, two, three] = [
      await app.registerUser(),
      await app.registerUser(),
      await app.registerUser(),
    ] as const;
    const taken = await put(one.id, { email: two.email });
    expect([taken.status, errorOf(taken).code]).toEqual([409, "email_taken"]);
    const both = await Promise.all([
      put(one.id, { email: "same@example.com" }),
      put(three.id, { email: "SAME@example.com" }),
    ]);
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("a new e-mail makes links void that were mailed to the old one", async () => {
    const user = await app.registerUser();
    await app.database.db
      .insertInto("password_resets")
      .values({
        token_hash: Buffer.alloc(32, 7),
        user_id: user.id,
        expires_at: new Date(Date.now() + 600_000),
      })
      .execute();
    await put(user.id, { email: "moved@example.com" });
    const left = await app.database.db
      .selectFrom("password_resets")
      .select("user_id")
      .where("user_id", "=", user.id)
      .execute();
    expect(left).toEqual([]);
  });

  test("an admin makes and unmakes dealers, but cannot end a paid subscription", async () => {
    const user = await app.registerUser();
    expect(userOf(await put(user.id, { isDealer: true })).isDealer).toBe(true);
    expect(userOf(await put(user.id, { isDealer: false })).isDealer).toBe(false);
    const paying = await app.registerUser({ dealerUntil: new Date(Date.now() + 86_400_000) });
    // The form sends back what it was shown: that does not make a dealer by hand.
    expect(userOf(await put(paying.id, { isDealer: true, lastName: "Gashi" })).isDealer).toBe(true);
    const row = await app.database.db
      .selectFrom("users")
      .select("is_dealer_by_hand")
      .where("id", "=", paying.id)
      .executeTakeFirstOrThrow();
    expect(row.is_dealer_by_hand).toBe(false);
    const refused = await put(paying.id, { isDealer: false });
    expect([refused.status, errorOf(refused).code]).toEqual([409, "subscription_runs"]);
  });

  test("an admin makes other admins, who can no longer be edited or deleted there", async () => {
    const user = await app.registerUser();
    expect(userOf(await put(user.id, { isAdmin: true })).isAdmin).toBe(true);
    expect((await app.call("GET /api/admin/stats", { as: user })).status).toBe(200);
    const edited = await put(user.id, { isAdmin: false });
    expect([edited.status, errorOf(edited).message]).toEqual([403, adminMessages.adminProtected]);
    expect((await put(admin.id, { firstName: "Unë" })).status).toBe(403);
    expect((await app.call(`DELETE /api/admin/users/${user.id}`, { as: admin })).status).toBe(403);
    expect((await app.call(`DELETE /api/admin/users/${admin.id}`, { as: admin })).status).toBe(403);
  });

  test.each(["01920000-0000-7000-8000-000000000000", "nobody", "'%20or%201=1"])(
    "editing the missing user %s returns 404",
    async (id) => {
      const answer = await put(id, { firstName: "Ana" });
      expect([answer.status, errorOf(answer).code]).toEqual([404, "user_not_found"]);
    },
  );
});

describe("deleting a user", () => {
  test("deleting a user ends sessions, deletes cars and pictures and leaves payments without the person", async () => {
    const user = await app.registerUser();
    const car = await app.publishCar(user);
    const paymentId = "01920000-0000-7000-8000-0000000000aa";
    await app.database.db
      .insertInto("payments")
      .values({ id: paymentId, user_id: user.id, kind: "car", amount_cents: 300, car_id: car._id })
      .execute();
    expect((await app.call(`DELETE /api/admin/users/${user.id}`, { as: admin })).status).toBe(204);

    expect((await app.call("GET /api/me", { as: user })).status).toBe(401);
    expect((await app.call(`GET /api/cars/${car._id}`, { as: admin })).status).toBe(404);
    const payment = await app.database.db
      .selectFrom("payments")
      .select(["user_id", "car_id", "amount_cents"])
      .where("id", "=", paymentId)
      .executeTakeFirstOrThrow();
    expect(payment).toEqual({ user_id: null, car_id: null, amount_cents: 300 });
    expect(await drainJobs(app.database, app.services.admin.tasks)).toEqual([]);
    const photos = await app.database.db.selectFrom("photos").select("id").execute();
    expect(photos.map(({ id }) => photoPath(id))).not.toContain(car.images[0]);
    expect(await auditOf(user.id)).toMatchObject([
      { action: "user.delete", before: { email: user.email, cars: 1 }, after: null },
    ]);
  });

  test("deleting a missing user returns 404 with a message", async () => {
    const user = await app.registerUser();
    await app.call(`DELETE /api/admin/users/${user.id}`, { as: admin });
    const again = await app.call(`DELETE /api/admin/users/${user.id}`, { as: admin });
    expect([again.status, errorOf(again).message]).toEqual([404, adminMessages.userNotFound]);
  });

  test.each([
    ["active", 1],
    ["unpaid", -1],
    // Not read for days.
    ["active", -1],
  ])("deleting a dealer ends the %s subscription at the payment provider", async (status, days) => {
    const until = new Date(Date.now() + days * 86_400_000);
    const user = await app.registerUser({ dealerUntil: until });
    await app.database.db
      .insertInto("subscriptions")
      .values({
        id: "01920000-0000-7000-8000-0000000000bb",
        user_id: user.id,
        stripe_subscription_id: "sub_admin",
        status,
        amount_cents: 5000,
        dealer_until: until,
      })
      .execute();
    await app.call(`DELETE /api/admin/users/${user.id}`, { as: admin });
    const queued: unknown[] = [];
    await drainJobs(app.database, {
      end_subscription: {
        run: async (payload) => {
          queued.push(payload);
        },
      },
    });
    expect(queued).toEqual([{ subscriptionId: "sub_admin", unusedSince: expect.stringMatching(/Z$/) }]);
  });

  test("a bulk delete reports who was deleted and why others were not", async () => {
    const going = await Promise.all(Array.from({ length: 60 }, () => app.registerUser()));
    const gone = await app.registerUser();
    await app.call(`DELETE /api/admin/users/${gone.id}`, { as: admin });
    const ids = [...going.map((user) => user.id), gone.id, admin.id, "no-id", going[0]?.id ?? ""];
    const answer = await app.call("POST /api/admin/users/bulk-delete", { as: admin, body: { ids } });
    const report = bulkDeleted.parse(answer.body);
    expect(report.deleted).toBe(60);
    expect(report.failed).toHaveLength(3);
    expect(new Map(report.failed.map(({ id, message }) => [id, message]))).toEqual(
      new Map([
        [gone.id, adminMessages.userNotFound],
        [admin.id, adminMessages.adminProtected],
        ["no-id", adminMessages.userNotFound],
      ]),
    );
    expect((await app.call("GET /api/me", { as: admin })).status).toBe(200);
    const list = userList.parse((await app.call("GET /api/admin/users?limit=100", { as: admin })).body);
    const there = new Set(list.users.map((user) => user._id));
    expect(going.filter((user) => there.has(user.id))).toEqual([]);
  });

  test.each([[{}], [{ ids: [] }], [{ ids: "all" }], [{ ids: Array.from({ length: 501 }, () => "x") }]])(
    "a bulk delete with an invalid selection returns 400: %#",
    async (body) => {
      const answer = await app.call("POST /api/admin/users/bulk-delete", { as: admin, body });
      expect([answer.status, errorOf(answer).code]).toEqual([400, "validation_failed"]);
    },
  );
});
