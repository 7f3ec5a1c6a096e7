import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user as userSchema } from "#contract/accounts.ts";
import { adminUser, userList } from "#contract/admin-lists.ts";
import { auditEntry } from "#contract/admin-watch.ts";
import type { Car } from "#contract/cars.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { carOf, carsOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { expectFaults } from "#testing/faults.ts";
import { readOutbox } from "#testing/read-mail.ts";

// The test carries out the same jobs as the site does: one of the two finds the mail locked.
expectFaults(/send_alert_mail.*could not obtain lock/);

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  await app.services.start();
});
afterAll(() => app.close());

const reason = "Tri shpallje me foto të huaja";
const suspend = (user: TestUser, as = admin) =>
  app.call(`POST /api/admin/users/${user.id}/suspension`, { as, body: { reason } });
const lift = (user: TestUser, as = admin) =>
  app.call(`DELETE /api/admin/users/${user.id}/suspension`, { as, body: { reason: "U sqarua" } });
const isPublic = async (car: Car) => (await app.call(`GET /api/cars/${car._id}`)).status === 200;
const isFound = async (car: Car) =>
  carsOf(await app.call(`GET /api/cars?q=${car.number}`)).some(({ _id }) => _id === car._id);

async function auditOf(id: string) {
  const { body } = await app.call(`GET /api/admin/audit?q=${id}`, { as: admin });
  return (body as { entries: unknown[] }).entries.map((entry) => auditEntry.parse(entry));
}

describe("a suspended account", () => {
  test("the cars and the page of a suspended dealer leave the public, the search follows within a second, and DELETE brings them back", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto Drini" });
    const onSale = await app.publishCar(dealer);
    const sold = await app.publishCar(dealer);
    expect((await app.call(`PUT /api/cars/${sold._id}/sold`, { as: dealer })).status).toBe(200);
    await expect.poll(() => isFound(onSale)).toBe(true);

    const answer = adminUser.parse((await suspend(dealer)).body);
    expect(answer.suspension).toMatchObject({ reason });
    expect([await isPublic(onSale), await isPublic(sold)]).toEqual([false, false]);
    expect((await app.call(`GET /api/dealers/${dealer.id}`)).status).toBe(404);
    expect((await app.call(`POST /api/cars/${onSale._id}/contact`)).status).toBe(404);
    await expect.poll(() => isFound(onSale), { timeout: 1_000 }).toBe(false);
    // Its owner and admins see them, and why nobody else does.
    for (const as of [dealer, admin])
      expect(carOf(await app.call(`GET /api/cars/${onSale._id}`, { as })).unlisted).toBe("suspended");

    expect(adminUser.parse((await lift(dealer)).body).suspension).toBeNull();
    expect([await isPublic(onSale), await isPublic(sold)]).toEqual([true, true]);
    expect((await app.call(`GET /api/dealers/${dealer.id}`)).status).toBe(200);
    await expect.poll(() => isFound(onSale), { timeout: 1_000 }).toBe(true);
  });

  test("a suspended account signs in as before and reads the reason in its own user object", async () => {
    const person = await app.registerUser();
    const me = async () => userSchema.parse((await app.call("GET /api/me", { as: person })).body);
    expect((await me()).suspension).toBeNull();
    await suspend(person);
    expect((await me()).suspension).toMatchObject({ reason });
    const { body } = await app.call("GET /api/me/export", { as: person });
    expect(body).toMatchObject({ account: { suspension: { reason } } });
  });

  test("whatever would publish a suspended account's car answers 403 account_suspended with the reason, and stores nothing", async () => {
    const person = await app.registerUser();
    const sold = await app.publishCar(person);
    const archived = await app.publishCar(person);
    const active = await app.publishCar(person);
    await app.call(`PUT /api/cars/${sold._id}/sold`, { as: person });
    await app.call(`DELETE /api/cars/${archived._id}`, { as: person });
    await suspend(person);

    const fields = await app.carFields(person);
    const checkout = { carData: fields, amount: 3, sponsorshipDays: 0, socialPromotion: false };
    const extras = { carId: active._id, amount: 5, sponsorshipDays: 5, socialPromotion: false };
    const signup = { businessName: "Auto", businessAddress: "Prishtinë", businessType: "dealership" };
    const refused = [
      await app.call("POST /api/cars", { as: person, body: fields }),
      await app.call("POST /api/payment/create-checkout", { as: person, body: checkout }),
      await app.call("POST /api/payment/create-checkout", { as: person, body: extras }),
      await app.call("POST /api/payment/create-dealer-subscription", { as: person, body: signup }),
      await app.call(`PUT /api/cars/${sold._id}/unsold`, { as: person }),
      await app.call(`PUT /api/cars/${archived._id}/restore`, { as: person }),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(403);
      expect(errorOf(answer)).toMatchObject({
        code: "account_suspended",
        message: accountMessages.suspendedBecause(reason),
        reason,
      });
    }
    const payments = await app.database.db
      .selectFrom("payments")
      .select("id")
      .where("user_id", "=", person.id)
      .execute();
    expect(payments).toEqual([]);
    // What takes a car from the public, and what is done already, is no publication.
    expect((await app.call(`PUT /api/cars/${active._id}/sold`, { as: person })).status).toBe(200);
    expect((await app.call(`DELETE /api/cars/${active._id}`, { as: person })).status).toBe(204);
    expect((await app.call(`PUT /api/cars/${sold._id}/restore`, { as: person })).status).toBe(200);

    await lift(person);
    expect((await app.call(`PUT /api/cars/${sold._id}/unsold`, { as: person })).status).toBe(200);
    expect((await app.call("POST /api/cars", { as: person, body: fields })).status).not.toBe(403);
  });

  test("of publications and a suspension at once no car is public afterwards", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true });
    const fields = await app.carFields(dealer);
    const publish = () => app.call("POST /api/cars", { as: dealer, body: fields });
    const answers = await Promise.all([publish(), publish(), suspend(dealer), publish(), publish()]);
    expect(answers[2].status).toBe(200);
    const published = answers.filter(({ status }) => status === 201).map(carOf);
    for (const car of published) expect(await isPublic(car)).toBe(false);
    const others = answers.filter((answer) => answer.status !== 201 && answer !== answers[2]);
    for (const answer of others) expect(errorOf(answer).code).toBe("account_suspended");
    expect((await publish()).status).toBe(403);
    const { body } = await app.call("GET /api/cars?limit=100");
    expect(JSON.stringify(body)).not.toContain(dealer.id);
  });

  test("saved searches are told of a suspended account's cars once they are back", async () => {
    const seller = await app.registerUser();
    const buyer = await app.registerUser();
    const car = await app.publishCar(seller, { brand: "Lada", model: "Niva" });
    await suspend(seller);
    await app.call("POST /api/saved-searches", {
      as: buyer,
      body: { query: "brand=Lada", frequency: "at_once" },
    });
    await lift(seller);
    const told = async () =>
      (await readOutbox(join(app.dataDir, "outbox"))).filter(
        ({ to, text }) => to.includes(buyer.email) && text.includes(car._id),
      ).length;
    await app.services.alerts.schedule["sweep_alerts"]?.run(new AbortController().signal);
    await drainJobs(app.database, app.services.alerts.tasks);
    await expect.poll(told, { timeout: 5_000 }).toBe(1);
  });
});

describe("the suspension of an account", () => {
  test("a suspension is told to the account's owner by mail with the reason, and so is its end", async () => {
    const person = await app.registerUser();
    await suspend(person);
    await lift(person);
    const told = async () =>
      (await readOutbox(join(app.dataDir, "outbox"))).filter(({ to }) => to === person.email);
    await expect.poll(async () => (await told()).length, { timeout: 5_000 }).toBe(2);
    const mails = await told();
    const lifted = mails.find(({ subject }) => subject.includes("nuk është më e pezulluar"));
    const suspended = mails.find((mail) => mail !== lifted);
    expect(suspended?.subject).toContain("u pezullua");
    expect(suspended?.text).toContain(reason);
    expect(lifted?.text).toContain("U sqarua");
  });

  test("a suspension is in the audit log with its reason, once, and suspending once more changes nothing", async () => {
    const person = await app.registerUser();
    await suspend(person);
    const again = await app.call(`POST /api/admin/users/${person.id}/suspension`, {
      as: admin,
      body: { reason: "Një arsye tjetër" },
    });
    expect(adminUser.parse(again.body)).toMatchObject({ suspension: { reason }, version: 2 });
    await lift(person);
    expect(adminUser.parse((await lift(person)).body)).toMatchObject({ suspension: null, version: 3 });
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: "user.unsuspend",
        before: { suspended: true },
        after: { suspended: false, reason: "U sqarua" },
      },
      { action: "user.suspend", before: { suspended: false }, after: { suspended: true, reason } },
    ]);
  });

  test("a suspension needs a reason, its lifting takes one from the query too, and the list shows who is suspended", async () => {
    const person = await app.registerUser();
    for (const body of [{}, { reason: "  " }, { reason: "x".repeat(501) }]) {
      const answer = await app.call(`POST /api/admin/users/${person.id}/suspension`, { as: admin, body });
      expect(answer.status).toBe(400);
      expect(errorOf(answer).fields).toHaveProperty("reason");
    }
    await suspend(person);
    const listed = async () =>
      userList
        .parse((await app.call("GET /api/admin/users?role=suspended&limit=100", { as: admin })).body)
        .users.map(({ _id }) => _id);
    expect(await listed()).toContain(person.id);
    expect(await listed()).not.toContain(admin.id);
    await app.call(`DELETE /api/admin/users/${person.id}/suspension?reason=Gabim`, { as: admin });
    expect(await listed()).not.toContain(person.id);
    const [entry] = await auditOf(person.id);
    expect(entry?.after).toMatchObject({ reason: "Gabim" });
  });

  test("an admin cannot be suspended, and nobody is made an admin while suspended", async () => {
    const other = await app.registerUser({ isAdmin: true });
    expect(errorOf(await suspend(other)).code).toBe("admin_protected");
    expect(errorOf(await lift(other)).code).toBe("admin_protected");
    const person = await app.registerUser();
    await suspend(person);
    const promote = { isAdmin: true };
    const refused = await app.call(`PUT /api/admin/users/${person.id}`, { as: admin, body: promote });
    expect(refused.status).toBe(409);
    // Neither code nor a query by hand can do it.
    await expect(
      app.database.db.updateTable("users").set({ is_admin: true }).where("id", "=", person.id).execute(),
    ).rejects.toThrow("users_admin_not_suspended");
  });
});

test("an account's reports and payments are listed for admins newest first, also of a car that is gone", async () => {
  const seller = await app.registerUser();
  const gone = await app.publishCar(seller);
  const stays = await app.publishCar(seller);
  for (const [car, text] of [
    [gone, "E para"],
    [stays, "E dyta"],
  ] as const) {
    const body = { reason: "fraud", text };
    expect((await app.call(`POST /api/cars/${car._id}/report`, { body })).status).toBe(204);
  }
  expect((await app.call(`DELETE /api/admin/cars/${gone._id}`, { as: admin })).status).toBe(204);
  await sql`
    insert into payments (id, user_id, kind, amount_cents) values (${uuidv7()}, ${seller.id}, 'car', 300)`.execute(
    app.database.db,
  );
  const reports = await app.call(`GET /api/admin/users/${seller.id}/reports?limit=20`, { as: admin });
  expect(reports.headers.get("X-Total-Count")).toBe("2");
  expect(reports.body).toMatchObject({
    reports: [
      { text: "E dyta", state: "open", car: { _id: stays._id } },
      { text: "E para", state: "deleted", car: null },
    ],
    pagination: { total: 2 },
  });
  const second = await app.call(`GET /api/admin/users/${seller.id}/reports?limit=1&page=2`, { as: admin });
  expect(second.body).toMatchObject({ reports: [{ text: "E para" }], pagination: { hasNextPage: false } });
  const payments = await app.call(`GET /api/admin/users/${seller.id}/payments`, { as: admin });
  expect(payments.body).toMatchObject({ payments: [{ kind: "car", amount: 3 }], pagination: { total: 1 } });
});
