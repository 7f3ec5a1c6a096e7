import { carColors } from "#domain/cars/car-colors.ts";
import { carTypes, fuels, transmissions } from "#domain/cars/car-lists.ts";
import { codedColumns } from "./mobile-de.ts";

/** A column of mobile.de whose codes an admin says the meaning of. */
type CodedColumn = (typeof codedColumns)[number][0];
export const codedColumnNames: readonly CodedColumn[] = codedColumns.map(([column]) => column);

/** Longer texts are no codes; the database takes no longer ones. */
export const maxCodeLength = 60;

const valuesOf: Readonly<Record<CodedColumn, readonly string[]>> = {
  kategorie: carTypes,
  kraftstoffart: fuels,
  getriebeart: transmissions,
  farbe: carColors,
};

/** What a code of this column may mean: values of cars, as the API carries them. */
export function codeValues(column: CodedColumn): readonly string[] {
  return valuesOf[column];
}
