import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { facets } from "#contract/search.ts";
import type { Car } from "#contract/cars.ts";
import { carOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { advanceDays } from "#testing/advance-days.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { type ReadMail, readOutbox } from "#testing/read-mail.ts";

let app: TestApp;
let seller: TestUser;
const never = new AbortController().signal;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.db.deleteFrom("cars").execute();
  await rm(outbox(), { recursive: true, force: true });
  seller = await app.registerUser();
});

const outbox = () => join(app.dataDir, "outbox");

/** What the jobs would do by themselves: the hourly question, and all that waits in the queue. */
async function work(): Promise<void> {
  const { confirmations } = app.services;
  await confirmations.schedule["ask_owners"]?.run(never);
  expect(await drainJobs(app.database, confirmations.tasks)).toEqual([]);
}

const mails = async (user = seller) => (await readOutbox(outbox())).filter(({ to }) => to === user.email);
const tokensIn = ({ text }: ReadMail) =>
  [...text.matchAll(/\/confirm\?token=([\w-]+)/g)].map(([, token = ""]) => token);
const reply = (token: string | undefined, answer: string) =>
  app.call("POST /api/confirmation", { body: { token, answer } });
const look = (token: string | undefined) => app.call(`GET /api/confirmation?token=${token}`);
const read = async (car: Car) => carOf(await app.call(`GET /api/cars/${car._id}`, { as: seller }));
const ageInDays = (moment: string) => Math.round((Date.now() - Date.parse(moment)) / 86_400_000);

async function day(days = 1): Promise<void> {
  await advanceDays(app.database, days);
  await work();
}

test("a private seller is mailed 14 and 28 days after the last confirmation and never again", async () => {
  await app.publishCar(seller);
  const counts: number[] = [];
  for (let i = 1; i <= 60; i++) {
    await day();
    counts.push((await mails()).length);
  }
  expect([13, 14, 27, 28, 60].map((days) => counts[days - 1])).toEqual([0, 1, 1, 2, 2]);
});

test("a dealer is not asked by mail whether cars are still for sale", async () => {
  const dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto" });
  await app.publishCar(dealer);
  await day(20);
  expect(await mails(dealer)).toEqual([]);
});

test("one mail a day asks about all cars of a person, and opening its links changes nothing", async () => {
  const cars = [
    await app.publishCar(seller, { model: "Golf" }),
    await app.publishCar(seller, { model: "Polo" }),
  ];
  await day(14);
  await work();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  const tokens = mail === undefined ? [] : tokensIn(mail);
  expect(tokens).toHaveLength(2);
  for (const token of [...tokens, ...tokens]) expect((await look(token)).status).toBe(200);
  for (const car of cars) expect(ageInDays((await read(car)).confirmedAt)).toBe(14);
});

test("a mailed link confirms its car once, and is used up then", async () => {
  const car = await app.publishCar(seller);
  await day(14);
  const [token] = tokensIn((await mails())[0] ?? expect.fail("no mail"));
  const answers = await Promise.all([reply(token, "on_sale"), reply(token, "on_sale"), reply(token, "sold")]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(2);
  expect((await look(token)).status).toBe(410);
  expect(errorOf(await reply(token, "on_sale")).code).toBe("confirmation_link_used");
  expect((await read(car)).sold).toBe(answers[2]?.status === 204);
});

test("a mailed link marks a car as sold, and a mistake is taken back once", async () => {
  const car = await app.publishCar(seller);
  await day(14);
  const [token] = tokensIn((await mails())[0] ?? expect.fail("no mail"));
  expect((await reply(token, "not_sold")).status).toBe(410);
  expect((await reply(token, "sold")).status).toBe(204);
  expect((await read(car)).sold).toBe(true);
  expect((await reply(token, "not_sold")).status).toBe(204);
  expect(await read(car)).toMatchObject({ sold: false });
  expect(ageInDays((await read(car)).confirmedAt)).toBe(0);
  expect((await reply(token, "not_sold")).status).toBe(410);
});

test("a link is answered with 410 after 30 days, for an unknown token, and once its car is archived", async () => {
  const car = await app.publishCar(seller);
  await day(14);
  const [token] = tokensIn((await mails())[0] ?? expect.fail("no mail"));
  await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
  expect((await look(token)).status).toBe(410);
  expect((await reply(token, "on_sale")).status).toBe(410);
  await app.call(`PUT /api/cars/${car._id}/restore`, { as: seller });
  expect((await look(token)).status).toBe(200);
  await advanceDays(app.database, 31);
  expect((await reply(token, "on_sale")).status).toBe(410);
  expect((await look("unknown")).status).toBe(410);
});

test("a link that was mailed to an address before an admin changed it answers 410, and the next mail goes to the new one", async () => {
  const admin = await app.registerUser({ isAdmin: true });
  const [car, sold] = [await app.publishCar(seller), await app.publishCar(seller)];
  await day(14);
  const [mail] = await mails();
  const links = tokensIn(mail ?? expect.fail("no mail"));
  // Sold by its link: the old address must not take it back either.
  const about = await Promise.all(links.map(async (token) => (await look(token)).body));
  const of = ({ _id: id }: Car) =>
    links[about.findIndex((each) => JSON.stringify(each).includes(id))] ?? expect.fail("no link");
  expect((await reply(of(sold), "sold")).status).toBe(204);

  const email = `changed-${seller.email}`;
  const changed = await app.call(`PUT /api/admin/users/${seller.id}`, { as: admin, body: { email } });
  expect(changed.status).toBe(200);
  expect((await look(of(car))).status).toBe(410);
  expect((await reply(of(car), "sold")).status).toBe(410);
  expect((await reply(of(sold), "not_sold")).status).toBe(410);
  expect([(await read(car)).sold, (await read(sold)).sold]).toEqual([false, true]);

  await day(14);
  const [next] = await mails({ ...seller, email });
  const [token] = tokensIn(next ?? expect.fail("no mail"));
  expect((await reply(token, "on_sale")).status).toBe(204);
});

test("a confirmation, an edit, unsold and restore count anew from that day", async () => {
  const car = await app.publishCar(seller);
  const confirms: (() => Promise<{ status: number }>)[] = [
    () => app.call(`POST /api/cars/${car._id}/confirm`, { as: seller }),
    async () =>
      app.call(`PUT /api/cars/${car._id}`, {
        as: seller,
        body: await app.carFields(seller, { images: car.images }),
      }),
    async () => {
      await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
      return app.call(`PUT /api/cars/${car._id}/unsold`, { as: seller });
    },
    async () => {
      await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
      return app.call(`PUT /api/cars/${car._id}/restore`, { as: seller });
    },
  ];
  for (const confirm of confirms) {
    await day(13);
    expect(ageInDays((await read(car)).confirmedAt)).toBe(13);
    expect((await confirm()).status).toBe(200);
    expect(ageInDays((await read(car)).confirmedAt)).toBe(0);
  }
  expect(await mails()).toEqual([]);
});

test("POST /api/cars/:id/confirm refuses sold and archived cars and leaves the version as it was", async () => {
  const car = await app.publishCar(seller);
  const before = await app.call(`GET /api/cars/${car._id}`, { as: seller });
  await app.call(`POST /api/cars/${car._id}/confirm`, { as: seller });
  const after = await app.call(`GET /api/cars/${car._id}`, { as: seller });
  expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
  await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
  expect((await app.call(`POST /api/cars/${car._id}/confirm`, { as: seller })).status).toBe(409);
  await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
  expect((await app.call(`POST /api/cars/${car._id}/confirm`, { as: seller })).status).toBe(409);
});

test("a question about a dealer's car, which nobody is asked, does not wait for an import that holds the car", async () => {
  const dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto" });
  const car = await app.publishCar(dealer);
  await app.database.db.transaction().execute(async (trx) => {
    await sql`select from cars where id = ${car._id} for update`.execute(trx);
    expect((await app.call(`POST /api/cars/${car._id}/still-available`)).status).toBe(202);
  });
});

test("POST /api/dealer/confirm confirms every active car of a dealer and no other", async () => {
  const dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto" });
  await app.publishCar(dealer);
  const sold = await app.publishCar(dealer);
  await app.call(`PUT /api/cars/${sold._id}/sold`, { as: dealer });
  const other = await app.publishCar(seller);
  await advanceDays(app.database, 9);
  expect((await app.call("POST /api/dealer/confirm", { as: dealer })).body).toEqual({ confirmed: 1 });
  expect(ageInDays((await read(other)).confirmedAt)).toBe(9);
  expect(errorOf(await app.call("POST /api/dealer/confirm", { as: seller })).code).toBe("dealers_only");
});

const asks = (car: Car, browser: string, as: TestUser | null = null) =>
  app.call(`POST /api/cars/${car._id}/still-available`, { as, headers: { "user-agent": browser } });

test("two different visitors within 48 hours cause one question, at most one in 7 days, and both places are used up", async () => {
  const car = await app.publishCar(seller);
  for (const _ of [1, 2, 3]) expect((await asks(car, "one")).status).toBe(202);
  await asks(car, "owner", seller);
  await work();
  expect(await mails()).toEqual([]);
  await advanceDays(app.database, 3);
  await asks(car, "two");
  await work();
  // The first asked more than 48 hours before.
  expect(await mails()).toEqual([]);

  await Promise.all(["three", "four", "five"].map((browser) => asks(car, browser)));
  await work();
  expect(await mails()).toHaveLength(1);
  await day(6);
  await Promise.all(["six", "seven"].map((browser) => asks(car, browser)));
  await work();
  expect(await mails()).toHaveLength(1);
  await day(1);
  await Promise.all(["eight", "nine"].map((browser) => asks(car, browser)));
  await work();
  expect(await mails()).toHaveLength(2);
  await day(30);
  expect(await mails()).toHaveLength(2);
});

test("a buyers' question of a day that had its mail already is asked the next day", async () => {
  const first = await app.publishCar(seller, { model: "Golf" });
  await day(14);
  const fresh = await app.publishCar(seller, { model: "Polo", price: 5_000 });
  await Promise.all(["one", "two"].map((browser) => asks(fresh, browser)));
  await work();
  expect(await mails()).toHaveLength(1);
  await day(1);
  const [, next] = await mails();
  expect(next?.subject).toContain("Polo");
  expect(tokensIn(next ?? expect.fail("no mail"))).toHaveLength(1);
  expect((await read(first)).sold).toBe(false);
});

test("a sold car cannot be asked about, and an archived one is not there", async () => {
  const car = await app.publishCar(seller);
  await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
  expect(errorOf(await asks(car, "one")).code).toBe("contact_unavailable");
  await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
  expect((await asks(car, "one")).status).toBe(404);
});

test("a mail that is sent again asks the same with links that are as good, and answers once", async () => {
  await app.publishCar(seller);
  await day(14);
  const mail = await app.database.db
    .selectFrom("confirmation_mails")
    .select("id")
    .where("user_id", "=", seller.id)
    .executeTakeFirstOrThrow();
  const [token] = tokensIn((await mails())[0] ?? expect.fail("no mail"));
  // The first one was lost on its way.
  await rm(outbox(), { recursive: true });
  await app.services.confirmations.tasks["send_confirmation_mail"]?.run({ mailId: mail.id }, never);
  const tokens = (await mails()).flatMap(tokensIn);
  const again = tokens.find((one) => one !== token);
  expect((await look(again)).status).toBe(200);
  expect((await reply(again, "on_sale")).status).toBe(204);
  expect((await reply(token, "on_sale")).status).toBe(410);
  // Answered, it asks nothing any more.
  await rm(outbox(), { recursive: true });
  await app.services.confirmations.tasks["send_confirmation_mail"]?.run({ mailId: mail.id }, never);
  expect(await readdir(outbox()).catch(() => [])).toEqual([]);
});

test("the search counts and filters cars by the days since they were confirmed", async () => {
  await app.services.start();
  for (const days of [1, 10, 20, 40]) {
    const car = await app.publishCar(seller, { brand: "Lada", model: "Niva", mileage: days * 10_000 });
    await app.database.db
      .updateTable("cars")
      .set({ confirmed_at: new Date(Date.now() - days * 86_400_000) })
      .where("id", "=", car._id)
      .execute();
  }
  const counts = async (query: string) => {
    const { total, confirmed } = facets.parse(
      (await app.call(`GET /api/cars/facets?brand=Lada${query}`)).body,
    );
    return { total, confirmed };
  };
  const confirmed = { 7: 1, 14: 2, 30: 3 };
  await expect.poll(() => counts("")).toEqual({ total: 4, confirmed });
  for (const [days, total] of [
    ["7", 1],
    ["14", 2],
    ["30", 3],
    ["8", 4],
    ["7,30", 3],
  ])
    expect(await counts(`&confirmed=${days}`)).toEqual({ total, confirmed });
});
