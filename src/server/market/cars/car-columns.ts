import type { Insertable, Selectable } from "kysely";
import type { Car, CarFields } from "#contract/cars.ts";
import {
  type CarFieldName,
  carFieldNames,
  carFieldTable,
  type PublicFact,
  publicFacts,
} from "#domain/cars/car-fields.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";

/** "customsPaid" is in the column "customs_paid". */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : "";
type ColumnName = Snake<CarFieldName>;

/** The columns of the facts; a missing one does not compile. */
type FactColumns = Pick<CarsTable, ColumnName>;
/** The facts of a car's row. */
export type FactRow = Selectable<FactColumns>;
type Facts = Required<Pick<CarFields, CarFieldName>>;

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const nameByColumn: ReadonlyMap<string, CarFieldName> = new Map(
  carFieldNames.map((name) => [snake(name), name]),
);
const isColumn = (column: string): column is ColumnName => nameByColumn.has(column);
const columnByName: ReadonlyMap<CarFieldName, ColumnName> = new Map(
  [...nameByColumn].flatMap(([column, name]) => (isColumn(column) ? [[name, column] as const] : [])),
);

/** The column of a fact. */
export function columnOf(name: CarFieldName): ColumnName {
  const column = columnByName.get(name);
  if (column === undefined) throw new Error(`No column for ${name}.`);
  return column;
}

function isInsertable(row: Readonly<Record<string, unknown>>): row is Insertable<FactColumns> {
  return carFieldNames.every((name) => carFieldTable[name].isRequired !== true || columnOf(name) in row);
}

/** Columns to write for a form's facts; omitted facts are unchanged. */
export function columnsOf(fields: Pick<CarFields, CarFieldName>) {
  const row = Object.fromEntries(
    carFieldNames.flatMap((name) => (fields[name] === undefined ? [] : [[columnOf(name), fields[name]]])),
  );
  if (!isInsertable(row)) throw new Error("A required fact is missing.");
  return row;
}

function areFacts(facts: Readonly<Record<string, unknown>>): facts is Facts {
  return carFieldNames.every((name) => name in facts);
}

/** A row's facts by their names. */
export function factsOf(row: FactRow): Facts {
  const facts = Object.fromEntries(carFieldNames.map((name) => [name, row[columnOf(name)]]));
  if (!areFacts(facts)) throw new Error("A fact is missing.");
  return facts;
}

function arePublic(facts: Readonly<Record<string, unknown>>): facts is Pick<Car, PublicFact> {
  return publicFacts.every((name) => name in facts);
}

/** A row's public facts; `text` converts free text for the viewer. */
export function presentFacts(row: FactRow, text: (written: string) => string): Pick<Car, PublicFact> {
  const facts = Object.fromEntries(
    publicFacts.map((name) => {
      const value = row[columnOf(name)];
      const isWritten = carFieldTable[name].kind === "text" && typeof value === "string";
      return [name, isWritten ? text(value) : value];
    }),
  );
  if (!arePublic(facts)) throw new Error("A fact is missing.");
  return facts;
}
