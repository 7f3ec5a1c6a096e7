import { z } from "zod";
import { carTypes, transmissions } from "#domain/cars/car-lists.ts";
import { carMessages as text } from "#domain/messages/car.ts";
import { priceStatuses } from "#domain/prices/estimate-price.ts";
import { priceBands, priceReasons } from "#domain/cars/price-bands.ts";
import { modelStepKeys } from "#domain/prices/price-terms.ts";
import { carFields } from "./cars.ts";
import { idParams } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** A comparable's state: on sale, sold, or no longer offered. */
export const comparableStates = ["active", "sold", "gone"] as const;
export type ComparableState = (typeof comparableStates)[number];

/** Is the price fair (specification.md#price-estimate)? Whole EUR, km; days as 2026-11-23. */
export const priceEstimate = z.object({
  status: z.enum(priceStatuses),
  /** Why there is no band, or no estimate. */
  reason: z.enum(priceReasons).nullable(),
  estimate: z.number().nullable(),
  /** The 80 % range of asking prices of such a car. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Null without a price, and if the car has no band. */
  band: z.enum(priceBands).nullable(),
  /** The borders of this car's bands; null without an estimate. */
  limits: z.object({ p10: z.number(), p30: z.number(), p70: z.number(), p90: z.number() }).nullable(),
  /** The steps: `base` first, then the changes. They sum to the estimate. */
  steps: z.array(
    z.object({ key: z.enum([...modelStepKeys, "neighbours"]), label: z.string(), euro: z.number() }),
  ),
  /** Other listings of the model, nearest first: 3 to 12, or none. */
  comparables: z.array(
    z.object({
      /** Null if the public may not open it. */
      id: z.string().nullable(),
      brand: z.string(),
      model: z.string(),
      year: z.number(),
      mileage: z.number(),
      price: z.number(),
      state: z.enum(comparableStates),
      /** When it was published. */
      date: z.string(),
    }),
  ),
  /** About how many listings are comparable: counted up to a hundred. */
  comparableCount: z.number(),
  /** The day of the estimate. */
  asOf: z.string(),
});
export type PriceEstimateAnswer = z.infer<typeof priceEstimate>;

const { brand, model, year, mileage, fuel, origin, condition, customsPaid, power, engineSize, price } =
  carFields.shape;

/** Forms send "" and answers null for an empty value: both mean null. */
function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable());
}

/** `POST /api/price-estimates`: any car. Without a price there is no band. */
export const priceEstimateBody = z.strictObject({
  brand,
  model,
  year,
  mileage,
  fuel,
  type: optional(z.enum(carTypes, text.typeUnknown)),
  transmission: optional(z.enum(transmissions, text.transmissionUnknown)),
  origin,
  condition,
  customsPaid,
  power,
  engineSize,
  price: optional(price),
});
export type EstimatedCar = z.output<typeof priceEstimateBody>;

export const priceEndpoints = {
  "GET /api/cars/{id}/price-estimate": {
    access: "public",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: priceEstimate,
    summary: "What such cars are offered for, and where this one's price lies.",
  },
  "POST /api/price-estimates": {
    access: "public",
    status: 200,
    body: priceEstimateBody,
    output: priceEstimate,
    summary: "The same for a car that is not published.",
  },
} as const satisfies Record<string, Endpoint>;
