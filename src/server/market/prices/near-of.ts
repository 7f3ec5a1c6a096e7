import type { NearTo } from "./prices.queries.ts";

const kilometresAYear = 15_000;

/** The point for finding comparables: with an unknown mileage, the usual one for its age. */
export function nearOf({ brand, model, year, mileage }: NearTo, now: Date): NearTo {
  const usual = Math.max(now.getUTCFullYear() - year, 0) * kilometresAYear;
  return { brand, model, year, mileage: mileage === 0 ? usual : mileage };
}
