import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { SomeFacets, Suggestion } from "#contract/search.ts";
import { maxCarYear } from "#domain/cars/car-limits.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { type CarSearch, carSearchParams, maxQueryLength } from "#domain/search/car-search.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import { type TextWords, understandQuery } from "#domain/search/understand.ts";
import { type ModelOffer, ModelSuggester } from "#domain/search/suggest-models.ts";
import { type Vocabulary, buildVocabulary } from "#domain/search/vocabulary.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import type { OtherNotifications } from "#server/platform/db/notifications.ts";
import { CarIndex } from "./car-index.ts";
import { IndexKeeper } from "./index-keeper.ts";
import { conditionsOf, looserSearches, relax } from "./relax.ts";
import { nearbyTowns } from "./nearby-towns.ts";
import { ResultCache } from "./result-cache.ts";
import type { CarQuestion } from "./filter-cars.ts";
import { type FacetName, countCars, countFacets, countTowns, facetNames, findCars } from "./search-cars.ts";
import { findSimilarCars, type LikedCar } from "./similar-cars.ts";
import type { TariffOn } from "./totals.ts";
import { suggest, suggestionCandidates } from "./suggest.ts";

export interface SearchServiceDeps {
  /** The primary: a replica may be behind the notifications. */
  readonly db: Kysely<DB>;
  /** The same database's address, for the listening connection. */
  readonly url: string;
  readonly log: Logger;
  /** ms since 1970; the process's clock by default. */
  readonly now?: () => number;
  /** How long a search waits for the index to load, in ms. */
  readonly loadTimeout?: number;
  /** Interval of comparisons with the database, in ms. */
  readonly checkEvery?: number;
  /** Called after cars may have changed; several changes may be one call. */
  readonly onChange?: () => void;
  /** Further channels of the listening connection. */
  readonly onOther?: OtherNotifications;
  /** The tariff of a day; omitted: cars without customs have no price with plates. */
  readonly tariffOn?: TariffOn;
}

export interface FacetOptions {
  /** `chosen`: models only if a brand is chosen; a page does not need a thousand names. */
  readonly models?: "all" | "chosen";
  /** The facets to count; all by default. */
  readonly fields?: ReadonlySet<FacetName>;
}

const everyFacet: ReadonlySet<FacetName> = new Set(facetNames);
const maxAnswers = 1_000;
const maxMeanings = 2_000;
/** With at most so many cars, alternatives are offered. */
const fewCars = 5;

/**
 * The public search of one process (specification.md#car-states). It answers from an index in memory that
 * follows the database's notifications. PostgreSQL is the source of truth; the index can be rebuilt at any
 * time. Until the first load, searches wait at most `loadTimeout` and then fail as `overloaded` (503).
 */
export interface SearchService {
  /** All cars are loaded; for readiness. */
  readonly isReady: boolean;
  /** Loaded cars and their estimated total; for readiness and the start report. */
  readonly progress: { cars: number; of: number };
  /** Whether notifications arrive. */
  readonly isListening: boolean;
  /** Changes after any change of a seller that affects cars. */
  readonly sellersVersion: number;
  /** When that last changed, by `performance.now`. */
  readonly sellersChangedAt: number;
  /** For metrics and the benchmark. Bytes are an estimate. */
  readonly stats: {
    cars: number;
    slots: number;
    bytes: { columns: number; words: number };
    listening: boolean;
    /** Notified changes not read yet. */
    behind: number;
  };
  /**
   * Starts listening and loading; resolves once every public car is loaded. Waits for an unavailable database.
   * The first search starts it too.
   */
  start(): Promise<void>;
  /** Ends the listening connection and reads in progress. */
  stop(): Promise<void>;
  /** The version of a public car's row, new after each change; null if it is not in the index. */
  rowVersionOf(id: string): number | null;
  /** One page of ids in the search's order and the exact total. `page` from 1. Throws overloaded while loading. */
  search(
    search: CarSearch,
    page: { page: number; limit: number },
  ): Promise<{ ids: readonly string[]; total: number }>;
  /** Exact facet counts, how the query was understood, and alternatives when there are few or no results. */
  facets(search: CarSearch, options?: FacetOptions): Promise<SomeFacets>;
  /** Completions of the typed letters. */
  suggest(q: string): Promise<Suggestion[]>;
  /** The models of a catalogue that a seller may mean, best first, at most 8; only of this brand if given. */
  offerModels(
    q: string,
    brand: string | null,
    models: ReadonlyMap<string, readonly string[]>,
  ): Promise<ModelOffer[]>;
  /** Ids of similar public cars, the most similar first. Throws overloaded while loading. */
  similar(car: LikedCar, most: number): Promise<string[]>;
  /**
   * For saved searches: ids of the matching cars in a small separate index, with the words understood as in the
   * public search. Complete only if this process has seen those cars: `hasSeen`.
   */
  findIn(cars: CarIndex, search: CarSearch): Promise<readonly string[]>;
  /** An empty index with the same prices with plates. */
  emptyIndex(): Promise<CarIndex>;
  /** Call it when tariffs may have changed. */
  tariffsChanged(): void;
  /** Whether the index has this version of a car's row, or a later one. */
  hasSeen(id: string, rowVersion: number): boolean;
}

export function createSearchService({
  now = Date.now,
  loadTimeout = 5_000,
  ...deps
}: SearchServiceDeps): SearchService {
  const keeper = new IndexKeeper({ ...deps, now });
  const totals = new ResultCache<{ ids: readonly string[]; total: number }>(maxAnswers);
  const facetAnswers = new ResultCache<SomeFacets>(maxAnswers);
  const meanings = new ResultCache<QueryMeaning>(maxMeanings);
  const vocabularies = new ResultCache<Vocabulary>(1);
  const suggestions = new ResultCache<ReturnType<typeof suggestionCandidates>>(1);
  /** Cached for the last catalogue and vocabulary. */
  let lastSuggester: {
    models: ReadonlyMap<string, readonly string[]>;
    vocabulary: Vocabulary;
    suggester: ModelSuggester;
  } | null = null;

  function maxYear(): number {
    return maxCarYear(new Date(now()));
  }

  function rowVersionOf(id: string): number | null {
    return keeper.index.rowState(id)?.rowVersion ?? null;
  }

  async function search(
    search: CarSearch,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ ids: readonly string[]; total: number }> {
    const index = await loadedIndex();
    const key = `${page}/${limit}?${carSearchParams(search).toString()}`;
    return totals.get(key, index.version, () =>
      findCars(index, questionOf(index, search), { offset: (page - 1) * limit, limit }),
    );
  }

  async function facets(
    search: CarSearch,
    { models = "all", fields = everyFacet }: FacetOptions = {},
  ): Promise<SomeFacets> {
    const index = await loadedIndex();
    // The order does not affect counts.
    const params = carSearchParams({ ...search, sort: "standard" }).toString();
    const asked = facetNames.filter((name) => fields.has(name));
    return facetAnswers.get(`${models}/${asked.join()}?${params}`, index.version, () =>
      makeFacets(index, search, models, new Set(asked)),
    );
  }

  async function suggestFor(q: string): Promise<Suggestion[]> {
    const index = await loadedIndex();
    const candidates = suggestions.get("", index.modelsVersion, () => suggestionCandidates(index));
    return suggest(q.slice(0, maxQueryLength), index, candidates, (search) => count(index, search));
  }

  async function offerModels(
    q: string,
    brand: string | null,
    models: ReadonlyMap<string, readonly string[]>,
  ): Promise<ModelOffer[]> {
    const vocabulary = vocabularyOf(await loadedIndex());
    const known = lastSuggester;
    const suggester =
      known?.models === models && known.vocabulary === vocabulary
        ? known.suggester
        : new ModelSuggester(models, vocabulary);
    lastSuggester = { models, vocabulary, suggester };
    return suggester.suggest(q, brand, maxYear());
  }

  async function similar(car: LikedCar, most: number): Promise<string[]> {
    return findSimilarCars(await loadedIndex(), car, most);
  }

  async function findIn(cars: CarIndex, search: CarSearch): Promise<readonly string[]> {
    const index = await loadedIndex();
    const both: TextWords = {
      has: (word) => index.has(word) || cars.has(word),
      hasPrefix: (prefix) => index.hasPrefix(prefix) || cars.hasPrefix(prefix),
      hasNumber: (number) => index.hasNumber(number) || cars.hasNumber(number),
    };
    const question = { search, meaning: understand(index, search.q, both) };
    return findCars(cars, question, { offset: 0, limit: cars.size, sort: "createdAt_desc" }).ids;
  }

  async function emptyIndex(): Promise<CarIndex> {
    return new CarIndex(0, (await loadedIndex()).totalOf);
  }

  function hasSeen(id: string, rowVersion: number): boolean {
    return (rowVersionOf(id) ?? 0) >= rowVersion;
  }

  async function loadedIndex(): Promise<CarIndex> {
    if (!keeper.isLoaded) {
      const timer = new AbortController();
      const late = sleep(loadTimeout, "late" as const, { signal: timer.signal }).catch(() => "over" as const);
      const first = await Promise.race([keeper.start(), late]);
      timer.abort();
      if (first === "late") throw new AppError("overloaded", { retryAfter: 2 });
    }
    return keeper.index;
  }

  function questionOf(index: CarIndex, search: CarSearch): CarQuestion {
    return { search, meaning: meaningOf(index, search.q) };
  }

  function count(index: CarIndex, search: CarSearch): number {
    return countCars(index, questionOf(index, search));
  }

  function meaningOf(index: CarIndex, q: string): QueryMeaning {
    return meanings.get(q, index.version, () => understand(index, q, index));
  }

  function understand(index: CarIndex, q: string, textWords: TextWords): QueryMeaning {
    return understandQuery(q, vocabularyOf(index), textWords, maxYear());
  }

  function vocabularyOf(index: CarIndex): Vocabulary {
    return vocabularies.get("", index.modelsVersion, () => buildVocabulary(knownModels(index)));
  }

  function makeFacets(
    index: CarIndex,
    search: CarSearch,
    models: "all" | "chosen",
    fields: Set<FacetName>,
  ): SomeFacets {
    const question = questionOf(index, search);
    const leavesModelsOut = models === "chosen" && search.brand.length === 0 && fields.delete("model");
    const counts = {
      ...countFacets(index, question, fields),
      ...(leavesModelsOut ? { model: {} } : {}),
    };
    const { meaning } = question;
    const { total } = counts;
    const answer = { ...counts, understood: [...meaning.understood] };
    // Each alternative costs a search: none if there are enough results.
    if (total > fewCars) return { ...answer, relaxed: null, looser: [], nearby: [] };
    const conditions = conditionsOf(search, meaning);
    const totalOf = (other: CarSearch) => count(index, other);
    return {
      ...answer,
      relaxed: total > 0 ? null : relax(search, conditions, totalOf),
      looser: total > 0 ? looserSearches(search, conditions, total, totalOf) : [],
      nearby: nearbyTowns(search, meaning, (other) => countTowns(index, questionOf(index, other))),
    };
  }

  return {
    get isReady() {
      return keeper.isLoaded;
    },
    get progress() {
      return keeper.progress;
    },
    get isListening() {
      return keeper.isListening;
    },
    get sellersVersion() {
      return keeper.sellersVersion;
    },
    get sellersChangedAt() {
      return keeper.sellersChangedAt;
    },
    get stats() {
      const { index, isListening: listening, behind } = keeper;
      return { cars: index.size, slots: index.slots, bytes: index.bytes, listening, behind };
    },
    start: () => keeper.start(),
    stop: () => keeper.stop(),
    rowVersionOf,
    search,
    facets,
    suggest: suggestFor,
    offerModels,
    similar,
    findIn,
    emptyIndex,
    tariffsChanged: () => keeper.totalsChanged(),
    hasSeen,
  };
}

/** The catalogue's models and further ones of cars. */
function knownModels(index: CarIndex): Record<string, readonly string[]> {
  const models: Record<string, readonly string[]> = { ...carCatalogue };
  for (const [brand, ofCars] of index.models) {
    models[brand] = [...new Set([...(models[brand] ?? []), ...ofCars.values()])];
  }
  return models;
}
