import { loadHot, loadOnce, loadSteadily, type LoadResult } from "#bench/load.ts";
import { type BenchSite, startMemoryServer, waitUntilIdle } from "#bench/site.ts";
import { searchPaths } from "./paths.ts";
import type { PreparedCommit } from "./prepared-commit.ts";

/** Figures of one run of a site: rates per second, times in ms, memory in MB. */
export interface Figures {
  readonly memoryAtRest: number;
  readonly firstSearches: number;
  readonly searches: number;
  readonly searchCpu: number;
  readonly carPages: number;
  readonly carCpu: number;
  /** p99 divided by p50 at 100 searches a second; Infinity if some failed. */
  readonly spread: number;
  /** Rate relative to a server that sends the same bytes from memory. */
  readonly hotHome: number;
  readonly hotSearch: number;
  readonly memoryAfterLoad: number;
}

function print(what: string, { rate, p50, p99, failures }: LoadResult): void {
  console.log(
    `  ${what.padEnd(34)} ${rate.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  failures ${failures}`,
  );
}

/** Error pages are faster than real ones. */
function requireNoFailure(what: string, { failures }: LoadResult): void {
  if (failures > 0) throw new Error(`${failures} of "${what}" failed.`);
}

/** The rate, and the CPU time of all the site's processes per page. */
async function measurePathsOnce(
  site: BenchSite,
  what: string,
  paths: readonly string[],
): Promise<{ rate: number; cpu: number }> {
  const before = await site.cpu();
  const result = await loadOnce(site.url, paths);
  const cpu = ((await site.cpu()) - before) / paths.length;
  print(what, result);
  requireNoFailure(what, result);
  console.log(`  ${"".padEnd(34)} ${cpu.toFixed(2)} ms of processor time a page, all processes`);
  return { rate: result.rate, cpu };
}

/** Different searches on a freshly started site, whose caches are empty. */
export async function measureSearches(
  side: PreparedCommit,
  count: number,
): Promise<{ rate: number; cpu: number }> {
  const site = await side.start();
  try {
    await waitUntilIdle(site);
    await measurePathsOnce(site, "warming up", searchPaths(count, 1));
    return await measurePathsOnce(site, "/search, different", searchPaths(count, 0));
  } finally {
    await site.stop();
  }
}

/** Starts the site and requests `count` different searches and these cars' pages. */
export async function measureCommit(
  side: PreparedCommit,
  count: number,
  carIds: readonly string[],
): Promise<Figures> {
  const site = await side.start();
  try {
    await waitUntilIdle(site);
    const memoryAtRest = await site.memory();
    // Other searches first: V8 compiles during the first thousands of pages, but caches must not know the
    // measured ones.
    const first = await measurePathsOnce(site, "/search, first after a start", searchPaths(count, 1));
    await measurePathsOnce(site, "warming up", searchPaths(count, 2));
    const searches = await measurePathsOnce(site, "/search, different", searchPaths(count, 0));
    const carPages = await measurePathsOnce(
      site,
      "/car/{id}, different",
      carIds.map((id) => `/car/${id}`),
    );
    const steady = await loadSteadily(site.url, searchPaths(count, 3), 100);
    print("/search, different, 100 a second", steady);
    const hotHome = await measureHotPage(site, "/");
    const hotSearch = await measureHotPage(site, "/search?brand=Audi");
    return {
      memoryAtRest,
      firstSearches: first.rate,
      searches: searches.rate,
      searchCpu: searches.cpu,
      carPages: carPages.rate,
      carCpu: carPages.cpu,
      // A side that cannot carry the load refuses a part of it.
      spread: steady.failures > 0 ? Infinity : steady.p99 / steady.p50,
      hotHome,
      hotSearch,
      memoryAfterLoad: await site.memory(),
    };
  } finally {
    await site.stop();
  }
}

/** The rate of a cached page, divided by the rate of a memory server with the same bytes at the same time. */
async function measureHotPage(site: BenchSite, path: string): Promise<number> {
  const page = await fetch(site.url + path).then((answer) => answer.text());
  const memory = await startMemoryServer(page);
  try {
    const reference = await loadHot(memory.url, ["/"], 4);
    const result = await loadHot(site.url, [path], 4);
    print(`${path}, hot`, result);
    requireNoFailure(path, result);
    return result.rate / reference.rate;
  } finally {
    await memory.stop();
  }
}
