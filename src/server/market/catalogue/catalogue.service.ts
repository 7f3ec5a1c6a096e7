import type { Kysely } from "kysely";
import { carMessages } from "#domain/messages/car.ts";
import { fold } from "#domain/text/fold.ts";
import { createNotifiedCopy } from "#server/platform/db/notified-copy.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { byName, loadCatalogue, loadOwnSuggestions, suggestModel } from "./catalogue.queries.ts";

/** Brands and models, from memory: the whole catalogue is some 1,700 names. */
export interface CatalogueService {
  /** All brands, A to Z. */
  brands(): Promise<string[]>;
  /** The brand as the catalogue spells it; null for one that it does not have. Case and accents do not matter. */
  findBrand(brand: string): Promise<string | null>;
  /** A brand's models in natural order, with the person's own suggestions; none for an unknown brand. */
  models(brand: string, userId: string | null): Promise<string[]>;
  /** What everybody may be offered, by brand; the same map until the catalogue is read again. */
  approved(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The whole catalogue. */
  all(): Promise<Record<string, string[]>>;
  /**
   * Suggests a model; it is seen by its author until an admin approves it. Returns the stored name, which is the
   * catalogue's where it is known in another spelling. Throws validation_failed for a brand that is not there.
   */
  suggest(
    userId: string,
    suggestion: { brand: string; model: string },
  ): Promise<{ brand: string; model: string; isNew: boolean }>;
  /** To be called when the catalogue has changed, or may have. */
  refresh(): void;
}

export function createCatalogueService({ db }: { db: Kysely<DB> }): CatalogueService {
  const copy = createNotifiedCopy(async () => {
    const models = await loadCatalogue(db);
    return { models, brandByFolded: new Map([...models.keys()].map((brand) => [fold(brand), brand])) };
  });

  async function findBrand(brand: string): Promise<string | null> {
    return (await copy.get()).brandByFolded.get(fold(brand)) ?? null;
  }

  return {
    findBrand,
    brands: async () => [...(await copy.get()).models.keys()],
    models: async (brand, userId) => {
      const known = await findBrand(brand);
      if (known === null) return [];
      const models = [...((await copy.get()).models.get(known) ?? [])];
      if (userId === null) return models;
      const own = await loadOwnSuggestions(db, userId, known);
      return own.length === 0 ? models : [...new Set([...models, ...own])].toSorted(byName);
    },
    approved: async () => (await copy.get()).models,
    all: async () => {
      const { models } = await copy.get();
      return Object.fromEntries([...models].map(([brand, names]) => [brand, [...names]]));
    },
    suggest: async (userId, suggestion) => {
      const brand = await findBrand(suggestion.brand);
      if (brand === null) {
        const message = carMessages.brandUnknown;
        throw new AppError("validation_failed", { message, fields: { brand: message } });
      }
      const { name, isNew } = await suggestModel(db, brand, suggestion.model, userId);
      return { brand, model: name, isNew };
    },
    refresh: () => copy.refresh(),
  };
}
