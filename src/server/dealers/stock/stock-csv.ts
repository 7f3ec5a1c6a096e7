import type { Kysely } from "kysely";
import { stockMessages } from "#domain/messages/stock.ts";
import { byteOrderMark, csvLine } from "#domain/format/csv.ts";
import { stockColumns } from "#domain/stock/stock-columns.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadFaults } from "./imports.queries.ts";
import { cellsOf } from "./stock-cars.ts";
import { loadActive } from "./stock.queries.ts";

const page = 500;
const header = csvLine(stockColumns);

/** The template: the header line and an example, which has no photo and so is never published as it is. */
export function templateCsv(): string {
  return `${byteOrderMark}${header}${csvLine(stockMessages.exampleRow)}`;
}

/** The dealer's active cars in the template's form, in pieces. */
export async function* exportCsv(
  db: Kysely<DB>,
  userId: string,
  photoUrl: (id: string) => string,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${header}`;
  let after: string | null = null;
  for (;;) {
    const cars = await loadActive(db, userId, after, page);
    yield cars
      .map((car) => {
        const cells = cellsOf(car, photoUrl);
        return csvLine(stockColumns.map((column) => cells[column]));
      })
      .join("");
    after = cars.at(-1)?.id ?? null;
    if (cars.length < page) return;
  }
}

/** All faults of an import, in pieces. */
export async function* faultsCsv(db: Kysely<DB>, importId: string): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(stockMessages.faultColumns)}`;
  let after = { row: 0, position: 0 };
  for (;;) {
    const faults = await loadFaults(db, importId, { limit: page, after });
    yield faults
      .map(({ row, column, value, code, message }) => csvLine([row, column, value, code, message]))
      .join("");
    const last = faults.at(-1);
    if (last === undefined || faults.length < page) return;
    after = { row: last.row, position: last.position };
  }
}
