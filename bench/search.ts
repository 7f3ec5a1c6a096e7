/**
 * Uncached searches: total, facets and the first page's ids for 10,000 different states, a fifth of them with
 * words, from the in-memory index. Compares with the same in plain SQL and in MiniSearch, an in-memory search
 * library. Also measures suggestions while typing.
 *
 *     node bench/search.ts            100,000 cars
 *     node bench/search.ts --million  100,000 and 1,000,000 cars
 *     node bench/search.ts 50000      the given number
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { townsWithin } from "#domain/places/distance.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import { type Nearness, nearnessOf } from "#domain/search/nearness.ts";
import {
  type FieldName,
  type ListName,
  distanceFields,
  distanceNames,
  listFields,
  listNames,
  manyNames,
  oneNames,
  rangeFields,
  rangeNames,
  recordOf,
  sortOptions,
} from "#domain/search/search-fields.ts";
import { type ListedCar, totalWithPlates } from "#domain/tariffs/import-costs.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { createLogger } from "#server/log.ts";
import { createSearchService } from "#server/market/search/search.service.ts";
import { createActiveTariffs } from "#server/market/tariffs/active-tariffs.ts";
import { createSeededRandom, type SeededRandom } from "#testing/seeded-random.ts";
import { columnOf, measureMiniSearch } from "./minisearch.ts";
import { seedManyCars } from "./seed-many.ts";
import { startDatabase } from "./site.ts";
import { percentile } from "./percentile.ts";

const states = 10_000;
const sqlStates = 40;
const miniStates = 100;
/** With more cars MiniSearch takes minutes to build its index. */
const maxForMini = 200_000;
const maxCars = 2_000;
const maxSimilar = 12;
const page = { page: 1, limit: 24 };

const popular = [
  "Volkswagen",
  "Mercedes-Benz",
  "BMW",
  "Audi",
  "Opel",
  "Ford",
  "Peugeot",
  "Renault",
  "Škoda",
  "Toyota",
];
const phrases = [
  "dizel automatik",
  "panoramë",
  "navigim lëkurë",
  "2.0 tdi",
  "e zezë",
  "karavan",
  "pa dogane",
  "gjermani",
  "servis",
  "prishtine",
  "deri 8000 euro",
  "2016",
  "xhip benzin",
];

function misspelt(word: string, random: SeededRandom): string {
  const at = 1 + random.below(Math.max(1, word.length - 1));
  return word.slice(0, at) + word.slice(at + 1);
}

function words(random: SeededRandom, brand: string): string {
  const models = carCatalogue[brand] ?? [];
  const model = models[random.below(models.length)] ?? "";
  const phrase = phrases[random.below(phrases.length)] ?? "";
  switch (random.below(5)) {
    case 0:
      return `${brand} ${model}`;
    case 1:
      return `${model} ${phrase}`;
    case 2:
      return `${misspelt(brand, random)} ${phrase}`;
    case 3:
      return `${brand} ${phrase} ${phrases[random.below(phrases.length)] ?? ""}`;
    default:
      return phrase;
  }
}

/** A list is set in one of N states, N = 10 by default; brand and model are chosen separately. */
const oneIn: Readonly<Partial<Record<ListName, number>>> = {
  brand: 1,
  model: 1,
  type: 4,
  fuel: 3,
  origin: 10,
  location: 4,
  transmission: 4,
  condition: 10,
  customsPaid: 12,
  priceBand: 8,
  color: 10,
  equipment: 8,
};

/** A distance around one of the municipalities. */
function somewhereNear(random: SeededRandom): Nearness | null {
  const [centre] = municipalities.slice(random.below(municipalities.length));
  const km = distanceFields.near.km[random.below(distanceFields.near.km.length)];
  return centre === undefined || km === undefined ? null : nearnessOf({ ...centre, km });
}

function differentStates(count: number): CarSearch[] {
  // The same states on every machine.
  const random = createSeededRandom(42);
  // A generator of its own, so that the other fields of the states stay as they were.
  const randomTotal = createSeededRandom(43);
  const pick = <T>(values: readonly T[]): T[] => values.slice(random.below(values.length)).slice(0, 1);
  const known = new Map<string, CarSearch>();
  while (known.size < count) {
    const brand = pick(random.below(4) === 0 ? Object.keys(carCatalogue) : popular);
    const withBrand = random.below(2) === 0;
    const models = carCatalogue[brand[0] ?? ""] ?? [];
    const minPrice = random.below(4) === 0 ? 1_000 * (1 + random.below(20)) : null;
    const minYear = random.below(3) === 0 ? 1_998 + random.below(24) : null;
    const search: CarSearch = {
      ...emptySearch,
      q: known.size % 5 === 0 ? words(random, brand[0] ?? "") : "",
      ...recordOf(listNames, (name) =>
        random.below(oneIn[name] ?? 10) === 0 ? pick(listFields[name].values) : [],
      ),
      brand: withBrand ? brand : [],
      model: withBrand && random.below(2) === 0 ? pick(models) : [],
      minPrice,
      maxPrice: random.below(3) === 0 ? (minPrice ?? 0) + 500 * (2 + random.below(60)) : null,
      minYear,
      maxYear: random.below(8) === 0 ? (minYear ?? 2_000) + random.below(12) : null,
      maxMileage: random.below(6) === 0 ? 10_000 * (3 + random.below(30)) : null,
      near: random.below(8) === 0 ? somewhereNear(random) : null,
      maxTotal: randomTotal.below(8) === 0 ? 500 * (4 + randomTotal.below(60)) : null,
      sort:
        random.below(2) === 0 ? "standard" : (sortOptions[random.below(sortOptions.length)] ?? "standard"),
    };
    known.set(carSearchParams(search).toString(), search);
  }
  return [...known.values()];
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function spread(times: readonly number[]): string {
  const at = (share: number) => ms(percentile(times, share));
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`;
}

/** The filters as SQL, without the words. */
function where(search: CarSearch, except: FieldName | null): RawBuilder<unknown> {
  const parts = [sql`c.state = 'active'`];
  for (const name of manyNames)
    if (search[name].length > 0) parts.push(sql`${columnOf(name)} @> ${[...search[name]]}::text[]`);
  for (const name of oneNames) {
    if (name !== except && search[name].length > 0)
      parts.push(sql`${columnOf(name)}::text = any(${[...search[name]]}::text[])`);
  }
  for (const name of rangeNames) {
    const [min, max] = [search[rangeFields[name].min], search[rangeFields[name].max]];
    if (name === except) continue;
    if (min !== null) parts.push(sql`${columnOf(name)} >= ${min}`);
    if (max !== null) parts.push(sql`${columnOf(name)} <= ${max}`);
  }
  for (const name of distanceNames) {
    const near = name === except ? null : search[name];
    if (near !== null)
      parts.push(sql`${columnOf("location")}::text = any(${townsWithin(near, near.km)}::text[])`);
  }
  return sql.join(parts, sql` and `);
}

/**
 * Counts the cars of a search by price with plates, which is computed for each car that passes the other
 * filters.
 */
async function countWithPlates(
  db: Kysely<DB>,
  search: CarSearch,
  totalOf: (car: ListedCar) => number | null,
): Promise<number> {
  const { rows } = await sql<ListedCar>`
    select price, year, fuel, engine_size as "engineSize", customs_paid as "customsPaid"
    from cars c where ${where({ ...search, maxTotal: null }, null)}`.execute(db);
  return rows.filter((car) => (totalOf(car) ?? Infinity) <= (search.maxTotal ?? Infinity)).length;
}

/** Total, page and every facet in plain SQL. */
async function askDatabase(db: Kysely<DB>, search: CarSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from cars c where ${where(search, null)}`.execute(db);
  await sql`select c.id from cars c where ${where(search, null)} order by c.created_at desc, c.id limit 24`.execute(
    db,
  );
  for (const name of manyNames)
    await sql`select unnest(${columnOf(name)}), count(*) from cars c where ${where(search, null)} group by 1`.execute(
      db,
    );
  for (const name of oneNames)
    await sql`select ${columnOf(name)}, count(*) from cars c where ${where(search, name)} group by 1`.execute(
      db,
    );
  for (const name of rangeNames)
    await sql`select min(${columnOf(name)}), max(${columnOf(name)}) from cars c where ${where(search, name)}`.execute(
      db,
    );
  return rows[0]?.total ?? 0;
}

/** A sample of cars from the whole table. */
function someCars(db: Kysely<DB>) {
  return db
    .selectFrom("cars")
    .select(["id", "brand", "model", "type", "price", "year", "mileage", "location"])
    .where("state", "=", "active")
    .orderBy(sql`md5(id::text)`)
    .limit(maxCars)
    .execute();
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

const secondsSince = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

interface Measured {
  readonly db: Kysely<DB>;
  readonly url: string;
}

async function measure(measured: Measured, cars: number): Promise<number> {
  const { db } = measured;
  console.log(`\n${cars.toLocaleString("en")} cars`);
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage().rss;
  const log = createLogger((line) => process.stderr.write(line));
  const tariffs = createActiveTariffs(db);
  const service = createSearchService({ ...measured, log, tariffOn: (day) => tariffs.on(day) });
  const begun = performance.now();
  await service.start();
  const loaded = secondsSince(begun);
  const { bytes } = service.stats;
  globalThis.gc?.();
  console.log(`  loaded in ${loaded}`);
  console.log(
    `  memory: ${megabytes(bytes.columns)} columns, ${megabytes(bytes.words)} words (${Math.round((bytes.columns + bytes.words) / cars)} bytes a car); process grew by ${megabytes(process.memoryUsage().rss - memoryBefore)}`,
  );

  const asked = differentStates(states);
  // Warm-up: compiles the code.
  for (const search of asked.slice(0, 300)) await service.facets({ ...search, minMileage: 1 });
  const times: { search: CarSearch; total: number; ms: number }[] = [];
  const totals = new Map<CarSearch, number>();
  const cpu = process.cpuUsage();
  for (const search of asked) {
    const from = performance.now();
    const { total } = await service.search(search, page);
    await service.facets(search);
    times.push({ search, total, ms: performance.now() - from });
    totals.set(search, total);
  }
  const used = process.cpuUsage(cpu);
  console.log(
    `  ${states} different states, total + all facets + first page: ${spread(times.map(({ ms }) => ms))}`,
  );
  const kinds: Readonly<Record<string, (one: (typeof times)[number]) => boolean>> = {
    "with words": ({ search }) => search.q !== "",
    "with equipment": ({ search }) => search.equipment.length > 0,
    "near a point": ({ search }) => search.near !== null,
    "with a price with plates": ({ search }) => search.maxTotal !== null,
    "that find 1 to 5 cars": ({ total }) => total >= 1 && total <= 5,
    "that find nothing": ({ total }) => total === 0,
  };
  for (const [kind, isOfIt] of Object.entries(kinds)) {
    const some = times.filter(isOfIt).map((one) => one.ms);
    console.log(`    ${kind} (${some.length}): ${spread(some)}`);
  }
  console.log(`    CPU: ${((used.user + used.system) / 1000 / states).toFixed(2)} ms a state`);

  const inDatabase: number[] = [];
  const inIndex: number[] = [];
  // The price with plates has no column.
  for (const search of asked.filter(({ q, maxTotal }) => q === "" && maxTotal === null).slice(0, sqlStates)) {
    const from = performance.now();
    const total = await askDatabase(db, search);
    inDatabase.push(performance.now() - from);
    if (total !== totals.get(search)) throw new Error(`The index counts ${totals.get(search)}, SQL ${total}`);
    const again = performance.now();
    // Another filter, so that no cached answer is measured.
    await service.search({ ...search, minMileage: 1 }, page);
    await service.facets({ ...search, minMileage: 1 });
    inIndex.push(performance.now() - again);
  }
  console.log(`  the same as plain SQL (${sqlStates} states, same totals): ${spread(inDatabase)}`);
  console.log(`  ratio SQL / index: ${Math.round(sum(inDatabase) / sum(inIndex))}`);

  const day = dayOf(new Date());
  const tariff = await tariffs.on(day);
  const withPlates = asked.filter(({ q, maxTotal }) => q === "" && maxTotal !== null).slice(0, sqlStates);
  for (const search of withPlates) {
    const total = await countWithPlates(db, search, (car) =>
      totalWithPlates(tariff, car, Number(day.slice(0, 4))),
    );
    if (total !== totals.get(search))
      throw new Error(`The index counts ${totals.get(search)} with plates, car by car it is ${total}`);
  }
  console.log(`  ${withPlates.length} totals by price with plates are those of a count car by car`);

  const typed = asked.slice(0, 2_000).map(({ brand, model, location }, index) => {
    const name =
      [brand[0] ?? "", model[0] ?? location[0] ?? ""].join(" ").trim() || (popular[index % 10] ?? "");
    return name.slice(0, 1 + (index % Math.max(1, name.length)));
  });
  const suggesting: number[] = [];
  for (const q of typed) {
    const from = performance.now();
    await service.suggest(q);
    suggesting.push(performance.now() - from);
  }
  console.log(`  suggestions for ${new Set(typed).size} different beginnings: ${spread(suggesting)}`);

  const looking: number[] = [];
  for (const { id: _id, ...car } of await someCars(db)) {
    const from = performance.now();
    await service.similar({ ...car, _id }, maxSimilar);
    looking.push(performance.now() - from);
  }
  console.log(`  ${maxSimilar} cars like each of ${looking.length}: ${spread(looking)}`);

  if (cars <= maxForMini) {
    // MiniSearch knows no distances and no tariff.
    const known = asked.filter(({ near, maxTotal }) => near === null && maxTotal === null);
    for (const [name, some] of [
      ["without words", known.filter(({ q }) => q === "").slice(0, miniStates)],
      ["with words", known.filter(({ q }) => q !== "").slice(0, miniStates)],
    ] as const) {
      const { seconds, megabytes: grown, times: taken } = await measureMiniSearch(db, some);
      const ours: number[] = [];
      for (const search of some) {
        const from = performance.now();
        await service.search({ ...search, minMileage: 2 }, page);
        await service.facets({ ...search, minMileage: 2 });
        ours.push(performance.now() - from);
      }
      console.log(
        `  MiniSearch ${name} (index made in ${seconds.toFixed(1)} s, ${Math.round(grown)} MB): ${spread(taken)}; ratio to the index: ${Math.round(sum(taken) / sum(ours))}`,
      );
    }
  }
  await service.stop();
  return sum(times.map(({ ms }) => ms)) / times.length;
}

const argument = process.argv[2];
const sizes = argument === "--million" ? [100_000, 1_000_000] : [Number(argument ?? 100_000)];
const place = await startDatabase();
const log = createLogger((line) => process.stderr.write(line));
const database = createDatabase(place.url, { log, statementTimeout: 600_000 });
const means: number[] = [];
let there = 0;
for (const size of sizes) {
  await seedManyCars(database.db, size - there);
  there = size;
  means.push(await measure({ db: database.db, url: place.url }, size));
}
const [first, last] = [means[0] ?? 0, means.at(-1) ?? 0];
if (means.length > 1)
  console.log(`\nten times the cars: ${(last / first).toFixed(1)} times the time of a search`);
await database.close();
await place.stop();
