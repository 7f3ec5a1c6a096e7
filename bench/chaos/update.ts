import { resolve, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openRecord } from "#bench/soak/record.ts";
import { buildFormer, checkOutFormer, formerVersion } from "#testing/former-version.ts";
import { startCopies } from "./copies.ts";
import { type Count, settleMs, visitAll } from "./rolling.ts";

/** The built files that a page links to. */
async function filesOf(site: string, path: string): Promise<string[]> {
  const response = await fetch(site + path, { signal: AbortSignal.timeout(30_000) });
  const page = await response.text();
  return [
    ...new Set(Array.from(page.matchAll(/\/assets\/[\w./-]+\.(?:js|css|svg|woff2)/g), ([file]) => file)),
  ];
}

const pages = ["/", "/search", "/vlera", "/login"];

/** All files of the open tab's version and of the current pages must be available. */
async function expectFiles(site: string, when: string, open: readonly string[], count: Count): Promise<void> {
  // Twice each, because the load balancer alternates between the copies.
  const now = await Promise.all([...pages, ...pages].map((path) => filesOf(site, path)));
  for (const file of new Set([...open, ...now.flat()])) {
    count.requests += 1;
    const { status } = await fetch(site + file, { signal: AbortSignal.timeout(30_000) });
    if (status !== 200) count.failures.push(`${file}: ${status} ${when}`);
  }
}

/**
 * Updates of a site with two copies under load, until `given` are on record. Both copies of the previous
 * version are replaced by this version, one after the other, and one goes back. No request may fail, no
 * acknowledged price may be lost, and a tab of the previous version finds its scripts while a copy of that
 * version runs (docs/operations/updating.md).
 */
export async function runUpdates(given = "10"): Promise<void> {
  const goal = Number(given);
  const former = resolve("data", "former", formerVersion.commit);
  await checkOutFormer(former);
  buildFormer(former);
  const record = await openRecord(join("data", "chaos", "update.jsonl"));
  while (record.rounds() < goal) {
    const began = Date.now();
    const count: Count = { requests: 0, writes: 0, failures: [] };
    const ending = new AbortController();
    const site = await startCopies({ env: { RATE_LIMITS: "off" }, root: former });
    const visiting = visitAll(site.url, count, ending.signal);
    try {
      const tab = (await Promise.all(pages.map((path) => filesOf(site.url, path)))).flat();
      await sleep(settleMs);
      const [first, second] = site.copies;
      const times = [await first.stop(), await first.start()];
      await sleep(settleMs);
      await expectFiles(site.url, "with one copy renewed", tab, count);
      times.push(await second.stop(), await second.start());
      await sleep(settleMs);
      await expectFiles(site.url, "with both renewed", [], count);
      // Rollback: the previous version starts on this version's schema.
      times.push(await first.stop(), await first.start(former));
      await sleep(settleMs);
      ending.abort();
      await visiting;
      const passed = count.failures.length === 0;
      const detail = {
        from: formerVersion.name,
        requests: count.requests,
        writes: count.writes,
        stopsAndStarts: times,
      };
      await record.add({
        seed: record.nextSeed(),
        rounds: 1,
        passed,
        seconds: Math.round((Date.now() - began) / 1000),
        detail: passed ? detail : { ...detail, failures: count.failures.slice(0, 20) },
      });
      console.log(`${record.rounds()} of ${goal}: ${JSON.stringify(detail)}`);
      if (!passed) throw new Error(`failed:\n${count.failures.slice(0, 20).join("\n")}`);
    } finally {
      ending.abort();
      await visiting.catch(() => {});
      if (count.failures.length > 0) console.error(await site.balancerLog());
      await site.close();
    }
  }
}
