/**
 * Server-rendered pages at 50,000 cars: 2,000 different searches and 2,000 different cars, 32 connections, one
 * process, for the first time and asked for again, 100 searches a second, and two hot pages; beside them the rate of a
 * server that answers bytes of the same size from memory, in the same run. The load comes from wrk, but for the steady one.
 *
 *     node bench/pages.ts [cars]
 */
import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import { sortOptions } from "#domain/search/search-fields.ts";
import { carTypes, fuels, transmissions } from "#domain/cars/car-lists.ts";
import { locations } from "#domain/places/locations.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { loadHot, loadOnce, loadSteadily, type LoadResult } from "./load.ts";
import { seedManyCars } from "./seed-many.ts";
import { startDatabase, startMemoryServer, startSite, untilQuiet } from "./site.ts";

const cars = Number(process.argv[2] ?? 50_000);
const different = 2_000;
const words = [
  "golf",
  "vw diesel",
  "bmw x5",
  "automatik",
  "mercedes",
  "octavia kombi",
  "audi a4 2015",
  "suv",
];
const brands = ["Volkswagen", "Audi", "BMW", "Mercedes-Benz", "Škoda", "Opel", "Peugeot", "Renault"];

function pick<T>(values: readonly T[], index: number): readonly T[] {
  const value = values[index % values.length];
  return value === undefined ? [] : [value];
}

/** The n-th search of a round, a fifth of them with words; no two rounds have one in common. */
function search(n: number, round: number): CarSearch {
  return {
    ...emptySearch,
    q: n % 5 === 0 ? (words[n % words.length] ?? "") : "",
    brand: n % 2 === 0 ? pick(brands, n >> 1) : [],
    type: n % 3 === 0 ? pick(carTypes, n) : [],
    fuel: n % 4 === 0 ? pick(fuels, n) : [],
    location: n % 7 === 0 ? pick(locations, n) : [],
    transmission: n % 6 === 0 ? pick(transmissions, n) : [],
    minPrice: 1_000 + (n % 211) * 37 + round,
    maxPrice: n % 2 === 0 ? 12_000 + (n % 97) * 410 : null,
    minYear: n % 3 === 1 ? 2_000 + (n % 20) : null,
    sort: sortOptions[n % sortOptions.length] ?? "standard",
  };
}

function searchPaths(round: number): string[] {
  return Array.from(
    { length: different },
    (_, n) => `/search?${carSearchParams(search(n, round)).toString()}`,
  );
}

function print(what: string, result: LoadResult, reference?: LoadResult): void {
  const ratio =
    reference === undefined ? "" : `  ratio to memory ${(result.rate / reference.rate).toFixed(3)}`;
  console.log(
    `${what.padEnd(34)} ${result.rate.toFixed(0).padStart(7)}/s  p50 ${result.p50.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms  failures ${result.failures}${ratio}`,
  );
}

const database = await startDatabase();
try {
  const log = createLogger((line) => process.stderr.write(line));
  const pooled = createDatabase(database.url, { log, statementTimeout: 300_000 });
  const seeding = performance.now();
  await seedManyCars(pooled.db, cars);
  const ids = await pooled.db
    .selectFrom("cars")
    .select("id")
    .where("state", "=", "active")
    .limit(different)
    .execute();
  await pooled.close();
  console.log(`${cars} cars seeded in ${((performance.now() - seeding) / 1000).toFixed(1)} s`);

  const starting = performance.now();
  const site = await startSite(database);
  console.log(
    `site ready after ${((performance.now() - starting) / 1000).toFixed(1)} s, ${await site.memory()} MB in all processes`,
  );
  try {
    await untilQuiet(site);
    console.log(`${await site.memory()} MB in all processes at rest`);
    const sample = await fetch(`${site.url}/search?brand=Audi`).then((answer) => answer.text());
    const memory = await startMemoryServer(sample);

    const searches = searchPaths(0);
    const reference = await loadOnce(memory.url, searches);
    print("the same bytes from memory", reference);
    // Others first, so that the code is warm and the pages are not: a site runs for weeks, and V8 compiles for the
    // first thousands of pages.
    print(`/search, first ${different} after a start`, await loadOnce(site.url, searchPaths(1)), reference);
    await loadOnce(site.url, searchPaths(2));
    const carPages = ids.map(({ id }) => `/car/${id}`);
    for (const [name, paths] of [
      ["/search", searches],
      ["/car/{id}", carPages],
    ] as const) {
      const cpu = await site.cpu();
      print(`${name}, ${paths.length} different`, await loadOnce(site.url, paths), reference);
      const perPage = ((await site.cpu()) - cpu) / paths.length;
      console.log(`${"".padEnd(34)} ${perPage.toFixed(2)} ms of processor time a page, all processes`);
      print(`${name}, asked for again`, await loadOnce(site.url, paths), reference);
    }
    const steady = await loadSteadily(site.url, searchPaths(3), 100);
    print("/search, different, 100 a second", steady);
    console.log(`${"".padEnd(34)} p99 is ${(steady.p99 / steady.p50).toFixed(1)} times the p50`);
    print(
      "/api/cars/facets, different",
      await loadOnce(
        site.url,
        searches.map((path) => path.replace("/search", "/api/cars/facets")),
      ),
      reference,
    );
    const hotReference = await loadHot(memory.url, ["/"], 4);
    print("memory, hot", hotReference);
    print("/ hot", await loadHot(site.url, ["/"], 4), hotReference);
    print("/search hot", await loadHot(site.url, ["/search?brand=Audi"], 4), hotReference);
    console.log(`memory of all processes after the load ${await site.memory()} MB`);
    await memory.stop();
  } finally {
    await site.stop();
  }
} finally {
  await database.stop();
}
