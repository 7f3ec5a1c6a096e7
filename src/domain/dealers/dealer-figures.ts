import type { Fees } from "#domain/payments/fees.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What the plan has saved in USD cents: the fee of every car after the first (specification.md#dealers). */
export function savingsInCents(cars: number, fees: Fees): number {
  return Math.max(0, cars - 1) * fees.listing;
}

/** Whole days since the first subscription began, and months of 30 days ("< 1 muaj" under one). */
export function subscriptionAge(since: Date | null, now: Date): { days: number; months: number } {
  if (since === null) return { days: 0, months: 0 };
  const days = Math.max(0, Math.floor((now.getTime() - since.getTime()) / dayMs));
  return { days, months: Math.floor(days / 30) };
}
