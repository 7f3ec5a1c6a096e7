import type { NearTo } from "./prices.queries.ts";

const kilometresAYear = 15_000;

/** Near what comparables of a car are looked for: of one whose mileage is not known, at what is usual for its age. */
export function nearOf({ brand, model, year, mileage }: NearTo, now: Date): NearTo {
  const usual = Math.max(now.getUTCFullYear() - year, 0) * kilometresAYear;
  return { brand, model, year, mileage: mileage === 0 ? usual : mileage };
}
