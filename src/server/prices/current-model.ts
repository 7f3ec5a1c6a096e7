import type { Kysely } from "kysely";
import { parsePriceModel, type PriceModel } from "#domain/prices/price-model.ts";
import type { DB } from "#server/db/tables.ts";
import { loadPriceModel } from "./price-model.queries.ts";

/** The model that all processes estimate with, in this one's memory. */
export interface CurrentModel {
  /** Null until one has been learned. Throws where the database is away and none has been read yet. */
  get(): Promise<PriceModel | null>;
  /** There is another one, or may be: it is read with the next call. */
  refresh(): void;
}

/** Reads the model once, and again after each `refresh`; notifications of the database call that. */
export function createCurrentModel(db: Kysely<DB>): CurrentModel {
  let current: Promise<PriceModel | null> | null = null;
  let before: Promise<PriceModel | null> | null = null;

  async function read(): Promise<PriceModel | null> {
    const stored = await loadPriceModel(db);
    // One of another version is learned anew after the start.
    return stored === null ? null : parsePriceModel(stored.model);
  }

  return {
    get: () => {
      if (current !== null) return current;
      const last = before;
      const reading = read().catch((error: unknown) => {
        // Rather the model of yesterday than none; the next call tries again.
        if (current === reading) current = null;
        if (last === null) throw error;
        return last;
      });
      current = reading;
      return reading;
    },
    refresh: () => {
      before = current ?? before;
      current = null;
    },
  };
}
