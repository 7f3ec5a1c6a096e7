import { z } from "zod";
import type { FitFigures } from "#domain/prices/fit-prices.ts";

/** A fit's measured quality, as stored. */
export const fitFigures: z.ZodType<FitFigures> = z.object({
  listings: z.number(),
  medianError: z.number().nullable(),
  estimated: z.number(),
  rated: z.number(),
  covered: z.number(),
});

/** Parses stored figures; null for invalid ones, or of another version. */
export function readFitFigures(stored: unknown): FitFigures | null {
  const parsed = fitFigures.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** A fit whose error is greater by more than this share is rejected. */
const worseBy = 0.2;

/**
 * Whether a fit is worse than the previous one by a fifth, each on its own hold-out
 * (specification.md#price-estimate).
 */
export function isWorse(figures: FitFigures, before: FitFigures | null): boolean {
  if (before === null || before.medianError === null) return false;
  return figures.medianError === null || figures.medianError > before.medianError * (1 + worseBy);
}
