import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "#server/platform/db/connection.ts";
import { browser, createTestApp, type TestApp } from "#testing/app.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { recountTotals, recordManyEvents, readStoredCounts } from "#testing/many-events.ts";
import { seed } from "#testing/seed.ts";
import { createRecorder } from "./recorder.ts";
import { countEvents } from "./stat-events.queries.ts";

expectFaults("statistics.dropped");

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function publishSome(count: number): Promise<string[]> {
  const seller = await app.registerUser();
  const ids: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- a person publishes one after the other
  for (let n = 0; n < count; n += 1) ids.push((await app.publishCar(seller))._id);
  return ids;
}

const sorted = (counts: Map<string, number>) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

test("daily totals of 100,000 events equal a recount to the unit, however they were added up, and again when counted anew", async () => {
  const { db } = app.database;
  const cars = await publishSome(30);
  const expected = await recordManyEvents(db, cars, { events: 100_000, seed });
  expect(new Set([...expected.keys()].map((key) => key.split(" ")[1])).size).toBeGreaterThan(3);
  expect(sorted(await readStoredCounts(db))).toEqual(sorted(expected));
  await recountTotals(db);
  expect(sorted(await readStoredCounts(db))).toEqual(sorted(expected));
});

test("events of a car that is deleted meanwhile hinder nobody", async () => {
  const { db } = app.database;
  const [car = ""] = await publishSome(1);
  const recorder = createRecorder({ db, log: watchedLog, now: () => new Date() });
  const visitor = { address: "192.0.2.1", userAgent: browser, accountId: null, cookieHash: null };
  recorder.record(visitor, "view", [car]);
  await recorder.flush();
  recorder.record(visitor, "view", [car]);
  await db.deleteFrom("cars").where("id", "=", car).execute();
  await recorder.stop();
  await countEvents(db);
  expect(await db.selectFrom("stat_days").where("car_id", "=", car).selectAll().execute()).toEqual([]);
  expect(recorder.figures).toEqual({ recorded: 2, dropped: 0 });
});

test("while the database is away events are dropped and counted", async () => {
  const [car = ""] = await publishSome(1);
  const away = createDatabase("postgres://nobody@127.0.0.1:1/none", {
    log: watchedLog,
    connectionTimeout: 200,
  });
  const visitor = { address: "192.0.2.1", userAgent: browser, accountId: null, cookieHash: null };
  const recorder = createRecorder({ db: away.db, log: watchedLog, now: () => new Date() });
  recorder.record(visitor, "view", [car]);
  recorder.record(visitor, "view", [car]);
  await recorder.flush();
  expect(recorder.figures).toEqual({ recorded: 0, dropped: 2 });
  await away.close();
});

test("the recorder's memory is bounded, and events beyond it are dropped and counted", async () => {
  const [car = ""] = await publishSome(1);
  const recorder = createRecorder({ db: app.database.db, log: watchedLog, now: () => new Date() });
  const visitor = { userAgent: browser, accountId: null, cookieHash: null };
  const list = Array.from({ length: 1000 }, () => car);
  for (let n = 0; n < 130; n += 1)
    recorder.record({ ...visitor, address: `192.0.2.${n}` }, "impression", list);
  expect(recorder.figures.dropped).toBe(30);
  await recorder.stop();
  expect(recorder.figures).toEqual({ recorded: 100, dropped: 30 });
});

test("a flood from one network, under any number of browsers, costs the others no event", async () => {
  const [car = ""] = await publishSome(1);
  const recorder = createRecorder({ db: app.database.db, log: watchedLog, now: () => new Date() });
  const visitor = { accountId: null, cookieHash: null };
  const list = Array.from({ length: 100 }, () => car);
  for (let n = 0; n < 1_500; n += 1)
    recorder.record(
      { ...visitor, address: `2001:db8::${n}`, userAgent: `${browser} ${n}` },
      "impression",
      list,
    );
  recorder.record({ ...visitor, address: "192.0.2.1", userAgent: browser }, "view", [car]);
  await recorder.flush();
  expect(recorder.figures).toEqual({ recorded: 201, dropped: 1_300 });
  // The next second.
  recorder.record({ ...visitor, address: "2001:db8::1", userAgent: browser }, "impression", list);
  await recorder.stop();
  expect(recorder.figures.recorded).toBe(202);
});

test("signed-in visitors of very many lists within a second cost the others no event", async () => {
  const [car = ""] = await publishSome(1);
  const { id: accountId } = await app.registerUser();
  const recorder = createRecorder({ db: app.database.db, log: watchedLog, now: () => new Date() });
  const visitor = { address: "192.0.2.1", userAgent: browser, accountId: null, cookieHash: null };
  // More than a statement takes as values of its own.
  for (let list = 0; list < 70; list += 1) {
    const cars = Array.from({ length: 1000 }, () => randomUUID());
    recorder.record({ ...visitor, address: `198.51.100.${list}`, accountId }, "impression", cars);
  }
  recorder.record(visitor, "view", [car]);
  await recorder.stop();
  expect(recorder.figures).toEqual({ recorded: 71, dropped: 0 });
});
