import { z } from "zod";
import type { FitFigures } from "#domain/prices/fit-prices.ts";

/** What a fit measured of itself, as it is stored. */
export const fitFigures: z.ZodType<FitFigures> = z.object({
  listings: z.number(),
  medianError: z.number().nullable(),
  estimated: z.number(),
  rated: z.number(),
  covered: z.number(),
});

/** Stored figures; null for what are none, or of another version of the site. */
export function readFitFigures(stored: unknown): FitFigures | null {
  const parsed = fitFigures.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** A fit whose error is greater by more than this share is not taken. */
const worseBy = 0.2;

/** Whether a fit is worse than the one before by a fifth, each on its own hold-out (specification.md#price-estimate). */
export function isWorse(figures: FitFigures, before: FitFigures | null): boolean {
  if (before === null || before.medianError === null) return false;
  return figures.medianError === null || figures.medianError > before.medianError * (1 + worseBy);
}
