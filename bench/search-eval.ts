/**
 * Evaluates the search with queries as buyers type them, each with the expected result, on 20,000 cars
 * distributed like the market.
 *
 *     npm run eval:search                 all sets: tuning and held-back ones
 *     npm run eval:search -- --failures   also lists failures, of the tuning sets only
 *     npm run eval:search -- --tuning     the tuning sets only
 *
 * The everyday sets also ask for features ("4x4", "me regjistrim"), of cars whose texts mention them. Their
 * figure is right cars: the share of queries that find all wanted cars and no others. Patterns that the
 * search does not use decide what is wanted (search-predicates.ts).
 *
 * Exact filters: the share of queries whose parsed filters all are as expected. NDCG@10: whether the first
 * ten are the wanted ones, for queries that some car fulfils completely (grade 3; grade 1 if the filters
 * match but a word is missing). Nothing found: the share of those queries and of all, and how often the
 * answer offers a relaxed search.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { unknownFacts } from "#domain/search/searched-facts.ts";
import { sameColor } from "#domain/search/color-words.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import {
  type BoundName,
  type ListName,
  boundNames,
  listNames,
  rangeFields,
  rangeNames,
  recordOf,
} from "#domain/search/search-fields.ts";
import { understandQuery } from "#domain/search/understand.ts";
import { buildVocabulary } from "#domain/search/vocabulary.ts";
import { compact } from "#domain/search/words.ts";
import { fold } from "#domain/text/fold.ts";
import { readDemoData } from "#server/demo/demo-data.ts";
import { CarIndex } from "#server/market/search/car-index.ts";
import { type IndexedCar, rangeValue, totalWithoutTariff } from "#server/market/search/indexed-car.ts";
import { carWords } from "#server/market/search/car-words.ts";
import { conditionsOf, relax } from "#server/market/search/relax.ts";
import { countCars, countFacets, facetNames, findCars } from "#server/market/search/search-cars.ts";
import { everydaySentences, isSaid } from "./search-predicates.ts";
import { percentile } from "./percentile.ts";

const carCount = 20_000;
const maxYear = 2027;
const now = Date.UTC(2026, 10, 1);
const top = 10;
/** Query numbers from here on belong to the everyday sets. */
const firstEveryday = 2_000;

const list = z.array(z.string()).optional();
const bound = z.number().optional();
const querySchema = z.strictObject({
  id: z.number(),
  buyer: z.string(),
  q: z.string(),
  filters: z.strictObject({
    ...recordOf(listNames, () => list),
    customsPaid: z.array(z.boolean().transform(String)).optional(),
    ...recordOf(boundNames, () => bound),
  }),
  words: z.array(z.string()),
  /** Features that the cars' texts must mention, by name (search-predicates.ts). */
  has: list,
  /** Models not meant, though their names begin with a wanted one. */
  notModels: list,
  why: z.string().optional(),
});
type Query = z.infer<typeof querySchema>;
type EvaluatedCar = IndexedCar & { registeredUntil: string | null };
type Filters = Record<string, string>;

function readQueries(name: string): Query[] {
  const path = new URL(`search-queries/${name}.json`, import.meta.url);
  return z.array(querySchema).parse(JSON.parse(readFileSync(path, "utf8")));
}

/**
 * A linear congruential generator: the same cars on every machine. The promised shares are of the cars that
 * this sequence makes; elsewhere `createSeededRandom` is used.
 */
function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const colors = ["E zezë", "E bardhë", "Gri", "E argjendtë", "Blu", "E kuqe", "Kafe", "E gjelbër"];
/** Additions to the demo's descriptions, as sellers write them. */
const extras =
  "GTI|GTD|R line paketë|S line|AMG paket|M paket, xDrive|" +
  "Quattro|4x4|4Motion|4Matic|Panoramë, lëkurë, navigacion|Kamerë prapa, senzorë|" +
  "7 ulëse|Xenon, klimë|1.6 TDI|2.0 TDI|1.9 TDI|2.2 CDI|" +
  "1.5 dCi|Me këste|Ndërrim i mundshëm|Urgjent|Pa aksident|Long Range";

/** The month `months` after the evaluation's date. */
function monthOf(months: number): string {
  return new Date(Date.UTC(2026, 10 + months, 1)).toISOString().slice(0, 7);
}

/** `isEveryday`: descriptions mention more features. */
function makeCars(isEveryday: boolean): EvaluatedCar[] {
  const templates = readDemoData().cars;
  const phrases = extras.split("|");
  const roll = linearCongruential(7);
  const more = linearCongruential(9);
  const everybody = municipalities.reduce((sum, { population }) => sum + population, 0);
  const town = () => {
    let person = roll() * everybody;
    return municipalities.find(({ population }) => (person -= population) < 0)?.name ?? "Prishtinë";
  };
  return Array.from({ length: carCount }, (_, n) => {
    const template = templates[Math.floor(roll() * templates.length)];
    if (template === undefined) throw new Error("No demo cars.");
    const saidMore = everydaySentences[Math.floor(more() * everydaySentences.length)] ?? "";
    const months = template.registeredMonths;
    return {
      id: `0198a000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`,
      rowVersion: n,
      ...unknownFacts(),
      number: 10_001 + n,
      brand: template.brand,
      model: template.model,
      year: Math.max(1990, Math.min(maxYear, template.year + Math.round(roll() * 4 - 2))),
      type: template.type,
      price: Math.max(1_000, Math.round((template.price * (0.8 + 0.4 * roll())) / 50) * 50),
      mileage: Math.round((template.mileage * (0.6 + 0.8 * roll())) / 100) * 100,
      fuel: template.fuel,
      origin: template.origin,
      transmission: template.transmission,
      condition: template.condition,
      location: town(),
      customsPaid: template.customsPaid,
      color: colors[Math.floor(roll() * colors.length)] ?? null,
      priceBand: null,
      description: [
        template.description,
        phrases[Math.floor(roll() * phrases.length)],
        ...(isEveryday ? [saidMore] : []),
      ].join(" "),
      registeredUntil: months === null ? null : monthOf(months - 3),
      registeredEnd: months === null ? null : Date.parse(monthOf(months - 2)),
      engineSize: template.engineSize,
      power: template.power,
      listedAt: now - Math.floor(roll() * 90 * 86_400_000),
      confirmed: now,
      sponsoredUntil: roll() < 0.02 ? now + 86_400_000 : null,
      listableUntil: Infinity,
    };
  });
}

/** A model and its variants, as the search treats them: "Golf" includes "Golf Variant". */
function family(brand: string, model: string): string[] {
  const wanted = compact(model);
  return (carCatalogue[brand] ?? []).filter(
    (name) => compact(name) === wanted || fold(name).startsWith(`${fold(model)} `),
  );
}

function brandsWith(models: readonly string[]): string[] {
  return Object.entries(carCatalogue).flatMap(([brand, names]) =>
    names.some((name) => models.some((model) => fold(model) === fold(name))) ? [brand] : [],
  );
}

function text(values: readonly string[]): string {
  return [...new Set(values)].toSorted().join(",");
}

/** Normalises filters for comparison: a model implies its brand; `areWhole` expands models to families. */
function normal(
  lists: Readonly<Partial<Record<ListName, readonly string[] | undefined>>>,
  bounds: Readonly<Partial<Record<BoundName, number | null | undefined>>>,
  areWhole: boolean,
): Filters {
  const filters: Filters = {};
  const models = lists.model ?? [];
  const said = lists.brand ?? [];
  const brands = said.length > 0 ? said : brandsWith(models);
  const whole = areWhole
    ? models
    : models.flatMap((model) => brands.flatMap((brand) => family(brand, model)));
  for (const name of listNames) {
    const values =
      name === "model"
        ? whole.length > 0
          ? whole
          : models
        : name === "brand"
          ? brands
          : (lists[name] ?? []);
    if (values.length > 0) filters[name] = text(values);
  }
  for (const name of boundNames) {
    const value = bounds[name];
    if (value !== null && value !== undefined) filters[name] = String(value);
  }
  return filters;
}

function expectedFilters({ filters, notModels = [] }: Query): Filters {
  const expected = normal(filters, filters, false);
  const { model } = expected;
  if (model === undefined || notModels.length === 0) return expected;
  return { ...expected, model: text(model.split(",").filter((name) => !notModels.includes(name))) };
}

function understoodFilters(meaning: QueryMeaning): Filters {
  return normal(meaning.lists, meaning.bounds, true);
}

function differences(expected: Filters, found: Filters): string[] {
  // Two makers have this model ("Punto") and the query names neither; both are right.
  const hasModel = expected["model"] !== undefined && expected["model"] === found["model"];
  const isAmong = expected["brand"]?.split(",").every((brand) => found["brand"]?.split(",").includes(brand));
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((name) => expected[name] !== found[name])
    .filter((name) => name !== "brand" || !hasModel || isAmong !== true)
    .map(
      (name) => `${name}: expected ${expected[name] ?? "nothing"}, understood ${found[name] ?? "nothing"}`,
    );
}

function grade(car: EvaluatedCar, expected: Filters, { words: asked, has = [] }: Query): number {
  for (const name of listNames) {
    const wanted = expected[name];
    if (wanted !== undefined && !wanted.split(",").includes(String(car[name]))) return 0;
  }
  for (const name of rangeNames) {
    const { min, max } = rangeFields[name];
    const value = rangeValue(car, name, totalWithoutTariff);
    const isAsked = expected[min] !== undefined || expected[max] !== undefined;
    if (value === null && isAsked) return 0;
    if (
      value !== null &&
      (value < Number(expected[min] ?? -Infinity) || value > Number(expected[max] ?? Infinity))
    )
      return 0;
  }
  const said = wordsOf(car);
  const isWritten = (word: string) =>
    sameColor(word).some((one) => said.has(one)) || [...said].some((one) => one.startsWith(word));
  return asked.map(fold).every(isWritten) && isSaid(car, has) ? 3 : 1;
}

const known = new WeakMap<EvaluatedCar, ReadonlySet<string>>();

function wordsOf(car: EvaluatedCar): ReadonlySet<string> {
  const words = known.get(car) ?? new Set(carWords(car).text);
  known.set(car, words);
  return words;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, top).reduce((sum, one, place) => sum + (2 ** one - 1) / Math.log2(place + 2), 0);
}

interface Market {
  readonly all: readonly EvaluatedCar[];
  readonly byId: ReadonlyMap<string, EvaluatedCar>;
  readonly index: CarIndex;
}

function openMarket(all: readonly EvaluatedCar[]): Market {
  const index = new CarIndex(all.length);
  index.advance(now);
  for (const car of all) index.put(car);
  return { all, byId: new Map(all.map((car) => [car.id, car])), index };
}

const vocabulary = buildVocabulary(carCatalogue);

interface Verdict {
  query: Query;
  /** Filters that were parsed differently than expected. */
  wrong: string[];
  /** Words left for the full-text search. */
  words: string;
  areWordsRight: boolean;
  /** True if all wanted cars were found and no others. */
  areCarsRight: boolean;
  /** Wanted cars that were not found; found cars that were not wanted. */
  missing: number;
  unwanted: number;
  total: number;
  /** Nothing was found and the answer offers a relaxed search. */
  saysWayOut: boolean;
  /** Null if no car fulfils every condition. */
  ndcg: number | null;
  ms: number;
}

const everyFacetButModels = new Set(facetNames.filter((name) => name !== "model"));

function judge(query: Query, { all, byId, index }: Market): Verdict {
  const begun = performance.now();
  const meaning = understandQuery(query.q, vocabulary, index, maxYear);
  const search = { ...emptySearch, q: query.q };
  const question = { search, meaning };
  const { ids } = findCars(index, question, { offset: 0, limit: top });
  const { total } = countFacets(index, question, everyFacetButModels);
  const ms = performance.now() - begun;
  const foundIds = findCars(index, question, { offset: 0, limit: total }).ids;

  const expected = expectedFilters(query);
  const wrong = differences(expected, understoodFilters(meaning));
  const words = text(meaning.freeWords.map(({ word }) => word));
  const gradeOf = (id: string) => {
    const car = byId.get(id);
    return car === undefined ? 0 : grade(car, expected, query);
  };
  const wanted = new Set(all.filter((car) => grade(car, expected, query) === 3).map(({ id }) => id));
  const unwanted = foundIds.filter((id) => !wanted.has(id)).length;
  const missing = wanted.size - (foundIds.length - unwanted);
  const ideal = [...wanted].slice(0, top).map(() => 3);
  return {
    query,
    wrong,
    words,
    areWordsRight: words === text(query.words.map(fold)),
    // If no car is wanted, the parsed filters decide.
    areCarsRight: unwanted === 0 && missing === 0 && (wanted.size > 0 || wrong.length === 0),
    missing,
    unwanted,
    total,
    saysWayOut: total === 0 && relax(search, conditionsOf(search, meaning), totalIn(index)) !== null,
    ndcg: ideal.length === 0 ? null : gain(ids.map(gradeOf)) / gain(ideal),
    ms,
  };
}

const totalIn =
  (index: CarIndex) =>
  (search: CarSearch): number =>
    countCars(index, { search, meaning: understandQuery(search.q, vocabulary, index, maxYear) });

function report(name: string, verdicts: readonly Verdict[]): void {
  const share = (some: readonly Verdict[], of = verdicts) =>
    `${((100 * some.length) / Math.max(1, of.length)).toFixed(1)} %`;
  const withCars = verdicts.filter(({ ndcg }) => ndcg !== null);
  const empty = verdicts.filter(({ total }) => total === 0);
  const mean = withCars.reduce((sum, { ndcg }) => sum + (ndcg ?? 0), 0) / Math.max(1, withCars.length);
  const times = verdicts.map(({ ms }) => ms);
  console.log(`${name}: ${verdicts.length} queries`);
  console.log(
    `  right cars              ${share(verdicts.filter(({ areCarsRight }) => areCarsRight))}   (goal: 95 % of the everyday sets)`,
  );
  console.log(
    `  exact filters           ${share(verdicts.filter(({ wrong }) => wrong.length === 0))}   (goal: 95 %)`,
  );
  console.log(`  words left as expected  ${share(verdicts.filter(({ areWordsRight }) => areWordsRight))}`);
  console.log(
    `  NDCG@${top}                 ${mean.toFixed(3)}   (goal: 0.9; the ${withCars.length} that some car fulfils)`,
  );
  console.log(
    `  nothing found           ${share(
      withCars.filter(({ total }) => total === 0),
      withCars,
    )} of those, ${share(empty)} of all`,
  );
  console.log(
    `    and a way out said    ${share(
      empty.filter(({ saysWayOut }) => saysWayOut),
      empty,
    )}`,
  );
  console.log(
    `  read, searched, counted p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms`,
  );
}

function showFailures(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    const { query, wrong, words, areWordsRight, areCarsRight, missing, unwanted, total, ndcg } = verdict;
    const isRight = query.id >= firstEveryday ? areCarsRight : areWordsRight && (ndcg ?? 1) > 0.999;
    if (wrong.length === 0 && isRight) continue;
    console.log(
      `${wrong.length > 0 ? "✗" : "·"} ${query.id} «${query.q}» (${total} found, NDCG ${ndcg?.toFixed(2) ?? "none"})`,
    );
    for (const one of wrong) console.log(`    ${one}`);
    if (!areCarsRight) console.log(`    cars: ${missing} missing, ${unwanted} unwanted`);
    if (!areWordsRight)
      console.log(`    words: expected ${text(query.words) || "none"}, left ${words || "none"}`);
  }
}

const market = openMarket(makeCars(false));
const everyday = openMarket(makeCars(true));
// Warm-up: compiles the code.
for (const query of readQueries("tuning")) judge(query, market);
for (const [name, file, cars] of [
  ["Tuning set", "tuning", market],
  ["Everyday tuning set", "everyday-tuning", everyday],
] as const) {
  const verdicts = readQueries(file).map((query) => judge(query, cars));
  if (process.argv.includes("--failures")) showFailures(verdicts);
  report(name, verdicts);
}
if (!process.argv.includes("--tuning")) {
  for (const [name, file, cars] of [
    ["Held-back set", "held-back", market],
    ["Everyday held-back set", "everyday-held-back", everyday],
  ] as const)
    report(
      name,
      readQueries(file).map((query) => judge(query, cars)),
    );
}
