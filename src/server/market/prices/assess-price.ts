import type { PriceFacts } from "#domain/prices/price-facts.ts";
import { type EstimateOptions, estimatePrice, type PriceEstimate } from "#domain/prices/estimate-price.ts";
import type { PriceModel } from "#domain/prices/price-model.ts";
import { isSameCar, withoutRepeats } from "#domain/prices/repeats.ts";
import type { Comparable } from "./prices.queries.ts";

/** With fewer comparables an estimate cannot be verified: there is none (specification.md#price-estimate). */
const minComparables = 3;

/** A published car, or a hypothetical one. */
export interface AssessedCar extends Omit<PriceFacts, "mileage"> {
  /** In km. */
  readonly mileage: number;
  readonly id?: string;
  readonly ownerId?: string;
}

/**
 * An estimate by the site's model and the listings near the car. Repeated listings of a car count once, and are
 * no comparables of themselves. Without a model there is none.
 */
export function assessPrice(
  model: PriceModel | null,
  car: AssessedCar,
  near: readonly Comparable[],
  options: Omit<EstimateOptions, "id"> & { readonly today: string },
): PriceEstimate<Comparable> {
  if (model === null) return nothing(options.today);
  const { id = null, ownerId } = car;
  const own = id !== null && ownerId !== undefined ? { ...car, id, ownerId } : null;
  const others = own === null ? near : near.filter((listing) => !isSameCar(listing, own));
  const assessed = estimatePrice(model, car, withoutRepeats(others), { ...options, id });
  if (assessed.status === "none" || assessed.comparables.length >= minComparables) return assessed;
  return { ...nothing(assessed.asOf), comparableCount: assessed.comparableCount };
}

function nothing(asOf: string | null): PriceEstimate<Comparable> {
  return {
    status: "none",
    reason: "few_data",
    estimate: null,
    low: null,
    high: null,
    band: null,
    limits: null,
    steps: [],
    comparables: [],
    comparableCount: 0,
    asOf,
  };
}
