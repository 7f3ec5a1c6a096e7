import type { Kysely } from "kysely";
import { parsePriceModel, type PriceModel } from "#domain/prices/price-model.ts";
import { createNotifiedCopy, type NotifiedCopy } from "#server/platform/db/notified-copy.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadPriceModel } from "./price-model.queries.ts";

/** This process's copy of the model that all processes use; null until one was fitted. */
export type CurrentModel = NotifiedCopy<PriceModel | null>;

export function createCurrentModel(db: Kysely<DB>): CurrentModel {
  return createNotifiedCopy(async () => {
    const stored = await loadPriceModel(db);
    // One of another version is fitted again after the start.
    return stored === null ? null : parsePriceModel(stored.model);
  });
}
