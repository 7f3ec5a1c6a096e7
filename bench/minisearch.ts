import { type Kysely, type RawBuilder, sql } from "kysely";
import MiniSearch from "minisearch";
import type { CarSearch } from "#domain/search/car-search.ts";
import {
  type ManyName,
  type OneName,
  type RangeName,
  listNames,
  manyNames,
  oneNames,
  rangeFields,
  rangeNames,
} from "#domain/search/search-fields.ts";
import { fold } from "#domain/text/fold.ts";
import type { DB } from "#server/platform/db/tables.ts";

interface Row
  extends
    Record<OneName, string | boolean | null>,
    Record<ManyName, readonly string[]>,
    Record<RangeName, number | null> {
  id: string;
  text: string;
  createdAt: number;
}

/**
 * The column of a field: customs_paid for customsPaid. The price with plates is computed and has no column;
 * the alternatives use the price.
 */
export function columnOf(field: string): RawBuilder<unknown> {
  if (field === "totalPrice") return sql.ref("price");
  return sql.ref(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Filters that a car fails, at most two: with one it still counts in that filter's facet. */
function refusals(car: Row, search: CarSearch): string[] {
  const refused: string[] = [];
  for (const name of manyNames) {
    if (!search[name].every((value) => car[name].includes(value))) refused.push(name);
  }
  for (const name of oneNames) {
    const wanted = search[name];
    if (wanted.length > 0 && !wanted.includes(String(car[name]))) refused.push(name);
    if (refused.length > 1) return refused;
  }
  for (const name of rangeNames) {
    const { min, max } = rangeFields[name];
    const value = car[name] ?? Number.NaN;
    const isAsked = search[min] !== null || search[max] !== null;
    if (isAsked && !(value >= (search[min] ?? -Infinity) && value <= (search[max] ?? Infinity)))
      refused.push(name);
    if (refused.length > 1) return refused;
  }
  return refused;
}

/**
 * The obvious in-memory alternative: MiniSearch matches all words (folded, with an edit distance of up to a
 * fifth of their length), then one pass over the hits counts total and facets. It does not parse filters:
 * "dizel" is no fuel, "deri 8000" no price. Returns the time of each state in ms, and prints the cost of the
 * index.
 */
export async function measureMiniSearch(
  db: Kysely<DB>,
  asked: readonly CarSearch[],
): Promise<{ seconds: number; megabytes: number; times: number[] }> {
  const { rows } = await sql<Row>`
    select id, concat_ws(' ', brand, model, description) as text,
      ${sql.join([...listNames, ...rangeNames].map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`))},
      extract(epoch from created_at)::float8 as "createdAt"
    from cars where state = 'active'`.execute(db);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const begun = performance.now();
  const index = new MiniSearch<Row>({ fields: ["text"], processTerm: (term) => fold(term) });
  index.addAll(rows);
  const seconds = (performance.now() - begun) / 1000;
  globalThis.gc?.();
  const megabytes = (process.memoryUsage().rss - before) / 2 ** 20;
  const byId = new Map(rows.map((row) => [row.id, row]));

  const times = asked.map((search) => {
    const from = performance.now();
    const found =
      search.q === ""
        ? rows
        : index
            .search(search.q, { combineWith: "AND", fuzzy: 0.2 })
            .flatMap(({ id }) => byId.get(String(id)) ?? []);
    const facets: Record<string, Map<string, number>> = Object.fromEntries(
      listNames.map((name) => [name, new Map<string, number>()]),
    );
    const page: Row[] = [];
    for (const car of found) {
      const refused = refusals(car, search);
      if (refused.length > 1) continue;
      if (refused.length === 0) page.push(car);
      for (const name of refused.length === 0 ? listNames : refused) {
        const counts = facets[name];
        for (const value of [Reflect.get(car, name)].flat().map(String))
          counts?.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    if (search.q === "") page.sort((a, b) => b.createdAt - a.createdAt);
    page.length = Math.min(page.length, 24);
    return performance.now() - from;
  });
  return { seconds, megabytes, times };
}
