import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { watchedLog } from "#testing/faults.ts";
import { AppError } from "./app-error.ts";
import { limitFigures } from "./limit-figures.ts";
import { type Caller, createLimits, deviceHash, type Limit, type Limits } from "./limits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const caller = (parts: Partial<Caller>): Caller => ({
  accountId: null,
  device: null,
  address: "203.0.113.9",
  ...parts,
});

/** How many calls get through before the first is refused, and its answer. */
async function callsUntilRefused(
  limit: Limit,
  callers: (index: number) => Caller,
): Promise<{ calls: number; wait: number }> {
  for (let calls = 0; calls < 10_000; calls += 1) {
    try {
      await limit.take(callers(calls));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe("too_many_requests");
      return { calls, wait: error.options.retryAfter ?? 0 };
    }
  }
  return { calls: Number.POSITIVE_INFINITY, wait: 0 };
}

test("an account has its own limit from any address, and the answer says how long to wait", async () => {
  const limits = createLimits({ pool: database.pool, enabled: true });
  const [{ times, seconds }] = limitFigures.modelSuggestion.person;
  const { calls, wait } = await callsUntilRefused(limits.modelSuggestion, (index) =>
    caller({ accountId: "arta", address: `198.51.100.${index}` }),
  );
  expect(calls).toBe(times);
  expect(wait).toBeGreaterThan(seconds - 60);
  expect(wait).toBeLessThanOrEqual(seconds);
  await limits.modelSuggestion.take(caller({ accountId: "besa" }));
});

test("guests behind one address share its generous limit, and an IPv6 network counts as one address", async () => {
  const limits = createLimits({ pool: database.pool, enabled: true });
  const address = limitFigures.report.address[0].times;
  expect(address).toBeGreaterThanOrEqual(5 * limitFigures.report.person[0].times);
  const { calls } = await callsUntilRefused(limits.report, (index) =>
    caller({
      address:
        index % 2 === 0 ? `2001:db8:0:7::${index.toString(16)}` : `2001:0db8::7:1:2:3:${index.toString(16)}`,
    }),
  );
  expect(calls).toBe(address);
  await limits.report.take(caller({ address: "2001:db8:0:8::1" }));
});

test("two processes share their counts", async () => {
  const first = createLimits({ pool: database.pool, enabled: true });
  const second = createLimits({ pool: database.pool, enabled: true });
  const times = limitFigures.accountExport.person[0].times;
  const outcomes = await Promise.allSettled(
    Array.from({ length: times * 2 }, (_, index) =>
      (index % 2 === 0 ? first : second).accountExport.take(caller({ accountId: "drita" })),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(times);
});

test("a refused caller is refused from memory afterwards, so a flood does not reach the database", async () => {
  const limits = createLimits({ pool: database.pool, enabled: true });
  await callsUntilRefused(limits.passwordCheck, () => caller({ accountId: "elira" }));
  const points = async () => {
    const { rows } = await sql<{ points: number }>`
      select points from rate_limits where key like 'passwordCheck:p:900:elira'`.execute(database.db);
    return rows[0]?.points;
  };
  const before = await points();
  await Promise.allSettled(
    Array.from({ length: 500 }, () => limits.passwordCheck.take(caller({ accountId: "elira" }))),
  );
  expect(await points()).toBe(before);
});

test("while the database is away each process counts by itself", async () => {
  const away = await createTestDatabase();
  const limits = createLimits({ pool: away.pool, enabled: true });
  await away.close();
  const { calls } = await callsUntilRefused(limits.modelSuggestion, () => caller({ accountId: "fatime" }));
  expect(calls).toBe(limitFigures.modelSuggestion.person[0].times);
});

/** Calls from one address, each with another device cookie. */
async function floodOfDevices(limits: Limits): Promise<void> {
  const made = Array.from({ length: 200 }, (_, index) =>
    caller({ address: "203.0.113.77", device: deviceHash(`made up ${index}`) }),
  );
  await Promise.allSettled(made.map((one) => limits.contact.take(one)));
}

test("unknown device cookies add no rows of counts, and a known device is counted", async () => {
  const { db, pool } = database;
  const limits = createLimits({ pool, enabled: true });
  const rows = async () =>
    (
      await sql<{ key: string }>`select key from rate_limits where key like 'contact:%' order by key`.execute(
        db,
      )
    ).rows.map(({ key }) => key);
  const before = new Set(await rows());
  await floodOfDevices(limits);
  // The address is blocked by now, also for a process that does not know it yet.
  await floodOfDevices(createLimits({ pool, enabled: true }));
  const added = (await rows()).filter((key) => !before.has(key));
  expect(added).toEqual(
    limitFigures.contact.address.map(({ seconds }) => `contact:a:${seconds}:203.0.113.77`).toSorted(),
  );

  const userId = uuidv7();
  await sql`
    insert into users (id, first_name, last_name, email, password_hash)
    values (${userId}, 'Arta', 'Krasniqi', 'device@example.com', 'none')`.execute(db);
  const device = deviceHash("handed out");
  await sql`insert into known_devices (hash, user_id) values (sha256('handed out'), ${userId})`.execute(db);
  const { calls } = await callsUntilRefused(limits.contact, (index) =>
    caller({ device, address: `198.51.100.${index}` }),
  );
  expect(calls).toBe(limitFigures.contact.person[0].times);
});

test("guesses at many accounts from a blocked address add no rows", async () => {
  const { db, pool } = database;
  const limits = createLimits({ pool, enabled: true });
  const guess = (number: number) =>
    limits.login.take({ email: `spray.${number}@example.com`, knownDevice: null, address: "203.0.113.78" });
  await guess(0);
  await sql`update rate_limits set points = points + 1000 where key like 'login:a:%:203.0.113.78'`.execute(
    db,
  );
  await expect(guess(1)).rejects.toMatchObject({ code: "too_many_requests" });
  const rows = async () =>
    Number((await sql<{ count: string }>`select count(*) from rate_limits`.execute(db)).rows[0]?.count);
  const before = await rows();
  await Promise.allSettled(Array.from({ length: 100 }, (_, index) => guess(index + 2)));
  expect(await rows()).toBe(before);
});

test("switched-off limits refuse nothing", async () => {
  const limits = createLimits({ pool: database.pool, enabled: false });
  for (let index = 0; index < 2000; index += 1) await limits.contact.take(caller({ accountId: "gent" }));
  expect(await limits.mayMail("gent@example.com", "password")).toBe(true);
});

test("the counts contain no e-mail address", async () => {
  const limits = createLimits({ pool: database.pool, enabled: true });
  await limits.login.take({ email: "hana@example.com", knownDevice: null, address: "203.0.113.1" });
  await limits.mayMail("hana@example.com", "verify");
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(database.db);
  expect(rows.some(({ key }) => key.startsWith("mail"))).toBe(true);
  expect(rows.filter(({ key }) => key.includes("@"))).toEqual([]);
});

test("the limits leave no prepared statement on a connection, so a transaction pooler can be used", async () => {
  const one = createDatabase(database.url, { log: watchedLog, maxConnections: 1 });
  try {
    const limits = createLimits({ pool: one.pool, enabled: true });
    await limits.contact.take(caller({ accountId: "ilir" }));
    const { rows } = await sql`select name from pg_prepared_statements`.execute(one.db);
    expect(rows).toEqual([]);
  } finally {
    await one.close();
  }
});

test("one account compares an identification number with one car's five times a day, others as often", async () => {
  const limits = createLimits({ pool: database.pool, enabled: true });
  const [accountId, carId] = [uuidv7(), uuidv7()];
  for (let n = 0; n < 5; n += 1) await limits.vinOfCar(accountId, carId);
  await expect(limits.vinOfCar(accountId, carId)).rejects.toMatchObject({ code: "too_many_requests" });
  await limits.vinOfCar(accountId, uuidv7());
  await limits.vinOfCar(uuidv7(), carId);
});
