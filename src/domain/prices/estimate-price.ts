import type { Condition } from "#domain/cars/car-lists.ts";
import { priceStepLabels } from "#domain/messages/prices.ts";
import { quantilesFor } from "./calibration.ts";
import { nearestComparables } from "./comparables.ts";
import { neighbourhoodOf } from "./neighbourhood.ts";
import { type PriceBand, type PriceLimits, type PriceReason, bandOf } from "#domain/cars/price-bands.ts";
import type { PriceFacts, PricedListing } from "./price-facts.ts";
import { type PriceModel, modelKey } from "./price-model.ts";
import { type ModelStepKey, modelStepKeys, partsOf, termsOf, total } from "./price-terms.ts";
import type { Term } from "./ridge.ts";
import { spreadOf, spreadTerms } from "./spread.ts";

export const priceStatuses = ["rated", "range_only", "none"] as const;
export type PriceStatus = (typeof priceStatuses)[number];

type StepKey = ModelStepKey | "neighbours";

export interface PriceStep {
  readonly key: StepKey;
  readonly label: string;
  readonly euro: number;
}

/** Answer to "Is the price fair?" (specification.md#price-estimator). Money is whole EUR. */
export interface PriceEstimate<L = PricedListing> {
  readonly status: PriceStatus;
  readonly reason: PriceReason | null;
  readonly estimate: number | null;
  /** The 80 % range; null without an estimate. */
  readonly low: number | null;
  readonly high: number | null;
  /** Null without a price, and if the car has no band. */
  readonly band: PriceBand | null;
  readonly limits: PriceLimits | null;
  /** The steps of the estimate, in the order of the keys; they sum to the estimate. */
  readonly steps: readonly PriceStep[];
  /** Nearest first, at most 12. */
  readonly comparables: readonly L[];
  readonly comparableCount: number;
  readonly asOf: string | null;
}

export interface EstimateOptions {
  /** The asking price in EUR, to get a band. */
  readonly price?: number | null;
  /** The car's own id: it is no comparable of itself. */
  readonly id?: string | null;
  /** The car's current band, which a small change of the price does not alter. */
  readonly previousBand?: PriceBand | null;
  readonly damaged?: boolean;
  readonly recentlyEdited?: boolean;
}

/** The widest 80 % range, as a share of the estimate, for a band and for a range. */
const widestRated = 0.6;
const widestRange = 1.2;
const newCondition: Condition = "E re";
/** In years and km: beyond these no estimate is reliable. */
const oldest = 100;
const maxMileage = 2_000_000;

/**
 * Estimates a car's asking price from its facts and the listings of the same model (`modelKey`); other models
 * are ignored. Never throws: without an estimate the status is "none" with a reason.
 */
export function estimatePrice<L extends PricedListing>(
  model: PriceModel,
  facts: PriceFacts,
  candidates: Iterable<L>,
  options: EstimateOptions = {},
): PriceEstimate<L> {
  const none = (reason: PriceReason, comparableCount = 0): PriceEstimate<L> => ({
    status: "none",
    reason,
    estimate: null,
    low: null,
    high: null,
    band: null,
    limits: null,
    steps: [],
    comparables: [],
    comparableCount,
    asOf: model.asOf,
  });
  if (facts.condition === newCondition) return none("new_car");
  if (options.damaged === true) return none("damaged");
  if ((model.usual[modelKey(facts)]?.listings ?? 0) === 0) return none("unknown_model");

  const age = Math.max(model.year - facts.year, 0);
  const impossible = facts.year > model.year + 1 || age > oldest || (facts.mileage ?? 0) > maxMileage;
  if (impossible) return none("few_data");

  const effectOf = (name: string) => model.effects[name] ?? 0;
  const parts = partsOf(termsOf(facts, model), effectOf);
  const comparables = nearestComparables(facts, candidates, options.id ?? null);
  const { count } = comparables;
  const neighbourhood = neighbourhoodOf(
    comparables,
    (listing) => Math.log(listing.price) - total(partsOf(termsOf(listing, model), effectOf)),
  );
  const steps = stepsOf(parts, neighbourhood.correction);
  const estimate = steps.reduce((sum, step) => sum + step.euro, 0);
  const ln = total(parts) + neighbourhood.correction;
  const limits = rangeOf(model, estimate, {
    terms: spreadTerms(facts, model.year, ln, neighbourhood),
    age,
    comparables: count,
  });
  const status = statusOf(limits, estimate);
  if (status === "none") return none("few_data", count);
  const edited = options.recentlyEdited === true;
  const rated = status === "rated" && !edited;
  const price = options.price ?? null;
  return {
    status: rated ? "rated" : "range_only",
    reason: edited ? "recently_edited" : rated ? null : "few_data",
    estimate,
    low: limits.p10,
    high: limits.p90,
    band: rated && price !== null ? bandOf(price, limits, options.previousBand ?? null) : null,
    limits,
    steps,
    comparables: comparables.nearest.map(({ listing }) => listing),
    comparableCount: count,
    asOf: model.asOf,
  };
}

/** The borders of the bands in EUR around an estimate. */
export function rangeOf(
  model: Pick<PriceModel, "spread" | "calibration">,
  estimate: number,
  car: { readonly terms: readonly Term[]; readonly age: number; readonly comparables: number },
): PriceLimits {
  const spread = spreadOf(car.terms, model.spread);
  const quantiles = quantilesFor(model.calibration, car.age, car.comparables);
  const limit = (quantile: number) => Math.max(Math.round(estimate * Math.exp(quantile * spread)), 1);
  return {
    p10: limit(quantiles.p10),
    p30: limit(quantiles.p30),
    p70: limit(quantiles.p70),
    p90: limit(quantiles.p90),
  };
}

/** Depends on the width of the range only. */
export function statusOf(limits: PriceLimits, estimate: number): PriceStatus {
  const width = (limits.p90 - limits.p10) / estimate;
  return width <= widestRated ? "rated" : width <= widestRange ? "range_only" : "none";
}

/**
 * Each step is the change of the price in EUR as its part is added, so the rounded steps sum to the rounded
 * estimate.
 */
function stepsOf(parts: Readonly<Record<ModelStepKey, number>>, neighbours: number): PriceStep[] {
  const steps: PriceStep[] = [];
  let ln = 0;
  let before = 0;
  for (const key of [...modelStepKeys, "neighbours"] as const) {
    ln += key === "neighbours" ? neighbours : parts[key];
    const euro = Math.max(Math.round(Math.exp(ln)), 1);
    steps.push({ key, label: priceStepLabels[key], euro: euro - before });
    before = euro;
  }
  return steps;
}
