import type { Car } from "#contract/cars.ts";
import type { Equipment } from "#domain/cars/equipment.ts";
import { carFieldTable, factsIn } from "#domain/cars/car-fields.ts";
import { carFieldTexts, factText } from "#domain/messages/car-fields.ts";
import { formatEuroCents } from "#domain/format/format.ts";
import { compareMessages as text } from "#domain/messages/compare.ts";
import { confirmedNote } from "#domain/messages/confirmed.ts";
import { priceBandLabels } from "#domain/messages/prices.ts";

/** One fact of every car, in the cars' order, formatted for people. */
export interface CompareRow {
  readonly name: string;
  readonly values: readonly string[];
  readonly differs: boolean;
}

/** A row with its position in the table of facts (domain/cars/car-fields.ts). */
interface Fact {
  readonly place: number;
  readonly name: string;
  readonly of: (car: Car) => string | null;
}

function formatted<Value>(value: Value | null, format: (value: Value) => string): string | null {
  return value === null ? null : format(value);
}

const factRows: readonly Fact[] = factsIn("compare").map((fact) => {
  const { compare: place = 0 } = carFieldTable[fact];
  const { label, compare: name = label } = carFieldTexts[fact];
  return { place, name, of: (car) => factText(fact, car[fact]) };
});

/**
 * The rows that compare two to four cars; a fact that none of them has is left out. `totals`: prices with
 * plates of the cars without customs, in the cars' order; null if unknown.
 */
export function compareRows(
  cars: readonly Car[],
  totals: readonly (number | null)[],
  now: string,
): CompareRow[] {
  const totalOf = new Map(cars.map((car, index) => [car, totals[index] ?? null]));
  const { rows } = text;
  // Equipment that all of them have does not help to choose.
  const isOfSome = (one: Equipment) => !cars.every((car) => car.equipment.includes(one));
  const facts: readonly Fact[] = [
    ...factRows,
    { place: 20, name: rows.total, of: (car) => formatted(totalOf.get(car) ?? null, formatEuroCents) },
    { place: 30, name: rows.band, of: (car) => formatted(car.priceBand, (band) => priceBandLabels[band]) },
    { place: 160, name: rows.equipment, of: (car) => factText("equipment", car.equipment.filter(isOfSome)) },
    { place: 180, name: rows.seller, of: (car) => (car.seller.isDealer ? text.dealer : text.private) },
    {
      place: 190,
      name: rows.confirmed,
      of: (car) => (car.sold ? text.sold : (confirmedNote(car.confirmedAt, now)?.text ?? null)),
    },
  ];
  return facts
    .toSorted((a, b) => a.place - b.place)
    .map(({ name, of }) => {
      const values = cars.map((car) => of(car) || text.unknown);
      return { name, values, differs: new Set(values).size > 1 };
    })
    .filter(({ values }) => values.some((value) => value !== text.unknown));
}
