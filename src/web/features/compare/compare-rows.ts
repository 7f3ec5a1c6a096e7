import type { Car } from "#contract/cars.ts";
import type { Equipment } from "#domain/cars/equipment.ts";
import {
  formatEngineSize,
  formatEuro,
  formatEuroCents,
  formatKm,
  formatMonth,
  formatPower,
} from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { carMessages } from "#domain/messages/car.ts";
import { compareMessages as text } from "#domain/messages/compare.ts";
import { confirmedNote } from "#domain/messages/confirmed.ts";
import { equipmentLabels } from "#domain/messages/equipment.ts";
import { priceBandLabels } from "#domain/messages/prices.ts";

/** One fact of every car, in the cars' order, as people read it. */
export interface CompareRow {
  readonly name: string;
  readonly values: readonly string[];
  readonly differs: boolean;
}

function given<Value>(value: Value | null, format: (value: Value) => string): string {
  return value === null ? text.unknown : format(value);
}

const customs = (paid: boolean) => (paid ? carMessages.customsPaid : carMessages.customsNotPaid);

/**
 * What two to four cars are compared by; a fact that none of them has is left out. `totals`: with plates, of the cars
 * without customs, in the cars' order; null where that is not known.
 */
export function compareRows(
  cars: readonly Car[],
  totals: readonly (number | null)[],
  now: string,
): CompareRow[] {
  const totalOf = new Map(cars.map((car, index) => [car, totals[index] ?? null]));
  const { rows } = text;
  // What all of them have says nothing about which to take.
  const isOfSome = (one: Equipment) => !cars.every((car) => car.equipment.includes(one));
  const facts: readonly (readonly [string, (car: Car) => string])[] = [
    [rows.price, (car) => formatEuro(car.price)],
    [rows.total, (car) => given(totalOf.get(car) ?? null, formatEuroCents)],
    [rows.band, (car) => given(car.priceBand, (band) => priceBandLabels[band])],
    [rows.year, (car) => String(car.year)],
    [rows.mileage, (car) => formatKm(car.mileage)],
    [rows.fuel, (car) => car.fuel],
    [rows.transmission, (car) => car.transmission],
    [rows.power, (car) => given(car.power, formatPower)],
    [rows.engine, (car) => given(car.engineSize, formatEngineSize)],
    [rows.type, (car) => carTypeLabel(car.type)],
    [rows.condition, (car) => given(car.condition, String)],
    [rows.customs, (car) => given(car.customsPaid, customs)],
    [rows.registered, (car) => given(car.registeredUntil, formatMonth)],
    [rows.origin, (car) => given(car.origin, String)],
    [rows.color, (car) => given(car.color, String)],
    [
      rows.equipment,
      (car) =>
        car.equipment
          .filter(isOfSome)
          .map((one) => equipmentLabels[one])
          .join(", ") || text.unknown,
    ],
    [rows.location, (car) => car.location],
    [rows.seller, (car) => (car.seller.isDealer ? text.dealer : text.private)],
    [
      rows.confirmed,
      (car) => (car.sold ? text.sold : (confirmedNote(car.confirmedAt, now)?.text ?? text.unknown)),
    ],
  ];
  return facts
    .map(([name, valueOf]) => {
      const values = cars.map(valueOf);
      return { name, values, differs: new Set(values).size > 1 };
    })
    .filter(({ values }) => values.some((value) => value !== text.unknown));
}
