import type { Kysely } from "kysely";
import { carMessages } from "#domain/messages/car.ts";
import { fold } from "#domain/text/fold.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { byName, loadCatalogue, loadOwnSuggestions, suggestModel } from "./catalogue.queries.ts";

/** How long a process uses its copy without a notification of a change (`refresh`). */
const freshForMs = 30_000;

interface Snapshot {
  readonly models: ReadonlyMap<string, readonly string[]>;
  readonly brandByFolded: ReadonlyMap<string, string>;
}

export interface CatalogueServiceDeps {
  readonly db: Kysely<DB>;
  /** Milliseconds that only grow. */
  readonly elapsed?: () => number;
}

/** Brands and models, from memory for half a minute: the whole catalogue is some 1,700 names. */
export class CatalogueService {
  readonly #db: Kysely<DB>;
  readonly #elapsed: () => number;
  #snapshot: Promise<Snapshot> | null = null;
  #staleAt = 0;

  constructor(deps: CatalogueServiceDeps) {
    this.#db = deps.db;
    this.#elapsed = deps.elapsed ?? (() => performance.now());
  }

  /** All brands, A to Z. */
  async brands(): Promise<string[]> {
    return [...(await this.#read()).models.keys()];
  }

  /** The brand as the catalogue spells it; null for one that it does not have. Case and accents do not matter. */
  async findBrand(brand: string): Promise<string | null> {
    return (await this.#read()).brandByFolded.get(fold(brand)) ?? null;
  }

  /** A brand's models in natural order, with the person's own suggestions; none for an unknown brand. */
  async models(brand: string, userId: string | null): Promise<string[]> {
    const known = await this.findBrand(brand);
    if (known === null) return [];
    const models = [...((await this.#read()).models.get(known) ?? [])];
    if (userId === null) return models;
    const own = await loadOwnSuggestions(this.#db, userId, known);
    return own.length === 0 ? models : [...new Set([...models, ...own])].toSorted(byName);
  }

  /** The whole catalogue. */
  async all(): Promise<Record<string, string[]>> {
    const { models } = await this.#read();
    return Object.fromEntries([...models].map(([brand, names]) => [brand, [...names]]));
  }

  /**
   * Suggests a model; it is seen by its author until an admin approves it. Returns the stored name, which is the
   * catalogue's where it is known in another spelling. Throws validation_failed for a brand that is not there.
   */
  async suggest(
    userId: string,
    suggestion: { brand: string; model: string },
  ): Promise<{ brand: string; model: string; isNew: boolean }> {
    const brand = await this.findBrand(suggestion.brand);
    if (brand === null) {
      const message = carMessages.brandUnknown;
      throw new AppError("validation_failed", { message, fields: { brand: message } });
    }
    const { name, isNew } = await suggestModel(this.#db, brand, suggestion.model, userId);
    return { brand, model: name, isNew };
  }

  /** Evicts the copy: the next call reads the database. */
  refresh(): void {
    this.#snapshot = null;
  }

  #read(): Promise<Snapshot> {
    if (this.#snapshot === null || this.#elapsed() >= this.#staleAt) {
      const before = this.#snapshot;
      this.#staleAt = this.#elapsed() + freshForMs;
      const reading = this.#load().catch((error: unknown) => {
        // Rather the brands of a moment ago than none; without any the next call tries again.
        if (this.#snapshot === reading) this.#snapshot = before;
        if (before === null) throw error;
        return before;
      });
      this.#snapshot = reading;
    }
    return this.#snapshot;
  }

  async #load(): Promise<Snapshot> {
    const models = await loadCatalogue(this.#db);
    return {
      models,
      brandByFolded: new Map([...models.keys()].map((brand) => [fold(brand), brand])),
    };
  }
}
