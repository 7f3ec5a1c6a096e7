import { sql } from "kysely";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { watchedLog } from "#testing/faults.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { loadHealth } from "#server/admin/health.commands.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import type { BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { createOperator } from "./operator.commands.ts";

const token = "monitoring-token-of-this-test";
let app: TestApp;
let admin: TestUser;
let operator: BackgroundWork;
let now = new Date("2026-11-23T08:00:00Z");

beforeAll(async () => {
  app = await createTestApp({ env: { MONITORING_TOKEN: token } });
  admin = await app.registerUser({ isAdmin: true });
  const { config } = app.services;
  const ctx = {
    ...app.services.ctx,
    mailer: createMailer(config.mail, watchedLog),
    site: { name: "Vetura", publicUrl: "https://vetura.example" },
    now: () => now,
  };
  operator = createOperator(ctx, {
    isTest: true,
    health: async () => {
      const health = await loadHealth(app.services.admin.health);
      return { ...health, search: { ...health.search, listening: true } };
    },
  });
});
afterAll(() => app.close());
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(app.database.db));

const run = (name: string) => operator.schedule[name]?.run(new AbortController().signal);
async function mails(kind: string) {
  expect(await drainJobs(app.database, operator.tasks)).toEqual([]);
  const all = await readOutbox(join(app.dataDir, "outbox"));
  return all.filter(({ subject }) =>
    kind === "weekly" ? subject.startsWith("Java") : !subject.startsWith("Java"),
  );
}
/** Of a task that nobody works on here; it fails now, as the queue writes it. */
async function failJob(): Promise<void> {
  await app.services.jobs.addJob("learn_prices", {});
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x',
      run_at = ${now}::timestamptz + exp(least(max_attempts, 10)) * interval '1 second'
    where attempts < max_attempts and task_id = (select id from graphile_worker._private_tasks where identifier = 'learn_prices')`.execute(
    app.database.db,
  );
}

test("an alarm is mailed to each admin once until it has ended, and at most once a day", async () => {
  const second = await app.registerUser({ isAdmin: true });
  await app.registerUser();
  await run("watch_alarms");
  expect(await mails("alarm")).toEqual([]);
  await failJob();
  await run("watch_alarms");
  await run("watch_alarms");
  const told = await mails("alarm");
  expect(told.map(({ to }) => to).toSorted()).toEqual([admin.email, second.email].toSorted());
  expect(told[0]?.subject).toBe("Vetura: punë që dështuan");
  expect(told[0]?.text).toContain("https://vetura.example/admin?tab=health");
  // It ends and begins again within the day: nobody is told. A day after the mail it is told once more.
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
  now = new Date("2026-11-23T12:00:00Z");
  await run("watch_alarms");
  await failJob();
  now = new Date("2026-11-23T13:00:00Z");
  await run("watch_alarms");
  expect(await mails("alarm")).toHaveLength(2);
  now = new Date("2026-11-24T08:00:00Z");
  await run("watch_alarms");
  await run("watch_alarms");
  expect(await mails("alarm")).toHaveLength(4);
  // What goes on for days is told once.
  now = new Date("2026-11-27T08:00:00Z");
  await run("watch_alarms");
  expect(await mails("alarm")).toHaveLength(4);
  await app.database.db.updateTable("users").set({ is_admin: false }).where("id", "=", second.id).execute();
});

const december = (moment: string) => new Date(`2026-12-${moment}:00Z`);

test("a job that fails while an earlier one stays failed is mailed a day after the last mail", async () => {
  const before = (await mails("alarm")).length;
  const watched = async (moment: string) => {
    now = december(moment);
    await run("watch_alarms");
    return (await mails("alarm")).length - before;
  };
  now = december("01T08:00");
  await failJob();
  expect(await watched("01T08:05")).toBe(1);
  // Nothing new for days.
  expect(await watched("04T08:00")).toBe(1);
  await failJob();
  expect(await watched("04T08:05")).toBe(2);
  now = december("04T09:00");
  await failJob();
  expect(await watched("04T09:05")).toBe(2);
  expect(await watched("05T08:05")).toBe(3);
  expect(await watched("09T08:00")).toBe(3);
});

test("the week's report says what was new, sold, earned and waits, and is sent once however often the job runs", async () => {
  const { db } = app.database;
  now = new Date("2027-03-08T06:05:00Z");
  const seller = await app.registerUser();
  const car = await app.publishCar(seller);
  await sql`update users set created_at = '2027-03-03T10:00:00Z' where id = ${seller.id}`.execute(db);
  await sql`
    update cars set created_at = '2027-03-04T10:00:00Z', state = 'sold', sold_at = '2027-03-05T10:00:00Z'
    where id = ${car._id}`.execute(db);
  await sql`
    insert into payments (id, kind, amount_cents, status, paid_at, fulfilled_at)
    values (uuidv7(), 'car', 1350, 'fulfilled', '2027-03-07T22:30:00Z', now())`.execute(db);
  await sql`
    insert into car_reviews (car_id, state, score, kinds) values (${car._id}, 'open', 50, '{}')`.execute(db);
  await run("report_week");
  const [mail, ...others] = await mails("weekly");
  await run("report_week");
  expect(await mails("weekly")).toHaveLength(1);
  expect(others).toEqual([]);
  expect(mail?.to).toBe(admin.email);
  expect(mail?.subject).toBe("Java në Vetura: 01.03.2027 – 07.03.2027");
  expect(mail?.text).toContain("Llogari të reja: 1");
  expect(mail?.text).toContain("Vetura të publikuara: 1");
  expect(mail?.text).toContain("Vetura të shitura: 1");
  expect(mail?.text).toContain("Të ardhura, pa kthimet: $13,50");
  expect(mail?.text).toContain("Vetura për shqyrtim: 1");
});

test("monitoring reads the health page with its token alone, and nothing else", async () => {
  const read = (path: string, authorization: string) =>
    app.call(`GET /api/admin/${path}`, { headers: { authorization } });
  const answer = await read("health", `Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toHaveProperty("payments.unfulfilled");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, "Bearer ", token, "Basic x"])
    expect((await read("health", wrong)).status).toBe(401);
  expect((await read("stats", `Bearer ${token}`)).status).toBe(401);
  expect((await app.call("GET /api/admin/health")).status).toBe(401);
  expect((await app.call("GET /api/admin/health", { as: await app.registerUser() })).status).toBe(403);
  expect((await app.call("GET /api/admin/health", { as: admin })).status).toBe(200);
});
