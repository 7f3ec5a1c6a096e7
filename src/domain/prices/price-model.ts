import { z } from "zod";
import { fold } from "#domain/text/fold.ts";
import type { PriceFacts } from "./price-facts.ts";

/** What is usual for one model (or brand, or all cars), the median or what most say: for facts that a seller left open. */
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

/** A fitted model as JSON. The version changes with the meaning of any of its fields. */
const priceModelSchema = z.strictObject({
  version: z.literal(1),
  /** Ages are counted from this year. */
  year: z.int(),
  /** The day that the estimates are of, as 2026-11-23; null where listings have no days. */
  asOf: z.string().nullable(),
  /** Effects on ln(price) by the names that price-terms.ts gives them. */
  effects: numbersByName,
  /** What is usual, by model key, brand key and "" for all. */
  usual: z.record(z.string(), usualSchema),
  /** Effects on ln(spread of ln(price)). */
  spread: numbersByName,
  /** By group (calibration.ts): quantiles of (ln(price) - ln(estimate)) / spread. */
  calibration: z.record(z.string(), quantilesSchema),
});
export type PriceModel = z.infer<typeof priceModelSchema>;

/** A model that was stored as JSON; null where it is none, or one of another version. */
export function parsePriceModel(json: unknown): PriceModel | null {
  const parsed = priceModelSchema.safeParse(json);
  return parsed.success ? parsed.data : null;
}

/** One key for all spellings of a brand. It never is the name of a property that every object has. */
export function brandKey(brand: string): string {
  return `${fold(brand)}|`;
}

/** One key for all spellings of a model: comparables of a car have the same. */
export function modelKey(facts: Pick<PriceFacts, "brand" | "model">): string {
  return `${brandKey(facts.brand)}${fold(facts.model)}`;
}
