import type { Kysely } from "kysely";
import type { ImportRow, ListedImport, StockImport } from "#contract/imports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { importLimits } from "#domain/stock/import-limits.ts";
import { requireDealer } from "#server/billing/subscriptions.service.ts";
import type { Page } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { findImport, type ImportRecord, loadFaults, loadImports, loadRows } from "./imports.queries.ts";
import { presentFault, presentImport } from "./present-import.ts";

/**
 * A dealer's stock from files (specification.md#stock). Every call throws dealers_only for who is no dealer, and
 * import_not_found for an import that is not the dealer's.
 */
export interface StockImports {
  list(dealer: Actor, page: Page): Promise<{ imports: ListedImport[]; total: number }>;
  /** An import with its first faults. */
  get(dealer: Actor, id: string): Promise<StockImport>;
  /** The rows of an import, a page of them. */
  rows(dealer: Actor, id: string, page: Page): Promise<{ rows: ImportRow[]; total: number }>;
}

/** Wires the imports; starts nothing. */
export function createStockImports({ db }: { readonly db: Kysely<DB> }): StockImports {
  async function find(dealer: Actor, id: string): Promise<ImportRecord> {
    await requireDealer(db, dealer.id);
    const row = await findImport(db, dealer.id, id);
    if (row === null) throw new AppError("import_not_found");
    return row;
  }

  return {
    list: async (dealer, page) => {
      await requireDealer(db, dealer.id);
      const { rows, total } = await loadImports(db, dealer.id, page);
      return { imports: rows.map(presentImport), total };
    },

    get: async (dealer, id) => {
      const row = await find(dealer, id);
      const faults = await loadFaults(db, id, { limit: importLimits.shownFaults });
      return {
        ...presentImport(row),
        faults: faults.map(presentFault),
        columns: row.columns ?? [],
      };
    },

    rows: async (dealer, id, page) => {
      await find(dealer, id);
      const { rows, total } = await loadRows(db, id, null, page);
      return {
        rows: rows.map((row) => ({
          row: row.row,
          outcome: row.outcome,
          reference: row.reference ?? "",
          title: row.title,
          carId: row.car_id,
          cells: row.cells,
          changes: [],
          faults: [],
        })),
        total,
      };
    },
  };
}
