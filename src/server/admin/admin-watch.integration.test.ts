import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { adminStats } from "#contract/admin-lists.ts";
import { adminPaymentEndpoints } from "#contract/admin-payments.ts";
import { adminCharts, adminHealth, adminWeeks, auditEntry } from "#contract/admin-watch.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { sweepAudit } from "./audit-log.queries.ts";
import { shortError } from "./health.commands.ts";

expectFaults(/"error":"disk full"/, "job.failed");

let app: TestApp;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  other = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

async function audit(query: string) {
  const { body, headers } = await app.call(`GET /api/admin/audit${query}`, { as: admin });
  const { entries, pagination } = body as { entries: unknown[]; pagination: { total: number } };
  expect(headers.get("x-total-count")).toBe(String(pagination.total));
  return entries.map((entry) => auditEntry.parse(entry));
}

describe("the audit log", () => {
  test("the audit log filters by actor, action, target and time, newest first", async () => {
    const user = await app.registerUser();
    const car = await app.publishCar(user);
    await app.call(`PUT /api/admin/users/${user.id}`, { as: admin, body: { firstName: "Një" } });
    await app.call(`PUT /api/admin/users/${user.id}`, { as: other, body: { firstName: "Dy" } });
    await app.call(`POST /api/admin/cars/${car._id}/hide`, { as: other });
    const actions = async (query: string) => (await audit(query)).map((entry) => entry.action);
    expect(await actions("")).toEqual(["car.hide", "user.update", "user.update"]);
    expect(await actions(`?who=${other.email.slice(0, 30)}`)).toEqual(["car.hide", "user.update"]);
    expect(await actions("?action=car.hide")).toEqual(["car.hide"]);
    expect(await actions("?target=user")).toEqual(["user.update", "user.update"]);
    expect(await actions(`?q=${car.number}`)).toEqual(["car.hide"]);
    expect(await actions("?q=%25")).toEqual([]);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Belgrade" }).format(new Date());
    expect(await actions(`?from=${today}&to=${today}`)).toHaveLength(3);
    expect(await actions("?to=2020-01-01")).toEqual([]);
    expect((await audit("?limit=1&page=2"))[0]?.after).toEqual({ firstName: "Dy" });
  });

  test.each(["?from=yesterday", "?to=0000-01-01", "?from=2026-02-30", "?from=2026-05-02&to=2026-05-01"])(
    "the audit log refuses %s with a message",
    async (query) => {
      const answer = await app.call(`GET /api/admin/audit${query}`, { as: admin });
      expect(answer.status).toBe(400);
      expect([adminMessages.dayInvalid, adminMessages.daysReversed]).toContain(errorOf(answer).message);
    },
  );

  test("an audit entry is written in the transaction of its change and never rewritten", async () => {
    const user = await app.registerUser();
    const { db } = app.database;
    await sql`
      create function no_audit() returns trigger language plpgsql as 'begin raise exception ''disk full''; end'`.execute(
      db,
    );
    await sql`create trigger no_audit before insert on audit_log for each row execute function no_audit()`.execute(
      db,
    );
    try {
      const body = { firstName: "Pa gjurmë" };
      expect((await app.call(`PUT /api/admin/users/${user.id}`, { as: admin, body })).status).toBe(500);
      expect((await app.call(`DELETE /api/admin/users/${user.id}`, { as: admin })).status).toBe(500);
    } finally {
      await sql`drop trigger no_audit on audit_log`.execute(db);
      await sql`drop function no_audit`.execute(db);
    }
    expect((await app.call("GET /api/me", { as: user })).body).toMatchObject({ firstName: "Arben" });
    await expect(sql`update audit_log set actor_email = 'x'`.execute(db)).rejects.toThrow("written once");
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow("written once");
  });

  test("audit entries older than two years are deleted", async () => {
    const { db } = app.database;
    const entry = (days: number) =>
      sql`
        insert into audit_log (at, actor_id, actor_email, action, target_kind, target_id, target_label)
        values (now() - ${days} * interval '1 day', ${uuidv7()}, 'old@example.com', 'car.hide', 'car', 'x', 'x')`.execute(
        db,
      );
    await entry(700);
    await entry(740);
    await sweepAudit(db);
    expect(await audit("?who=old@example.com")).toHaveLength(1);
  });
});

async function charts(query = "") {
  const answer = await app.call(`GET /api/admin/charts${query}`, { as: admin });
  expect(answer.status).toBe(200);
  return adminCharts.parse(answer.body);
}

describe("the charts", () => {
  test("the charts count registrations, cars, sales and income by day in Kosovo's time zone", async () => {
    const { db } = app.database;
    const user = await app.registerUser();
    const car = await app.publishCar(user);
    const moment = "2026-03-28T23:30:00Z";
    await db.updateTable("users").set({ created_at: moment }).where("id", "=", user.id).execute();
    await app.call(`PUT /api/cars/${car._id}/sold`, { as: user });
    await db
      .updateTable("cars")
      .set({ created_at: "2026-03-28T12:00:00Z", sold_at: "2026-03-29T22:30:00Z" })
      .where("id", "=", car._id)
      .execute();
    const [refunded, partly] = [uuidv7(), uuidv7()];
    await db
      .insertInto("payments")
      .values([
        { id: uuidv7(), kind: "car", amount_cents: 350, status: "paid", paid_at: moment },
        {
          id: refunded,
          kind: "car",
          amount_cents: 1000,
          refunded_cents: 1000,
          status: "refunded",
          paid_at: "2026-03-28T10:00:00Z",
          refunded_at: "2026-03-30T10:00:00Z",
        },
        {
          id: partly,
          kind: "extras",
          amount_cents: 500,
          refunded_cents: 200,
          status: "fulfilled",
          paid_at: "2026-03-28T10:00:00Z",
          fulfilled_at: "2026-03-28T10:00:00Z",
        },
        { id: uuidv7(), kind: "car", amount_cents: 99_900, status: "open" },
      ])
      .execute();
    await db
      .insertInto("payment_refunds")
      .values([
        { id: "re_a", payment_id: refunded, kind: "refund", amount_cents: 300, at: "2026-03-29T10:00:00Z" },
        { id: "du_a", payment_id: refunded, kind: "dispute", amount_cents: 700, at: "2026-03-30T10:00:00Z" },
        { id: "re_b", payment_id: partly, kind: "refund", amount_cents: 200, at: "2026-03-30T10:00:00Z" },
      ])
      .execute();
    expect((await charts("?from=2026-03-28&to=2026-03-30")).days).toEqual([
      { day: "2026-03-28", registrations: 0, cars: 1, sales: 0, income: 15 },
      // Clocks went forward that night: the day began at 23:00 UTC and has 23 hours.
      { day: "2026-03-29", registrations: 1, cars: 0, sales: 0, income: 0.5 },
      { day: "2026-03-30", registrations: 0, cars: 0, sales: 1, income: -9 },
    ]);
  });

  test("the charts show the last 30 days by default", async () => {
    const { days, to } = await charts();
    expect([days.length, days.at(-1)?.day]).toEqual([30, to]);
    expect(days.at(-1)?.registrations).toBeGreaterThan(0);
  });

  test("the weeks are the last twelve from Monday to Sunday in Kosovo, and their sums are those of the days", async () => {
    const { db } = app.database;
    const answer = await app.call("GET /api/admin/weeks", { as: admin });
    const { weeks } = adminWeeks.parse(answer.body);
    expect(weeks).toHaveLength(12);
    const [first, ...later] = weeks;
    for (const [index, { from }] of later.entries())
      expect(Date.parse(from) - Date.parse(weeks[index]?.from ?? ""), from).toBe(7 * 86_400_000);
    expect(new Date(first?.from ?? "").getUTCDay()).toBe(1);

    // In Kosovo the week begins an hour or two before it does in UTC.
    const user = await app.registerUser();
    const { rows } = await sql<{ begin: Date; over: Date }>`
      select ${first?.from}::date::timestamp at time zone 'Europe/Belgrade' as begin,
        ${later[0]?.from}::date::timestamp at time zone 'Europe/Belgrade' as over`.execute(db);
    const [begin, over] = [rows[0]?.begin.getTime() ?? 0, rows[0]?.over.getTime() ?? 0];
    const move = async (moment: number) => {
      await db
        .updateTable("users")
        .set({ created_at: new Date(moment) })
        .where("id", "=", user.id)
        .execute();
      const after = adminWeeks.parse((await app.call("GET /api/admin/weeks", { as: admin })).body);
      return (after.weeks[0]?.accounts ?? 0) - (first?.accounts ?? 0);
    };
    expect([await move(begin - 1000), await move(begin), await move(over - 1000), await move(over)]).toEqual([
      0, 1, 1, 0,
    ]);

    await db
      .insertInto("payments")
      .values({ id: uuidv7(), kind: "car", amount_cents: 350, status: "paid", paid_at: new Date(begin) })
      .execute();
    const { days } = await charts(`?from=${first?.from}`);
    const told = adminWeeks.parse((await app.call("GET /api/admin/weeks", { as: admin })).body).weeks;
    for (const [index, week] of told.entries()) {
      const own = days.slice(index * 7, index * 7 + 7);
      expect(week).toEqual({
        from: own[0]?.day,
        accounts: own.reduce((sum, day) => sum + day.registrations, 0),
        cars: own.reduce((sum, day) => sum + day.cars, 0),
        income: own.reduce((sum, day) => sum + day.income, 0),
      });
    }
    expect(told[0]?.income).toBe(3.5);
  });

  test.each([
    "?from=2000-01-01",
    "?from=2020-01-01&to=2026-01-01",
    "?from=2026-02-01&to=2026-01-01",
    "?to=x",
  ])("the charts refuse %s with a message", async (query) => {
    const answer = await app.call(`GET /api/admin/charts${query}`, { as: admin });
    expect([answer.status, errorOf(answer).code]).toEqual([400, "validation_failed"]);
  });
});

test("the overview counts payments, documents and jobs that an admin should look at, and no younger ones", async () => {
  const { db } = app.database;
  const waiting = async () =>
    adminStats.parse((await app.call("GET /api/admin/stats", { as: admin })).body).waiting;
  const before = await waiting();
  const now = Date.now();
  const [late, fresh] = [new Date(now - 7_200_000), new Date(now)];
  const disputed = uuidv7();
  const paid = { kind: "car", amount_cents: 350, status: "paid" } as const;
  await db
    .insertInto("payments")
    .values([
      { ...paid, id: uuidv7(), paid_at: late },
      { ...paid, id: uuidv7(), paid_at: fresh },
      { ...paid, id: uuidv7(), paid_at: late, refund_reason: "car_gone" },
      { ...paid, id: disputed, status: "fulfilled", paid_at: fresh, fulfilled_at: fresh },
    ])
    .execute();
  await db
    .insertInto("payment_disputes")
    .values([
      {
        id: "du_open",
        payment_id: disputed,
        amount_cents: 350,
        reason: "fraudulent",
        status: "needs_response",
        is_open: true,
      },
    ])
    .execute();
  await app.services.jobs.addJob("send_report_mail", { reportId: uuidv7() });
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x'
    where id = (select max(id) from graphile_worker._private_jobs)`.execute(db);
  // One that runs in its last attempt has not failed yet.
  await app.services.jobs.addJob("send_report_mail", { reportId: uuidv7() });
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'somebody'
    where id = (select max(id) from graphile_worker._private_jobs)`.execute(db);
  expect(await waiting()).toEqual({
    ...before,
    unfulfilled: before.unfulfilled + 1,
    refundsDue: before.refundsDue + 1,
    disputes: before.disputes + 1,
    invoices: before.invoices + 2,
    failedJobs: before.failedJobs + 1,
  });

  const list = await app.call("GET /api/admin/payments?status=disputed", { as: admin });
  const { payments } = adminPaymentEndpoints["GET /api/admin/payments"].output.parse(list.body);
  expect(payments.map(({ id }) => id)).toEqual([disputed]);
});

describe("the site's health", () => {
  test("the health page shows jobs, mails, payments, storage and versions and no secret", async () => {
    const { db } = app.database;
    // Mails about what was done above.
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    await app.services.jobs.addJob("send_password_reset", { email: "dikush@example.com" });
    await app.services.jobs.addJob("send_report_mail", { reportId: uuidv7() });
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts,
        last_error = 'connect ECONNREFUSED for dikush@example.com with key sk_test_abcdefghijklmnopqrstuvwxyz\n at x'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_report_mail')`.execute(
      db,
    );
    const answer = await app.call("GET /api/admin/health", { as: admin });
    const health = adminHealth.parse(answer.body);
    expect(health).toMatchObject({
      jobs: { waiting: 1, failed: 1, troubled: [{ task: "send_report_mail", nextTryAt: null }] },
      configuration: { faults: [] },
      mails: { transport: "outbox", waiting: 1, failed: 1 },
      payments: { testMode: true },
      storage: { photoStore: "disk" },
      versions: { node: process.versions.node, migration: expect.stringMatching(/^\d{4}_/) },
    });
    expect(health.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(health.storage.diskFreeBytes).toBeGreaterThan(0);
    expect(JSON.stringify(health)).not.toMatch(/dikush|sk_test|postgres:\/\//);

    const [failed] = health.jobs.troubled;
    const retry = () => app.call(`POST /api/admin/jobs/${failed?.id}/retry`, { as: admin });
    expect((await retry()).status).toBe(204);
    expect(
      adminHealth.parse((await app.call("GET /api/admin/health", { as: admin })).body).jobs,
    ).toMatchObject({ waiting: 2, failed: 0 });
    for (const id of ["999999", "x", "99999999999999999999"])
      expect((await app.call(`POST /api/admin/jobs/${id}/retry`, { as: admin })).status).toBe(404);
  });

  test("the health page says when the newest backup was made", async () => {
    const lastBackupAt = async () =>
      adminHealth.parse((await app.call("GET /api/admin/health", { as: admin })).body).storage.lastBackupAt;
    expect(await lastBackupAt()).toBeNull();
    const folder = join(app.dataDir, "backups");
    await mkdir(folder);
    for (const day of [24, 26, 25]) {
      const file = join(folder, `vetura-202611${day}-023000.tar`);
      await writeFile(file, "");
      await utimes(file, new Date(`2026-11-${day}T02:30:00Z`), new Date(`2026-11-${day}T02:30:00Z`));
    }
    // Something else that lies there.
    await writeFile(join(folder, "notes.txt"), "");
    expect(await lastBackupAt()).toBe("2026-11-26T02:30:00.000Z");
  });

  test("the size of the photos on the disk is measured in the background", async () => {
    const photoBytes = async () =>
      adminHealth.parse((await app.call("GET /api/admin/health", { as: admin })).body).storage.photoBytes;
    await photoBytes();
    await app.services.admin.health.photoBytes?.settled();
    // Rows without files: nothing is there to be measured, or nothing yet.
    expect([null, 0]).toContain(await photoBytes());
  });
});

test.each([
  [null, ""],
  ["Error: no", "Error: no"],
  ["mail to ana@example.com failed\n at", "mail to … failed"],
  ["no SMS to +383 44 123 456", "no SMS to …"],
])("the mail failure %j is shown as %j", (error, read) => {
  expect(shortError(error)).toBe(read);
});
