import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import { alertWaitDays } from "#domain/alerts/alert-limits.ts";
import { emailVerificationTasks } from "#server/people/accounts/email-verification.commands.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { watchedLog } from "#testing/faults.ts";
import { type ReadMail, readOutbox } from "#testing/read-mail.ts";

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
// 10:00 in Kosovo.
const start = new Date("2026-11-20T09:00:00Z");
let now = start;
const never = new AbortController().signal;

beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());
beforeEach(async () => {
  now = start;
  await settle();
  await rm(outbox(), { recursive: true, force: true });
  seller = await app.registerUser();
  buyer = await app.registerUser({ emailVerified: false });
});

const outbox = () => join(app.dataDir, "outbox");

/** All that the jobs would do by themselves. */
async function settle(): Promise<void> {
  const { alerts, config, db } = app.services;
  await alerts.schedule["sweep_alerts"]?.run(never);
  const mailer = createMailer(config.mail, watchedLog);
  const links = emailVerificationTasks({ db, mailer, site: config.site });
  expect(await drainJobs(app.database, { ...alerts.tasks, ...links })).toEqual([]);
}

const tokenIn = ({ text }: ReadMail) => /\/verify-email\?token=([\w-]+)/.exec(text)?.[1];

async function mailsTo(user: TestUser) {
  const mails = (await readOutbox(outbox())).filter(({ to }) => to === user.email);
  return {
    links: mails.flatMap((mail) => tokenIn(mail) ?? []),
    news: mails.filter((mail) => tokenIn(mail) === undefined).map(({ subject }) => subject),
  };
}

const save = (query: string, frequency = "at_once") =>
  app.call("POST /api/saved-searches", { as: buyer, body: { query, frequency } });

async function reduce(car: Car, price: number): Promise<void> {
  const { brand, model, year, mileage, fuel, transmission, location, type, images } = car;
  const fields = { brand, model, year, price, mileage, fuel, transmission, location, type };
  const body = { ...(await app.carFields(seller, { images })), ...fields };
  expect((await app.call(`PUT /api/cars/${car._id}`, { as: seller, body })).status).toBe(200);
  await settle();
}

async function proves(token: string | undefined): Promise<void> {
  expect((await app.call("POST /api/verify-email", { body: { token } })).status).toBe(204);
  await settle();
}

test("mails of a saved search wait until the address is verified and are then sent once", async () => {
  await save("brand=Audi");
  await app.publishCar(seller, { brand: "Audi", model: "A4", price: 9_000 });
  for (const _ of [1, 2, 3]) await settle();
  const waiting = await mailsTo(buyer);
  // An account that never got a verification link gets one, once.
  expect(waiting).toEqual({ links: [expect.any(String)], news: [] });

  await proves(waiting.links[0]);
  expect(await mailsTo(buyer)).toEqual({
    links: waiting.links,
    news: [expect.stringContaining("Audi A4 2016, 9.000 €")],
  });
  await app.publishCar(seller, { brand: "Audi", model: "A6", price: 9_500 });
  await settle();
  expect((await mailsTo(buyer)).news).toHaveLength(2);
});

test("after the verification one mail tells all cars that are still on sale", async () => {
  await save("brand=Audi");
  const [, sold] = [
    await app.publishCar(seller, { brand: "Audi", model: "A4" }),
    await app.publishCar(seller, { brand: "Audi", model: "A5" }),
  ];
  await settle();
  await app.call(`PUT /api/cars/${sold._id}/sold`, { as: seller });
  await app.publishCar(seller, { brand: "Audi", model: "A6" });
  await settle();
  const { links } = await mailsTo(buyer);
  expect(links).toHaveLength(1);
  await proves(links[0]);
  expect((await mailsTo(buyer)).news).toEqual([expect.stringMatching(/^2 vetura të reja/)]);
});

test("cars found longer ago than the limit are not mailed after the verification", async () => {
  await save("brand=Audi");
  await app.publishCar(seller, { brand: "Audi", model: "A4" });
  await settle();
  now = new Date(start.getTime() + (alertWaitDays - 1) * 86_400_000);
  await app.publishCar(seller, { brand: "Audi", model: "A6", price: 9_500 });
  await settle();
  now = new Date(start.getTime() + (alertWaitDays + 1) * 86_400_000);
  const { links } = await mailsTo(buyer);
  await proves(links[0]);
  expect((await mailsTo(buyer)).news).toEqual([expect.stringContaining("Audi A6")]);
});

test("a price drop waits for the verification too, and a price that rose again is not mailed", async () => {
  const [cheaper, dearer] = [
    await app.publishCar(seller, { model: "Golf", price: 10_000 }),
    await app.publishCar(seller, { model: "Polo", price: 8_000 }),
  ];
  for (const car of [cheaper, dearer])
    expect((await app.call(`PUT /api/cars/${car._id}/follow`, { as: buyer })).status).toBe(200);
  await reduce(cheaper, 9_500);
  await reduce(cheaper, 9_000);
  await reduce(dearer, 7_500);
  await reduce(dearer, 8_200);
  const waiting = await mailsTo(buyer);
  expect(waiting).toEqual({ links: [expect.any(String)], news: [] });

  await proves(waiting.links[0]);
  expect((await mailsTo(buyer)).news).toEqual([expect.stringMatching(/Volkswagen Golf.*9\.000 €/)]);
});

test("a mail that is ready waits again when the address changes before it is sent", async () => {
  const proven = await app.registerUser();
  buyer = proven;
  const admin = await app.registerUser({ isAdmin: true });
  await save("brand=Audi");
  const car = await app.publishCar(seller, { model: "Golf", price: 10_000 });
  await settle();
  await app.call(`PUT /api/cars/${car._id}/follow`, { as: buyer });
  await app.publishCar(seller, { brand: "Audi", model: "A4" });
  const { brand, model, year, mileage, fuel, transmission, location, type, images } = car;
  const fields = { brand, model, year, price: 9_000, mileage, fuel, transmission, location, type };
  const body = { ...(await app.carFields(seller, { images })), ...fields };
  await app.call(`PUT /api/cars/${car._id}`, { as: seller, body });
  // Both mails are made, and not sent yet.
  await app.services.alerts.schedule["sweep_alerts"]?.run(never);
  const email = `new-${proven.email}`;
  await app.call(`PUT /api/admin/users/${proven.id}`, { as: admin, body: { email } });
  buyer = { ...proven, email };
  await settle();
  await settle();
  expect(await mailsTo(proven)).toEqual({ links: [], news: [] });
  const waiting = await mailsTo(buyer);
  expect(waiting).toEqual({ links: [expect.any(String)], news: [] });
  await proves(waiting.links[0]);
  const { news } = await mailsTo(buyer);
  expect(news).toHaveLength(2);
  expect(news.join()).toMatch(/Audi A4/);
  expect(news.join()).toMatch(/Golf.*9\.000 €/);
});
