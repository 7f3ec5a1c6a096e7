import { z } from "zod";
import { carTypes, transmissions } from "#domain/cars/car-lists.ts";
import { carMessages as text } from "#domain/messages/car.ts";
import { priceStatuses } from "#domain/prices/estimate-price.ts";
import { priceBands, priceReasons } from "#domain/cars/price-bands.ts";
import { modelStepKeys } from "#domain/prices/price-terms.ts";
import { carFields } from "./cars.ts";
import { idParams } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** Where a comparable is: on sale, sold, or no longer offered. */
export const comparableStates = ["active", "sold", "gone"] as const;
export type ComparableState = (typeof comparableStates)[number];

/** Is the price fair (specification.md#price-estimate)? Whole EUR, km; days as 2026-11-23. */
export const priceEstimate = z.object({
  status: z.enum(priceStatuses),
  /** Why there is no band, or no estimate at all. */
  reason: z.enum(priceReasons).nullable(),
  estimate: z.number().nullable(),
  /** 8 of 10 asking prices of such a car lie between the two. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Null without a price, and where the car is not rated. */
  band: z.enum(priceBands).nullable(),
  /** The borders of the bands for this very car; null without an estimate. */
  limits: z.object({ p10: z.number(), p30: z.number(), p70: z.number(), p90: z.number() }).nullable(),
  /** How the estimate comes about: `base` first, then what each changes. The sum is the estimate. */
  steps: z.array(
    z.object({ key: z.enum([...modelStepKeys, "neighbours"]), label: z.string(), euro: z.number() }),
  ),
  /** Other listings of the model, nearest first: 3 to 12, or none. */
  comparables: z.array(
    z.object({
      /** Null where the public may not open it. */
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
  /** How many listings are near enough to compare with, about: beyond a hundred they are not counted. */
  comparableCount: z.number(),
  /** Of which day the estimate is. */
  asOf: z.string(),
});
export type PriceEstimateAnswer = z.infer<typeof priceEstimate>;

const { brand, model, year, mileage, fuel, origin, condition, customsPaid, power, engineSize, price } =
  carFields.shape;

/** Forms send "" and answers null for what was left open: both mean null. */
function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable());
}

/** `POST /api/price-estimates`: a car that need not be published. Without a price there is no band. */
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
