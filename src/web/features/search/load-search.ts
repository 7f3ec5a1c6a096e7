import type { Car } from "#contract/cars.ts";
import type { SomeFacets } from "#contract/search.ts";
import { type CarSearch, carSearchParams, isNarrowed, parseCarSearch } from "#domain/search/car-search.ts";
import type { ApiClient } from "#web/lib/api-types.ts";
import { type CarSummary, summarizeCar } from "./car-summary.ts";
import type { FieldName } from "#domain/search/search-fields.ts";
import { type SearchFacets, countedFields, panelFacets } from "./filter-options.ts";
import { queryOfSearch } from "./search-address.ts";

export const carsPerPage = 20;
/** specification.md#search-results: at most six recommended cars on top, not repeated below. */
export const recommendedOnTop = 6;
const relaxedCarCount = 6;

export type SearchResults = {
  /** The query string of these results. */
  key: string;
  firstPage: number;
  lastPage: number;
  total: number;
  recommended: readonly CarSummary[];
  cars: readonly CarSummary[];
  /**
   * If nothing was found: some cars of the relaxed search (`facets.relaxed`),
   * unless that has no condition left.
   */
  instead: readonly CarSummary[];
  facets: SearchFacets;
  /** When they were loaded. Ages are relative to it, so that server and browser render the same. */
  now: string;
};

type Options = {
  signal?: AbortSignal;
  /** The fields whose facets are shown. */
  fields: Iterable<FieldName>;
  /** On the server: cuts long lists of options to what is shown at first. */
  trimmed: boolean;
  now: Date;
  /** Gets every whole car that was loaded. */
  onCars?: (cars: readonly Car[]) => void;
};

/** One page of a search with its facets. Throws what the API client throws. */
export async function loadSearch(
  api: ApiClient,
  search: CarSearch,
  page: number,
  options: Options,
): Promise<SearchResults> {
  const call = options.signal ? { signal: options.signal } : {};
  const params = carSearchParams(search);
  const [answer, facets, onTop] = await Promise.all([
    api.answer("GET /api/cars", { query: pageQuery(params, page) }, call),
    loadFacets(api, search, options.fields, call),
    loadRecommended(api, search, page, call),
  ]);
  const shownFacets = panelFacets(facets, search, options);
  const { relaxed } = shownFacets;
  // Without any condition left, every car would match.
  const isOfUse = relaxed !== null && isNarrowed(parseCarSearch(new URLSearchParams(relaxed.query)));
  const instead = isOfUse ? await firstCars(api, relaxed.query, relaxedCarCount, call) : [];
  options.onCars?.([...answer.data, ...instead]);
  const summaries = answer.data.map(summarizeCar);
  const recommended = onTop ?? topOf(summaries, page);
  const shown = new Set(recommended.map((car) => car.id));
  return {
    key: queryOfSearch(search, page),
    firstPage: page,
    lastPage: page,
    total: Number(answer.headers.get("X-Total-Count") ?? facets.total),
    recommended,
    cars: summaries.filter((car) => !shown.has(car.id)),
    instead: instead.map(summarizeCar),
    facets: shownFacets,
    now: options.now.toISOString(),
  };
}

/**
 * The facets of a search. Choosing a brand resets the model (specification.md#search-results). So with a
 * model chosen the brands are counted without it: each count is what choosing that brand finds.
 */
export async function loadFacets(
  api: ApiClient,
  search: CarSearch,
  fields: Iterable<FieldName>,
  call: { signal?: AbortSignal } = {},
): Promise<SomeFacets> {
  const facetsOf = (each: CarSearch, names: readonly FieldName[]) => {
    const query = carSearchParams(each);
    query.set("fields", names.join(","));
    return api("GET /api/cars/facets", { query }, call);
  };
  const counted = countedFields(search, fields);
  if (search.model.length === 0 || !counted.includes("brand")) return facetsOf(search, counted);
  const [facets, { brand = {} }] = await Promise.all([
    facetsOf(
      search,
      counted.filter((name) => name !== "brand"),
    ),
    facetsOf({ ...search, model: [] }, ["brand"]),
  ]);
  return { ...facets, brand };
}

/** The results with the next page appended, without duplicates. */
export async function loadNextPage(
  api: ApiClient,
  search: CarSearch,
  results: SearchResults,
  options: Pick<Options, "signal" | "onCars">,
): Promise<SearchResults> {
  const page = results.lastPage + 1;
  const call = options.signal ? { signal: options.signal } : {};
  const answer = await api.answer("GET /api/cars", { query: pageQuery(carSearchParams(search), page) }, call);
  options.onCars?.(answer.data);
  const shown = new Set([...results.recommended, ...results.cars].map((car) => car.id));
  const further = answer.data.map(summarizeCar).filter((car) => !shown.has(car.id));
  return {
    ...results,
    lastPage: page,
    total: Number(answer.headers.get("X-Total-Count") ?? results.total),
    cars: [...results.cars, ...further],
  };
}

/** An empty result has one page, too. */
export function pageCount(total: number, perPage = carsPerPage): number {
  return Math.max(1, Math.ceil(total / perPage));
}

function pageQuery(params: URLSearchParams, page: number): URLSearchParams {
  const query = new URLSearchParams(params);
  query.set("limit", String(carsPerPage));
  if (page > 1) query.set("page", String(page));
  return query;
}

/**
 * In the standard order recommended cars come first by themselves; in any other they need a separate call.
 */
async function loadRecommended(
  api: ApiClient,
  search: CarSearch,
  page: number,
  call: { signal?: AbortSignal },
): Promise<CarSummary[] | null> {
  if (search.sort === "standard") return null;
  if (page > 1 || search.recommended !== null) return [];
  const query = carSearchParams({ ...search, recommended: true });
  return (await firstCars(api, query, recommendedOnTop, call)).map(summarizeCar);
}

function firstCars(
  api: ApiClient,
  search: URLSearchParams | string,
  limit: number,
  call: { signal?: AbortSignal },
): Promise<Car[]> {
  const query = new URLSearchParams(search);
  query.set("limit", String(limit));
  return api("GET /api/cars", { query }, call);
}

function topOf(cars: readonly CarSummary[], page: number): CarSummary[] {
  return page > 1 ? [] : cars.filter((car) => car.isRecommended).slice(0, recommendedOnTop);
}
