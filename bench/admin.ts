/**
 * Benchmark of the admin lists at 20,000 users and 100,000 cars. Measures every list, search, sort order and
 * deep page, with exact totals, through the whole API (session, query, JSON) in one process. Also measures
 * bulk deletes while visitors search.
 *
 *     node bench/admin.ts             100,000 cars of 20,000 users
 *     node bench/admin.ts 1000000     the given number of cars, a fifth as many users
 *     DATABASE_URL=postgres://… node bench/admin.ts    uses that database; the bulk deletes are real
 */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { openSession } from "#server/people/accounts/sessions.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createServices } from "#server/services.ts";
import { seedAdminLists } from "./seed-admin.ts";
import { startDatabase } from "./site.ts";
import { percentile } from "./percentile.ts";

const cars = Number(process.argv[2] ?? 100_000);
const carsPerUser = 5;
const rounds = 40;
/** Maximum p95 of a list, search or sort order, in ms. */
const goal = 300;

const log = createLogger((line) => {
  if (line.includes('"error"')) process.stderr.write(line);
});
const given = process.env["DATABASE_URL"];
const embedded =
  given === undefined
    ? await startDatabase()
    : { url: given, folder: await mkdtemp(join(tmpdir(), "vetura-bench-")), stop: async () => {} };
const database = createDatabase(embedded.url, { log });
const { db } = database;
const services = createServices({
  config: loadConfig({
    DATA_DIR: embedded.folder,
    DATABASE_URL: embedded.url,
    RATE_LIMITS: "off",
    NODE_ENV: "production",
  }),
  db,
  pool: database.pool,
  databaseUrl: embedded.url,
  log,
});
try {
  if (given === undefined) {
    const seeding = performance.now();
    const patient = createDatabase(embedded.url, { log, statementTimeout: 0 });
    await seedAdminLists(patient.db, Math.ceil(cars / carsPerUser), cars);
    await patient.close();
    console.log(`seeded in ${((performance.now() - seeding) / 1000).toFixed(0)} s`);
  }
  await services.prepare();
  // Only the public search runs, for concurrent visitors; no jobs, no payments.
  await services.search.start();
  const app = createApp(services);
  const adminId = uuidv7();
  const { token } = await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("users")
      .values({
        id: adminId,
        email: "admin@bench.example",
        first_name: "Admin",
        last_name: "Bench",
        password_hash: "none",
        is_admin: true,
      })
      .execute();
    return openSession(trx, adminId);
  });

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await app.fetch(
      new Request(`http://localhost:3000${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { remoteAddress: "127.0.0.1" },
    );
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

  /**
   * Prints p50 and p95 of a GET. `deep` spreads the rounds over all pages; `changing` updates a price each
   * round.
   */
  const measure = async (
    name: string,
    path: string,
    options: { deep?: boolean; changing?: boolean } = {},
  ): Promise<void> => {
    const shape = z.object({
      pagination: z.object({ totalPages: z.number() }).optional(),
    });
    const first = shape.parse(await ask("GET", path));
    const pages = first.pagination?.totalPages ?? 1;
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      if (options.changing === true) {
        await sql`update cars set price = price + 50 where number = ${10_001 + round * 17}`.execute(db);
      }
      const page = options.deep === true ? Math.max(1, Math.floor(pages * ((round + 1) / rounds))) : 1;
      const url =
        pages > 1 && options.deep === true ? `${path}${path.includes("?") ? "&" : "?"}page=${page}` : path;
      const start = performance.now();
      await ask("GET", url);
      times.push(performance.now() - start);
    }
    const p95 = percentile(times, 0.95);
    const mark = p95 <= goal ? "" : `  ABOVE ${goal}`;
    console.log(
      `${name.padEnd(58)} p50 ${percentile(times, 0.5).toFixed(0).padStart(4)} ms   p95 ${p95.toFixed(0).padStart(4)} ms${mark}`,
    );
  };

  await measure("overview", "/api/admin/stats");
  await measure("weeks", "/api/admin/weeks");
  await measure("charts, 30 days", "/api/admin/charts");
  await measure("charts, a year", "/api/admin/charts?from=2026-01-01&to=2026-12-31");
  await measure("health", "/api/admin/health");
  await measure("audit log", "/api/admin/audit");
  for (const key of ["createdAt", "name", "email", "phone", "cars", "status"])
    await measure(`users by ${key}, every depth`, `/api/admin/users?sort=${key}_asc`, { deep: true });
  for (const q of ["arben krasniqi", "gmail", "a", "shitesi12345", "+383 44 12", "çlirim"])
    await measure(
      `users: search "${q}", every depth`,
      `/api/admin/users/search?q=${encodeURIComponent(q)}&sort=name_asc`,
      {
        deep: true,
      },
    );
  for (const key of ["createdAt", "name", "price", "owner", "status"])
    await measure(`cars by ${key}, every depth`, `/api/admin/cars?sort=${key}_asc`, { deep: true });
  for (const q of [
    "golf",
    "bmw",
    "volkswagen golf 2016",
    "a",
    "arben krasniqi",
    "gmail golf",
    "shitesi777",
    "12345",
  ])
    await measure(
      `cars: search "${q}", every depth`,
      `/api/admin/cars/search?q=${encodeURIComponent(q)}&sort=price_desc`,
      { deep: true },
    );
  await measure("cars by price while prices change, every depth", "/api/admin/cars?sort=price_asc", {
    deep: true,
    changing: true,
  });
  await measure("cars: sold ones, every depth", "/api/admin/cars?status=sold", { deep: true });

  /** Runs public searches until the promise settles; returns each one's duration in ms. */
  const others = async (until: Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    const ended = new AbortController();
    until.then(
      () => ended.abort(),
      () => ended.abort(),
    );
    while (!ended.signal.aborted) {
      const start = performance.now();
      await app.fetch(
        new Request(`http://localhost:3000/api/cars?brand=Audi&minPrice=${5000 + times.length}&limit=24`),
        { remoteAddress: "127.0.0.1" },
      );
      times.push(performance.now() - start);
      // A search from memory never yields; give the deletion its turn.
      await nextTurn();
    }
    return times;
  };
  const bulk = async (kind: "users" | "cars"): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(kind)} where id <> ${adminId} order by md5(id::text) limit 500`.execute(db);
    const start = performance.now();
    const deleting = ask("POST", `/api/admin/${kind}/bulk-delete`, { ids: rows.map((row) => row.id) });
    const searches = await others(deleting);
    const seconds = (performance.now() - start) / 1000;
    const { deleted } = z.object({ deleted: z.number() }).parse(await deleting);
    console.log(
      `${`bulk delete of ${deleted} ${kind}`.padEnd(58)} ${seconds.toFixed(2)} s (goal: 5 s); others' ${searches.length} searches meanwhile: p95 ${percentile(searches, 0.95).toFixed(0)} ms`,
    );
  };
  await bulk("cars");
  await bulk("users");
  await measure("cars by price after that, every depth", "/api/admin/cars?sort=price_asc", { deep: true });
} finally {
  await services.stop();
  await database.close();
  await embedded.stop();
}
