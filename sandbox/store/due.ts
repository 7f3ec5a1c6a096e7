import type { Invoice, Kind, Kinds, Session, Subscription } from "./kinds.ts";

/** When this object next changes by time alone (Unix seconds); null: never. */
export function dueAt<K extends Kind>(kind: K, shown: Kinds[K]["shown"]): number | null {
  if (kind === "checkout.session" && isSession(shown))
    return shown.status === "open" ? shown.expires_at : null;
  if (kind === "subscription" && isSubscription(shown)) return subscriptionDue(shown);
  if (kind === "invoice" && isInvoice(shown)) {
    if (shown.status === "draft") return shown.automatically_finalizes_at;
    return shown.status === "open" ? shown.next_payment_attempt : null;
  }
  return null;
}

function subscriptionDue(subscription: Subscription): number | null {
  if (subscription.status !== "active" && subscription.status !== "past_due") return null;
  const periodEnd = subscription.items.data[0]?.current_period_end ?? null;
  if (subscription.cancel_at === null || periodEnd === null) return periodEnd;
  return Math.min(subscription.cancel_at, periodEnd);
}

const isSession = (shown: { object: string }): shown is Session => shown.object === "checkout.session";
const isSubscription = (shown: { object: string }): shown is Subscription => shown.object === "subscription";
const isInvoice = (shown: { object: string }): shown is Invoice => shown.object === "invoice";
