import type { SubscriptionStatus } from "./subscription-status.ts";

/** A subscription at the provider, in the provider's words; times in ms since 1970. */
export interface ProviderSubscription {
  status: string;
  cancelAtPeriodEnd: boolean;
  /** A fixed end, where one is set. */
  cancelAt: number | null;
  currentPeriodEnd: number | null;
  endedAt: number | null;
}

/**
 * How long after a period's end an account stays a dealer while nobody has said how the renewal went: the provider
 * charges about an hour later, and its word may be lost for a while. A cancelled one has no such margin.
 */
const renewalMarginMs = 2 * 24 * 60 * 60 * 1000;

const over = new Set(["canceled", "unpaid", "incomplete_expired", "paused", "incomplete"]);

/** Whether the subscription runs: it is paid for, or the provider still tries to be paid. */
export function isRunning(status: string): boolean {
  return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * Until when a subscription makes its account a dealer, in ms since 1970; Infinity while the provider still tries a
 * late payment, -Infinity for one that never began. Compared with the clock wherever somebody asks, so that
 * no job has to notice an end (specification.md#dealers). `before`: what was found the last time.
 */
export function dealerUntil(subscription: ProviderSubscription, now: number, before = Infinity): number {
  const { status, cancelAtPeriodEnd, cancelAt, currentPeriodEnd, endedAt } = subscription;
  if (status === "incomplete" || status === "incomplete_expired") return -Infinity;
  if (over.has(status)) return Math.min(endedAt ?? now, now, before);
  if (cancelAt !== null) return cancelAt;
  if (cancelAtPeriodEnd && currentPeriodEnd !== null) return currentPeriodEnd;
  if (status === "past_due") return Infinity;
  return currentPeriodEnd === null ? Infinity : currentPeriodEnd + renewalMarginMs;
}

/** The provider's many words as the specification's three. */
export function statusOf(
  subscription: { status: string; dealerUntil: number },
  now: number,
): SubscriptionStatus {
  if (!isRunning(subscription.status)) return subscription.status === "unpaid" ? "past_due" : "canceled";
  if (subscription.dealerUntil <= now) return "canceled";
  return subscription.status === "past_due" ? "past_due" : "active";
}
