import type { CarFields } from "#contract/cars.ts";
import type { CarState } from "#domain/cars/car-states.ts";
import { recordOf } from "#domain/search/search-fields.ts";
import {
  factColumns,
  guardCell,
  pictureSeparator,
  type StockColumn,
  stockColumns,
} from "#domain/stock/stock-columns.ts";
import { writeValue } from "#domain/stock/stock-values.ts";
import { type DescribedRow, generatedDescription } from "#server/cars/save-car.ts";

/** A car of the dealer as an import compares it. */
export interface StockCar extends DescribedRow {
  readonly id: string;
  readonly number: number;
  readonly reference: string | null;
  readonly state: CarState;
  readonly archived_from: "active" | "sold" | null;
  readonly archived_by_import: boolean;
  readonly type: CarFields["type"];
  readonly fuel: CarFields["fuel"];
  readonly transmission: CarFields["transmission"];
  readonly origin: CarFields["origin"];
  readonly condition: CarFields["condition"];
  readonly color: string | null;
  readonly power: number | null;
  readonly negotiable: boolean | null;
  readonly price: number;
  readonly description: string;
  readonly seller_name: string;
  readonly seller_phone: string;
  readonly version: number;
  /** In order. */
  readonly photoIds: readonly string[];
}

/** What a form would send of the car as it is, without its pictures. */
export function fieldsOf(car: Omit<StockCar, "photoIds">): Omit<CarFields, "images"> {
  return {
    brand: car.brand,
    model: car.model,
    year: car.year,
    type: car.type,
    sellerName: car.seller_name,
    sellerPhone: car.seller_phone,
    price: car.price,
    mileage: car.mileage,
    fuel: car.fuel,
    origin: car.origin,
    transmission: car.transmission,
    condition: car.condition,
    location: car.location,
    // A generated one is generated again.
    description: car.description === generatedDescription(car) ? null : car.description,
    customsPaid: car.customs_paid,
    registeredUntil: car.registered_until,
    engineSize: car.engine_size,
    power: car.power,
    color: car.color,
    negotiable: car.negotiable,
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
    if (column === "referenca") return guardCell(car.reference ?? `V-${car.number}`);
    return column === "fotot" ? car.photoIds.map(photoUrl).join(pictureSeparator) : (facts.get(column) ?? "");
  });
}
