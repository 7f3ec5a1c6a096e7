import { z } from "zod";
import { fold } from "#domain/text/fold.ts";
import type { PriceFacts } from "./price-facts.ts";

/** Usual values of one model (or brand, or all cars), the median or the most common: for missing facts. */
const usualSchema = z.strictObject({
  listings: z.int(),
  power: z.number().nullable(),
  engineSize: z.number().nullable(),
  fuel: z.string().nullable(),
  type: z.string().nullable(),
  transmission: z.string().nullable(),
  origin: z.string().nullable(),
  condition: z.string().nullable(),
  customsPaid: z.boolean().nullable(),
});
export type Usual = z.infer<typeof usualSchema>;

const quantilesSchema = z.strictObject({
  p10: z.number(),
  p30: z.number(),
  p70: z.number(),
  p90: z.number(),
});
export type Quantiles = z.infer<typeof quantilesSchema>;

const numbersByName = z.record(z.string(), z.number());

/** A fitted model as JSON. Raise the version when the meaning of a field changes. */
const priceModelSchema = z.strictObject({
  version: z.literal(1),
  /** Ages count from this year. */
  year: z.int(),
  /** The day of the estimates, 2026-11-23; null if listings have no days. */
  asOf: z.string().nullable(),
  /** Effects on ln(price), by the names of price-terms.ts. */
  effects: numbersByName,
  /** Usual values, by model key, brand key and "" for all. */
  usual: z.record(z.string(), usualSchema),
  /** Effects on ln(spread of ln(price)). */
  spread: numbersByName,
  /** By group (calibration.ts): quantiles of (ln(price) - ln(estimate)) / spread. */
  calibration: z.record(z.string(), quantilesSchema),
});
export type PriceModel = z.infer<typeof priceModelSchema>;

/** Parses a stored model; null for an invalid one or another version. */
export function parsePriceModel(json: unknown): PriceModel | null {
  const parsed = priceModelSchema.safeParse(json);
  return parsed.success ? parsed.data : null;
}

/** One key for all spellings of a brand. Never the name of an inherited property. */
export function brandKey(brand: string): string {
  return `${fold(brand)}|`;
}

/** One key for all spellings of a model; comparables share it. */
export function modelKey(facts: Pick<PriceFacts, "brand" | "model">): string {
  return `${brandKey(facts.brand)}${fold(facts.model)}`;
}
