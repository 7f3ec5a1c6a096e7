import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import {
  distanceFields,
  distanceNames,
  flagFields,
  flagNames,
  listNames,
  rangeFields,
  rangeNames,
  recencyFields,
  recencyNames,
  valueLabel,
} from "#domain/search/search-fields.ts";
import { carBrands } from "#domain/cars/car-brands.ts";
import { withoutParts } from "#domain/search/without-parts.ts";

/** At most so many conditions are tried one by one: each is a search. */
const maxTried = 10;
/** More would not help to choose. */
const maxOffered = 4;

/** A condition that can be dropped; `label` is for people. */
export type Condition = {
  label: string;
  /** Conditions with a higher rank are dropped last: the brand, 2, after the model, 1, after all others. */
  weight: 0 | 1 | 2;
} & (
  | {
      words: true;
      /** What remains of a model typed without its brand: the brand. */
      brand: string | null;
    }
  | { words: false; clear: Partial<CarSearch> }
);

export interface Relaxed {
  dropped: string[];
  total: number;
  /** The search without them, as a query string. */
  query: string;
}

function weightOf(param: string | undefined): Condition["weight"] {
  if (param === "brand") return 2;
  return param === "model" ? 1 : 0;
}

/** The implied brand of a model typed without it. */
function brandIn(label: string): string | null {
  return carBrands.find((brand) => label.startsWith(`${brand} `)) ?? null;
}

function leavesBrand(condition: Condition): boolean {
  return condition.words && condition.brand !== null;
}

/** The conditions of a search, those of the words (as typed) first. */
export function conditionsOf(
  search: CarSearch,
  { units, understood }: Pick<QueryMeaning, "units" | "understood">,
): Condition[] {
  const conditions: Condition[] = units.map((label) => {
    const name = understood.find(({ text, param }) => text === label && weightOf(param) > 0);
    const brand = name?.param === "model" ? brandIn(name.label) : null;
    return { label, words: true, weight: weightOf(name?.param), brand };
  });
  const add = (label: string, weight: Condition["weight"], clear: Partial<CarSearch>) =>
    conditions.push({ label, words: false, weight, clear });
  for (const name of listNames) {
    const label = search[name].map((value) => valueLabel(name, value)).join(", ");
    if (label !== "") add(label, weightOf(name), { [name]: [], ...(name === "brand" ? { model: [] } : {}) });
  }
  for (const name of rangeNames) {
    const { min, max, text } = rangeFields[name];
    const [from, to] = [search[min], search[max]];
    const labels = [from === null ? [] : text.from(from), to === null ? [] : text.to(to)].flat();
    if (labels.length > 0) add(labels.join(", "), 0, { [min]: null, [max]: null });
  }
  for (const name of flagNames)
    if (search[name] === true) add(flagFields[name].text.label, 0, { [name]: null });
  for (const name of recencyNames) {
    const days = search[name];
    if (days !== null) add(recencyFields[name].text.within(days), 0, { [name]: null });
  }
  for (const name of distanceNames) {
    const near = search[name];
    if (near !== null) add(distanceFields[name].text.within(near.km), 0, { [name]: null });
  }
  return conditions;
}

function without(search: CarSearch, dropped: readonly Condition[]): CarSearch {
  const words = dropped.flatMap((condition) => (condition.words ? [condition.label] : []));
  const filters = dropped.flatMap((condition) => (condition.words ? [] : [condition.clear]));
  const brands = dropped.flatMap((condition) =>
    condition.words && condition.brand !== null ? [condition.brand] : [],
  );
  const q = [...brands, withoutParts(search.q, words)].join(" ").trim();
  return Object.assign({}, search, ...filters, { q });
}

/**
 * Which conditions to drop to find something, and how many cars that finds: the one that finds most, if one is
 * enough; else as many as possible are applied together. Brand and model are dropped last, and a model alone
 * leaves its brand. Null if nothing is found without any. The order of the search is ignored.
 */
export function relax(
  search: CarSearch,
  conditions: readonly Condition[],
  totalOf: (search: CarSearch) => number,
): Relaxed | null {
  const found = withLeast(search, conditions, totalOf);
  if (found !== null || !conditions.some(leavesBrand)) return found;
  const bare = conditions.map((one) => (one.words ? { ...one, brand: null } : one));
  return withLeast(search, bare, totalOf);
}

/**
 * Single conditions to drop if few cars were found, each with a greater count: the most cars first, models
 * last. The brand is not offered, nor a condition that stands alone: without it any car would match.
 */
export function looserSearches(
  search: CarSearch,
  conditions: readonly Condition[],
  total: number,
  totalOf: (search: CarSearch) => number,
): Relaxed[] {
  return (
    conditions
      .slice(0, maxTried)
      .filter((one) => one.weight < 2 && (conditions.length > 1 || leavesBrand(one)))
      .map((one) => ({ weight: one.weight, found: leavingOut([one], without(search, [one]), totalOf) }))
      .filter(({ found }) => found.total > total)
      .toSorted((a, b) => a.weight - b.weight || b.found.total - a.found.total)
      .map(({ found }) => found)
      // A repeated word is dropped by either.
      .filter(({ query }, at, all) => all.findIndex((other) => other.query === query) === at)
      .slice(0, maxOffered)
  );
}

function leavingOut(
  dropped: readonly Condition[],
  rest: CarSearch,
  totalOf: (search: CarSearch) => number,
): Relaxed {
  const query = carSearchParams({ ...rest, sort: "standard" }).toString();
  return { dropped: dropped.map(({ label }) => label), total: totalOf(rest), query };
}

function withLeast(
  search: CarSearch,
  conditions: readonly Condition[],
  totalOf: (search: CarSearch) => number,
): Relaxed | null {
  const answer = (dropped: readonly Condition[]): Relaxed | null => {
    // Words without conditions are dropped if no others remain.
    const isAll = dropped.length === conditions.length && !dropped.some(leavesBrand);
    const rest = isAll ? emptySearch : without(search, dropped);
    const found = leavingOut(dropped, rest, totalOf);
    return found.total > 0 ? found : null;
  };
  const tried = conditions.slice(0, maxTried);
  const single = tried
    .filter(({ weight }) => weight === 0)
    .map((condition) => ({ condition, total: totalOf(without(search, [condition])) }))
    .reduce<{ condition: Condition | null; total: number }>(
      (best, one) => (one.total > best.total ? one : best),
      { condition: null, total: 0 },
    );
  if (single.condition !== null) return answer([single.condition]);

  const allBut = (applied: ReadonlySet<Condition>) => conditions.filter((one) => !applied.has(one));
  const alone = tried
    .map((condition) => ({ condition, total: totalOf(without(search, allBut(new Set([condition])))) }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.condition.weight - a.condition.weight || b.total - a.total);
  let applied = new Set<Condition>();
  for (const { condition } of alone) {
    const more = new Set([...applied, condition]);
    if (totalOf(without(search, allBut(more))) > 0) applied = more;
  }
  return answer(allBut(applied));
}
