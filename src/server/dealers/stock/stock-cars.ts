import type { Selectable } from "kysely";
import type { CarFields } from "#contract/cars.ts";
import { recordOf } from "#domain/search/search-fields.ts";
import { guardCell } from "#domain/format/csv.ts";
import {
  factColumns,
  pictureSeparator,
  type StockColumn,
  stockColumns,
} from "#domain/stock/stock-columns.ts";
import { writeValue } from "#domain/stock/stock-values.ts";
import { type FactRow, factsOf } from "#server/market/cars/car-columns.ts";
import { generatedDescription } from "#server/market/cars/save-car.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";

/** A car of the dealer as an import compares it. */
export interface StockCar
  extends
    FactRow,
    Pick<
      Selectable<CarsTable>,
      | "id"
      | "number"
      | "state"
      | "archived_from"
      | "archived_by_import"
      | "seller_name"
      | "seller_phone"
      | "version"
    > {
  readonly vin_masked: string | null;
  readonly vin_hash: Buffer | null;
  /** In order. */
  readonly photoIds: readonly string[];
}

/** What a form would send of the car as it is, without its pictures and what no file says. */
export function fieldsOf(
  car: Omit<StockCar, "photoIds" | "vin_masked" | "vin_hash">,
): Omit<CarFields, "images" | "vin"> {
  const { equipment: _, reference: __, ...facts } = factsOf(car);
  return {
    ...facts,
    sellerName: car.seller_name,
    sellerPhone: car.seller_phone,
    // A generated one is generated again.
    description: car.description === generatedDescription(car) ? null : car.description,
  };
}

/** The car's cells as the export writes them; `photoUrl` gives absolute addresses. */
export function cellsOf(car: StockCar, photoUrl: (id: string) => string): Record<StockColumn, string> {
  const fields = fieldsOf(car);
  const facts: ReadonlyMap<StockColumn, string> = new Map(
    factColumns.map(({ name, column, field }) => {
      const text = writeValue(column, fields[name]);
      const isText = field.kind === "text" || field.kind === "choice";
      return [column, isText ? guardCell(text) : text];
    }),
  );
  return recordOf(stockColumns, (column) => {
    // As answers have it: in a file that comes back it says nothing.
    if (column === "vin") return car.vin_masked ?? "";
    if (column === "referenca") return guardCell(car.reference ?? `V-${car.number}`);
    return column === "fotot" ? car.photoIds.map(photoUrl).join(pictureSeparator) : (facts.get(column) ?? "");
  });
}
