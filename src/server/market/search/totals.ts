import { dayOf } from "#domain/format/day-of.ts";
import { totalWithPlates } from "#domain/tariffs/import-costs.ts";
import type { TariffTerms } from "#domain/tariffs/tariff.ts";
import type { TotalOf } from "./indexed-car.ts";

/** The tariff of a day, "2026-11-23"; null for none. */
export type TariffOn = (
  day: string,
) => Promise<(TariffTerms & { readonly id: string; readonly version: number }) | null>;

/** How totals are computed at a moment. */
export interface Totals {
  /** Identifies tariff and year: equal keys compute equal totals. */
  readonly by: string;
  /** Valid until then, in ms. */
  readonly until: number;
  readonly totalOf: TotalOf;
}

/** Every time zone's midnight is a multiple of this. */
const quarterMs = 900_000;

/** By the tariff of the day in Kosovo, and the cars' ages in its year. */
export async function readTotals(deps: {
  readonly now: () => number;
  readonly tariffOn?: TariffOn;
}): Promise<Totals> {
  const now = deps.now();
  const day = dayOf(new Date(now));
  const tariff = (await deps.tariffOn?.(day)) ?? null;
  const year = Number(day.slice(0, 4));
  return {
    by: tariff === null ? "none" : `${tariff.id} ${tariff.version} ${year}`,
    until: (Math.floor(now / quarterMs) + 1) * quarterMs,
    totalOf: (car) => totalWithPlates(tariff, car, year),
  };
}
