import DataLoader from "dataloader";
import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { type CarRow, loadCars } from "./cars.queries.ts";

/** Reads cars by id in any state; null for an unknown id. */
export type CarReader = Pick<DataLoader<string, CarRow | null>, "load">;

// A second query, so that no request waits behind a connection that hangs.
const maxQueries = 2;
const maxInQuery = 200;

/**
 * Batches concurrent reads (DataLoader): requests that arrive while a query runs share the next one. Planning a
 * query costs more than a row. Nothing is cached: a car is always read after it was requested.
 */
export function createCarReader(db: Kysely<DB>): CarReader {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return new DataLoader<string, CarRow | null>(
    async (ids) => {
      underWay += 1;
      try {
        const byId = new Map((await loadCars(db, [...new Set(ids)])).map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? null);
      } finally {
        underWay -= 1;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize: maxInQuery,
      batchScheduleFn: (send) => {
        if (underWay < maxQueries) setImmediate(send);
        else waiting.push(send);
      },
    },
  );
}
