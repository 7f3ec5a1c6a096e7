import type { CarFieldName } from "#domain/cars/car-fields.ts";
import { columnOf } from "#server/market/cars/car-columns.ts";
import type { DemoCar } from "./demo-data.ts";

/** Facts without a column in demo/cars.tsv; colour and registration come from elsewhere. */
type SampledFact = Exclude<CarFieldName, keyof DemoCar | "color" | "registeredUntil">;

type SampledCar = Pick<DemoCar, "type" | "year">;

/** A sample value of a fact, null for none; `n` is the car's index. A fact without a sample does not compile. */
const samples: Readonly<
  Record<SampledFact, (car: SampledCar, n: number) => string | number | boolean | null>
> = {
  reference: () => null,
  firstRegistration: ({ year }, n) =>
    n % 4 === 0 || year > 2025 ? null : `${year}-${String((n % 12) + 1).padStart(2, "0")}`,
  seats: ({ type }, n) =>
    n % 5 === 0 ? null : type === "Van" ? 7 : type === "Coupe" || type === "Convertible" ? 4 : 5,
  doors: ({ type }, n) => (n % 7 === 0 ? null : type === "Coupe" || type === "Convertible" ? "2/3" : "4/5"),
};

const isSampled = (name: string): name is SampledFact => Object.hasOwn(samples, name);
export const sampledFacts: readonly SampledFact[] = Object.keys(samples).filter(isSampled);

/** The same by database column. */
export function sampleColumns(car: SampledCar, n: number): Record<string, string | number | boolean | null> {
  return Object.fromEntries(sampledFacts.map((name) => [columnOf(name), samples[name](car, n)]));
}

/** The sampled facts of the demo's car at an index. */
export function sampleFacts(car: SampledCar, n: number): Record<string, string | number | boolean | null> {
  return Object.fromEntries(sampledFacts.map((name) => [name, samples[name](car, n)]));
}
