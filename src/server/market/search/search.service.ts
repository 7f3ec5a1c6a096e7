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
import type { OtherNews } from "./change-feed.ts";
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
  /** The same database's address, for a connection that listens. */
  readonly url: string;
  readonly log: Logger;
  /** ms since 1970; the process's clock by default. */
  readonly now?: () => number;
  /** How long a search waits for the index to be loaded, in ms. */
  readonly loadTimeout?: number;
  /** Between two comparisons of the index with the database, in ms. */
  readonly checkEvery?: number;
  /** Called after cars may have changed; several changes may be one call. */
  readonly onChange?: () => void;
  /** What else its listening connection listens to. */
  readonly onOther?: OtherNews;
  /** The tariff that counts on a day; left out: no car that is not through the customs has a price with plates. */
  readonly tariffOn?: TariffOn;
}

export interface FacetOptions {
  /** `chosen`: models only where a brand is chosen; a page has no use for a thousand names. */
  readonly models?: "all" | "chosen";
  /** The facets to count; all of them unless given. */
  readonly fields?: ReadonlySet<FacetName>;
}

const everyFacet: ReadonlySet<FacetName> = new Set(facetNames);
const maxAnswers = 1_000;
const maxMeanings = 2_000;
/** So many cars at most are few: other ways to find some stand beside them. */
const fewCars = 5;

/**
 * The public search of one process (specification.md#car-states). Answers from an index in memory that follows the database's
 * notifications; PostgreSQL stays the truth, and the index can be thrown away at any time. Until it has been loaded
 * for the first time, searches wait for it, at most `loadTimeout`, and then fail as `overloaded` (503).
 */
export interface SearchService {
  /** All cars have been loaded; for readiness. */
  readonly isReady: boolean;
  /** How many cars of about how many have been loaded; for readiness and the start's report. */
  readonly progress: { cars: number; of: number };
  /** Whether changes arrive as they happen. */
  readonly isListening: boolean;
  /** Another one after anything about any seller has changed that shows on cars. */
  readonly sellersVersion: number;
  /** When that last changed, by `performance.now`. */
  readonly sellersChangedAt: number;
  /** What metrics and the benchmark want to know. Bytes are an estimate. */
  readonly stats: {
    cars: number;
    slots: number;
    bytes: { columns: number; words: number };
    listening: boolean;
    /** Changes notified and not read yet. */
    behind: number;
  };
  /**
   * Begins listening and loading; resolves once every public car is in. Waits for a database that is away. The first
   * search does the same where nobody has.
   */
  start(): Promise<void>;
  /** Ends the listening connection and what is being read. */
  stop(): Promise<void>;
  /** The row version of a public car's row, another one after each change of it; null for what is not in the index. */
  rowVersionOf(id: string): number | null;
  /** One page of ids in the search's order and the exact total. `page` from 1. Throws overloaded while loading. */
  search(
    search: CarSearch,
    page: { page: number; limit: number },
  ): Promise<{ ids: readonly string[]; total: number }>;
  /** Exact counts of every choice, what the words were taken for, and where nothing or little was found, what would find more. */
  facets(search: CarSearch, options?: FacetOptions): Promise<SomeFacets>;
  /** What the typed letters may become. */
  suggest(q: string): Promise<Suggestion[]>;
  /**
   * The models of a catalogue that a seller may mean with these words, best first, at most 8; of this brand alone where
   * one is given.
   */
  offerModels(
    q: string,
    brand: string | null,
    models: ReadonlyMap<string, readonly string[]>,
  ): Promise<ModelOffer[]>;
  /** Ids of public cars like this one, the most alike first. Throws overloaded while loading. */
  similar(car: LikedCar, most: number): Promise<string[]>;
  /**
   * For saved searches: the ids of those cars of a small index of one's own that a search finds, its words read as the
   * public search reads them now. Only one that has seen those cars in its own index reads them all: `hasSeen`.
   */
  findIn(cars: CarIndex, search: CarSearch): Promise<readonly string[]>;
  /** An empty index whose cars are found as in this one: by the same prices with plates. */
  emptyIndex(): Promise<CarIndex>;
  /** To be called when there are other tariffs, or may be. */
  tariffsChanged(): void;
  /** Whether the index knows this state of a car's row, or a later one. */
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
  /** Made from the catalogue and the vocabulary that it was last asked with. */
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
    // The order of the answer is no matter to its counts.
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
    // Each other way costs a search: none where there is enough to choose from.
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

/** The catalogue's models and those that cars have beyond it. */
function knownModels(index: CarIndex): Record<string, readonly string[]> {
  const models: Record<string, readonly string[]> = { ...carCatalogue };
  for (const [brand, ofCars] of index.models) {
    models[brand] = [...new Set([...(models[brand] ?? []), ...ofCars.values()])];
  }
  return models;
}
