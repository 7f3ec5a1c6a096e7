/**
 * Price estimates: fitting in a process of its own, and estimates with their comparables from the database.
 *
 *     node bench/prices.ts            100,000 cars
 *     node bench/prices.ts --million  1,000,000 cars
 *     node bench/prices.ts 50000      the given number
 */
import { sql } from "kysely";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createCurrentModel } from "#server/market/prices/current-model.ts";
import { estimateCar } from "#server/market/prices/estimate-cars.ts";
import { runLearning } from "#server/market/prices/run-learning.ts";
import { seedManyCars } from "./seed-many.ts";
import { startDatabase } from "./site.ts";

const asked = 2_000;
const [argument = "100000"] = process.argv.slice(2);
const count = argument === "--million" ? 1_000_000 : Number(argument);
const number = new Intl.NumberFormat("en-US");
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const log = createLogger((line) => process.stderr.write(line));
const server = await startDatabase();
const database = createDatabase(server.url, { log, statementTimeout: 600_000 });
const { db } = database;
try {
  console.log(`${number.format(count)} cars`);
  await seedManyCars(db, count);
  const learning = performance.now();
  const { outcome, figures, bands } = await runLearning(server.url, new AbortController().signal);
  const percent = (part: number) => `${((part / figures.listings) * 100).toFixed(0)} %`;
  console.log(
    `learned and all cars rated in ${seconds(learning)}: ${outcome}, ${number.format(figures.listings)} listings in the sample, ` +
      `median error ${((figures.medianError ?? 0) * 100).toFixed(1)} %, ${percent(figures.rated)} rated, ${number.format(bands)} bands changed`,
  );
  const ctx = { db, priceModel: createCurrentModel(db), log, now: () => new Date() };
  const { rows } = await sql<{ id: string }>`
    select id from cars order by random() limit ${asked}`.execute(db);
  const times: number[] = [];
  const before = process.cpuUsage();
  let comparables = 0;
  for (const { id } of rows) {
    const started = performance.now();
    comparables += (await estimateCar(ctx, null, id)).comparables.length;
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (part: number) => `${(times[Math.floor(times.length * part)] ?? 0).toFixed(1)} ms`;
  console.log(
    `${number.format(times.length)} estimates of different cars: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; ` +
      `${(comparables / times.length).toFixed(1)} comparables, ${((user + system) / 1000 / times.length).toFixed(1)} ms of the site's processor each`,
  );
} finally {
  await database.close();
  await server.stop();
}
