/**
 * The statistics: whether the daily totals of many events equal a recount, and what recording costs a page in
 * CPU time of all processes. The cost is measured in isolation, as a share of an uncached page; the promise
 * applies to this figure. It is also measured as the difference between turns of a browser, whose events are
 * recorded, and of a program, whose are not. On a busy machine with 2 cores single turns vary by more than
 * recording costs, so the median of pairs is printed as well.
 *
 *     node bench/statistics.ts [events] [turns] [cars]
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { browser } from "#testing/app.ts";
import { recountTotals, recordManyEvents, readStoredCounts, type StatCounts } from "#testing/many-events.ts";
import { median } from "#domain/statistics/price-rank.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createRecorder } from "#server/market/recording/recorder.ts";
import { countEvents } from "#server/market/recording/stat-events.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { checkGoal } from "./check-goal.ts";
import { siteCpu } from "./processes.ts";
import { seedManyCars } from "./seed-many.ts";
import { startDatabase, startSite, waitUntilIdle } from "./site.ts";

const events = Number(process.argv[2] ?? 1_000_000);
const turns = Number(process.argv[3] ?? 8);
const cars = Number(process.argv[4] ?? 50_000);
const carsWithEvents = 300;
/** No process has this id, so that only PostgreSQL's processes are counted. */
const noSite = -1;
const carsATurn = 500;
const atOnce = 4;
/** Not a browser: its events are not recorded. */
const program = "curl/8";

function differing(one: StatCounts, other: StatCounts): number {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => one.get(key) !== other.get(key)).length;
}

/** Opens each page once, a few at a time: this measures the cost of a page, not the behaviour under load. */
async function openAll(origin: string, paths: readonly string[], agent: string): Promise<void> {
  const waiting = paths.values();
  const openNext = async (): Promise<void> => {
    for (const path of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person does
      const answer = await fetch(origin + path, { headers: { "User-Agent": agent } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, openNext));
}

/** CPU time of this process and of PostgreSQL so far, in ms. */
async function cpu(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (await siteCpu(noSite));
}

/**
 * CPU time of all processes for recording and counting, in µs a page, at 200 pages a second; half of them are
 * lists of 20 cars. Measured in isolation: a thousandth of a page would be lost in the noise of rendering.
 */
async function recordingCost(db: Kysely<DB>, cars: readonly string[]): Promise<number> {
  const pagesASecond = 200;
  const minutes = 2;
  const recorder = createRecorder({ db, log: createLogger(() => {}), now: () => new Date() });
  const before = await cpu();
  for (let second = 0; second < minutes * 60; second += 1) {
    for (let page = 0; page < pagesASecond; page += 1) {
      const visitor = {
        address: `192.0.2.${page}`,
        userAgent: `${browser} ${page % 50}`,
        accountId: null,
        cookieHash: null,
      };
      const first = (second * 7 + page) % (cars.length - 20);
      if (page % 2 === 0) recorder.record(visitor, "impression", cars.slice(first, first + 20));
      else recorder.record(visitor, "view", cars.slice(first, first + 1));
    }
    // oxlint-disable-next-line no-await-in-loop -- as seconds follow one another
    await recorder.flush();
    // oxlint-disable-next-line no-await-in-loop -- as minutes do
    if (second % 60 === 59) await countEvents(db);
  }
  const spent = (await cpu()) - before;
  if (recorder.figures.dropped > 0) throw new Error("events were dropped");
  return (spent * 1000) / (pagesASecond * 60 * minutes);
}

/** The median of figures in ms. */
function middle(costs: readonly number[]): number {
  return (median(costs.map((cost) => cost * 1000)) ?? 0) / 1000;
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

const database = await startDatabase();
try {
  const log = createLogger((line) => process.stderr.write(line));
  const pooled = createDatabase(database.url, { log, statementTimeout: 300_000 });
  const { db } = pooled;
  await seedManyCars(db, cars);
  const ids = (await db.selectFrom("cars").select("id").limit(carsATurn).execute()).map(({ id }) => id);

  if (events > 0) {
    const began = performance.now();
    const expected = await recordManyEvents(db, ids.slice(0, carsWithEvents), { events, seed: 20_261_123 });
    console.log(`${events} events recorded and added up in ${seconds(began)} s`);
    console.log(`     ${expected.size} figures`);
    checkGoal("figures that differ from a recount", differing(expected, await readStoredCounts(db)), 0);
    const anew = performance.now();
    await recountTotals(db);
    console.log(`     counted anew in ${seconds(anew)} s`);
    checkGoal("figures that differ when counted anew", differing(expected, await readStoredCounts(db)), 0);
  }
  const recording = await recordingCost(db, ids);
  console.log(
    `     recording: ${recording.toFixed(0)} µs of processor time a page, all processes, adding up included`,
  );
  await pooled.close();

  const site = await startSite(database);
  try {
    await waitUntilIdle(site);
    const pathsOf = (turn: number): string[] =>
      ids.flatMap((id, n) => [
        `/search?minPrice=${1_000 + turn}&maxPrice=${9_000 + n}`,
        `/car/${id}?t=${turn}`,
      ]);
    const costOf = async (turn: number, agent: string): Promise<number> => {
      const paths = pathsOf(turn);
      const before = await site.cpu();
      await openAll(site.url, paths, agent);
      // By then the recorder has flushed.
      await sleep(2_500);
      return ((await site.cpu()) - before) / paths.length;
    };
    // V8 compiles during the first thousands of pages.
    for (const turn of [-2, -1]) await costOf(turn, browser);
    const recorded: number[] = [];
    const plain: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const order = turn % 2 === 0 ? [browser, program] : [program, browser];
      for (const [place, agent] of order.entries()) {
        const cost = await costOf(turn * 2 + place, agent);
        (agent === program ? plain : recorded).push(cost);
        console.log(
          `${agent === program ? "without" : "with   "} ${cost.toFixed(3)} ms of processor time a page`,
        );
      }
    }
    const pairs = recorded.map((cost, turn) => (cost / (plain[turn] ?? cost) - 1) * 100);
    console.log(
      `     a page without recording: ${middle(plain).toFixed(3)} ms; pairs of turns differ by ${middle(pairs).toFixed(2)} % (median of ${pairs.length})`,
    );
    checkGoal("recording, share of a cold page", recording / 10 / middle(plain), 1, " %");
  } finally {
    await site.stop();
  }
} finally {
  await database.stop();
}
