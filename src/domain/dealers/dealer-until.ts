import type { SubscriptionStatus } from "./subscription-status.ts";

/** A subscription at the provider, in the provider's terms; times in ms since 1970. */
export interface ProviderSubscription {
  status: string;
  cancelAtPeriodEnd: boolean;
  /** A fixed end, if set. */
  cancelAt: number | null;
  currentPeriodEnd: number | null;
  endedAt: number | null;
}

/**
 * How long an account stays a dealer after a period's end while the renewal's result is unknown. The provider
 * charges about an hour later, and its event may be late. A cancelled subscription has no such margin.
 */
const renewalMarginMs = 2 * 24 * 60 * 60 * 1000;

const over = new Set(["canceled", "unpaid", "incomplete_expired", "paused", "incomplete"]);

/** Whether the subscription is active: paid, or the provider still retries the payment. */
export function isRunning(status: string): boolean {
  return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * When the account's dealer status ends, in ms since 1970. Infinity while the provider retries a late payment,
 * -Infinity if it never began. Callers compare it with the clock, so no job has to notice an end
 * (specification.md#dealers). `before`: the previous result.
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

/** Maps the provider's statuses to the specification's three. */
export function statusOf(
  subscription: { status: string; dealerUntil: number },
  now: number,
): SubscriptionStatus {
  if (!isRunning(subscription.status)) return subscription.status === "unpaid" ? "past_due" : "canceled";
  if (subscription.dealerUntil <= now) return "canceled";
  return subscription.status === "past_due" ? "past_due" : "active";
}
