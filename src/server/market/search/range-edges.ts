import { carFieldTable } from "#domain/cars/car-fields.ts";
import { type RangeName, rangeNames, recordOf } from "#domain/search/search-fields.ts";

/**
 * Edges of the ranges' bitmaps: common values for "up to" (and just below those for "from"), dense where most
 * cars are, so that few slots lie between two edges.
 */

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function withJustBelow(edges: readonly number[]): readonly number[] {
  return [...new Set(edges.flatMap((edge) => [edge - 1, edge]))].toSorted((a, b) => a - b);
}

const prices = withJustBelow([
  ...steps(1_000, 12_000, 500),
  ...steps(13_000, 30_000, 1_000),
  ...steps(35_000, 50_000, 5_000),
  ...steps(60_000, 100_000, 20_000),
  200_000,
]);

const measuredEdges: Readonly<Partial<Record<RangeName, readonly number[]>>> = {
  price: prices,
  totalPrice: prices,
  mileage: withJustBelow([...steps(10_000, 250_000, 10_000), ...steps(300_000, 400_000, 50_000)]),
  // kW and cm³, as engines are sold.
  power: withJustBelow([55, 66, 74, 77, 81, 85, 96, 103, 110, 125, 135, 140, 150, 180, 200, 250]),
  engineSize: withJustBelow([1_000, 1_200, 1_400, 1_500, 1_600, 1_800, 2_000, 2_200, 2_500, 3_000, 4_000]),
  // Every model year: no slot is ever read one by one.
  year: steps(1_989, 2_040, 1),
};

/** The edges of a range: measured ones, or every value of a fact with few. Throws for one with many. */
function edgesOf(name: RangeName): readonly number[] {
  const measured = measuredEdges[name];
  if (measured !== undefined) return measured;
  const field = Object.entries(carFieldTable).find(([fact]) => fact === name)?.[1];
  if (field?.kind !== "number" || field.max - field.min > 100)
    throw new Error(`The range ${name} has no edges.`);
  return steps(field.min - 1, field.max, 1);
}

export const rangeEdges: Readonly<Record<RangeName, readonly number[]>> = recordOf(rangeNames, edgesOf);
