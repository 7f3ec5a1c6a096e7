import type { SignalEvidence } from "#domain/admin/review-signals.ts";

/** How far below its estimate a price must lie, of 1, and what that weighs. The lowest bound that holds counts. */
const bounds: readonly { readonly maxShare: number; readonly weight: number }[] = [
  // Less than half: the usual bait.
  { maxShare: 0.5, weight: 40 },
  { maxShare: 0.6, weight: 30 },
  { maxShare: 0.7, weight: 20 },
];

/** With fewer listings to compare with, the estimate is too rough to point at a car. */
const minComparables = 5;

function boundOf(price: number, estimate: number) {
  return bounds.find(({ maxShare }) => price <= estimate * maxShare);
}

/** Whether a price in EUR lies so far below what such cars are offered for that an admin should look. */
export function isFarBelow({
  price,
  estimate,
  low,
  comparables,
}: SignalEvidence["price_far_below"]): boolean {
  return comparables >= minComparables && price < low && boundOf(price, estimate) !== undefined;
}

/** What a price far below weighs: 20 to 40. */
export function priceWeight({ price, estimate }: SignalEvidence["price_far_below"]): number {
  return boundOf(price, estimate)?.weight ?? 20;
}
