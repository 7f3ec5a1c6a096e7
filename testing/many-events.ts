import { type Kysely, sql } from "kysely";
import { type StatKind, toldKinds } from "#domain/statistics/stat-kinds.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { createRecorder } from "#server/market/recording/recorder.ts";
import { countEvents } from "#server/market/recording/stat-events.queries.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { watchedLog } from "./faults.ts";
import { browser } from "./app.ts";

const visitors = 5_000;
const carsInList = 8;
/** Below a recorder's maximum. */
const batch = 2_000;
const first = Date.parse("2026-10-23T09:00:00Z");
const days = 5;

/** Counts by car, day and kind: "id 2026-11-23 view". */
export type StatCounts = Map<string, number>;

/**
 * Records random visitors' events over some days with two recorders, as of two processes, while a third
 * counts them into daily totals. Returns the totals of a plain recount.
 */
export async function recordManyEvents(
  db: Kysely<DB>,
  cars: readonly string[],
  { events, seed }: { events: number; seed: number },
): Promise<StatCounts> {
  const random = createSeededRandom(seed);
  let clock = new Date(first);
  let day = dayOf(clock);
  const recorders = [0, 1].map(() => createRecorder({ db, log: watchedLog, now: () => clock }));
  const expected: StatCounts = new Map();
  const asked = new Set<string>();
  const add = (car: string, kind: StatKind): void => {
    const key = `${car} ${day} ${kind}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  };
  const addOnce = (car: string, kind: StatKind, name: string): void => {
    const key = `${car} ${day} ${kind} ${name}`;
    if (asked.has(key)) return;
    asked.add(key);
    add(car, kind);
  };
  for (let done = 0; done < events; done += batch) {
    for (let each = 0; each < Math.min(batch, events - done); each += 1) {
      const number = random.below(visitors);
      const name = `${number}`;
      const visitor = {
        address: `192.0.2.${number % 200}`,
        userAgent: `${browser} ${name}`,
        accountId: null,
        cookieHash: null,
      };
      const kind: StatKind = random.chance(0.5)
        ? "impression"
        : random.chance(0.7)
          ? "view"
          : random.pick(["phone", ...toldKinds, "sheet_scan"]);
      const shown =
        kind === "impression"
          ? Array.from({ length: carsInList }, () => random.pick(cars))
          : [random.pick(cars)];
      random.pick(recorders).record(visitor, kind, shown);
      for (const car of shown) {
        if (kind === "phone" || kind === "whatsapp" || kind === "viber") {
          addOnce(car, kind, name);
          addOnce(car, "lead", name);
        } else add(car, kind);
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- as seconds follow one another
    await Promise.all([...recorders.map((recorder) => recorder.flush()), countEvents(db)]);
    clock = new Date(first + (done / events) * days * 86_400_000);
    day = dayOf(clock);
  }
  await countEvents(db);
  return expected;
}

/** The stored daily totals. */
export async function readStoredCounts(db: Kysely<DB>): Promise<StatCounts> {
  const { rows } = await sql<{ key: string; count: number }>`
    select car_id || ' ' || day || ' ' || kind as key, count from stat_days`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** Recomputes the totals, as an operator does (docs/operations/prices-and-tariffs.md). */
export async function recountTotals(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`delete from stat_days where day in (select distinct day from stat_events)`.execute(trx);
    await sql`update stat_counted set up_to = 0`.execute(trx);
  });
  await countEvents(db);
}
