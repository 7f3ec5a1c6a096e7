/**
 * The feed of all dealers' cars from the built product: download time, memory growth of the serving process
 * for one reader and for four at once, and the cost of a conditional request when nothing changed.
 *
 *     node bench/feeds.ts [cars]
 */
import { sql } from "kysely";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { checkGoal } from "./check-goal.ts";
import { memoryPeak } from "./processes.ts";
import { seedManyCars } from "./seed-many.ts";
import { startDatabase, startSite, waitUntilIdle } from "./site.ts";

const cars = Number(process.argv[2] ?? 100_000);
const readersAtOnce = 4;
/** Maximum growth above the memory at rest, in MB. */
const maxMemory = 150;

const database = await startDatabase();
try {
  const log = createLogger((line) => process.stderr.write(line));
  const filling = createDatabase(database.url, { log, statementTimeout: 600_000 });
  const { db } = filling;
  await seedManyCars(db, cars);
  await sql`update users set is_dealer_by_hand = true`.execute(db);
  await sql`insert into outward_feeds (user_id) select id from users`.execute(db);
  await sql`analyze`.execute(db);
  await filling.close();
  const site = await startSite(database);
  try {
    await waitUntilIdle(site);
    const url = `${site.url}/feeds/vehicles.csv`;
    const read = async (): Promise<{ bytes: number; etag: string }> => {
      const answer = await fetch(url);
      if (answer.body === null || answer.status !== 200) throw new Error(`${answer.status}`);
      let bytes = 0;
      for await (const chunk of answer.body) bytes += chunk.length;
      return { bytes, etag: answer.headers.get("etag") ?? "" };
    };
    let etag = "";
    for (const readers of [1, readersAtOnce]) {
      const start = performance.now();
      let bytes = 0;
      // oxlint-disable-next-line no-loop-func -- one round after the other
      const { rest, peak } = await memoryPeak(site.pid, async () => {
        const all = await Promise.all(Array.from({ length: readers }, read));
        bytes = all.reduce((sum, each) => sum + each.bytes, 0);
        etag = all[0]?.etag ?? "";
      });
      const seconds = (performance.now() - start) / 1000;
      console.log(
        `     ${cars} cars, ${readers} at once: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; memory of the process ${rest} MB before, ${peak} MB at most`,
      );
      checkGoal("memory meanwhile, more than at rest", peak - rest, maxMemory, " MB");
    }
    const start = performance.now();
    const again = await fetch(url, { headers: { "If-None-Match": etag } });
    console.log(`asked again: ${again.status} in ${(performance.now() - start).toFixed(0)} ms`);
  } finally {
    await site.stop();
  }
} finally {
  await database.stop();
}
