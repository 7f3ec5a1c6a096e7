import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { startDatabase, startSite } from "#bench/site.ts";
import { seedManyCars } from "#bench/seed-many.ts";
import { runLoadGenerator, pinToCore } from "./run-load-generator.ts";
import type { LoadReport } from "./open-loop.ts";

const cars = 5_000;
const times = 10;
const cores = { site: 0, load: 1 } as const;

function printReport(
  what: string,
  { sent, statuses, pages, refusals, webhooks }: LoadReport,
  seconds: number,
): void {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  console.log(
    `${what.padEnd(24)} ${Math.round(sent / seconds)}/s asked; ${counts.join(", ")}; pages p50 ${pages.p50} p99 ${pages.p99} ms; refusals p50 ${refusals.p50} p99 ${refusals.p99} most ${refusals.most} ms; webhooks ${JSON.stringify(webhooks)}`,
  );
}

const goodput = ({ statuses }: LoadReport, seconds: number) => (statuses[200] ?? 0) / seconds;

/**
 * Ten times the site's capacity, open loop (specification.md#reliability). `given`: seconds of each
 * measurement.
 */
export async function overload(given?: string): Promise<void> {
  const seconds = Number(given ?? 20);
  const database = await startDatabase();
  try {
    const log = createLogger((line) => process.stderr.write(line));
    const pooled = createDatabase(database.url, { log, statementTimeout: 300_000 });
    await seedManyCars(pooled.db, cars);
    const ids = await pooled.db.selectFrom("cars").select("id").where("state", "=", "active").execute();
    await pooled.close();
    const site = await startSite(database);
    try {
      pinToCore(site.pid, cores.site);
      // Searches and cars in turn, none twice within a second: the micro-cache must not help.
      const paths = ids.flatMap(({ id }, n) => [`/car/${id}`, `/search?minPrice=${1_000 + n}`]);
      const ask = (order: { rate?: number; clients?: number; seconds: number }) =>
        runLoadGenerator(cores.load, site.url, { paths, webhook: true, ...order });
      await ask({ clients: 16, seconds: 8 });
      const best = await ask({ clients: 32, seconds });
      printReport("as much as it holds", best, seconds);
      const rate = Math.round(goodput(best, seconds) * times);
      const flood = await ask({ rate, seconds });
      printReport(`${times} times as much`, flood, seconds);
      const after = await ask({ clients: 32, seconds: 5 });
      printReport("afterwards", after, 5);
      const share = goodput(flood, seconds) / goodput(best, seconds);
      console.log(
        `goodput ${goodput(best, seconds).toFixed(0)}/s at best, ${goodput(flood, seconds).toFixed(0)}/s at ${times} times the load: ${(share * 100).toFixed(0)} %; ${await site.memory()} MB`,
      );
      const broken = [
        share < 0.9 && "less than 90 % of the best",
        flood.refusals.p99 > 50 && "refusals later than 50 ms",
        // The webhook's signature is invalid: it must be read, checked and refused with 400.
        Object.keys(flood.webhooks.statuses).join() !== "400" && "a webhook was not taken",
        (flood.statuses[0] ?? 0) > 0 && "requests without an answer",
      ].filter((reason) => reason !== false);
      if (broken.length > 0) throw new Error(broken.join("; "));
    } finally {
      await site.stop();
    }
  } finally {
    await database.stop();
  }
}
