import { changes, emit } from "#sandbox/events/emit.ts";
import { addInterval } from "#sandbox/objects/subscription.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Subscription } from "#sandbox/store/kinds.ts";
import { draftInvoice, finalizeInvoice, voidInvoice } from "./invoices.ts";

type CancelReason = "cancellation_requested" | "payment_failed";

/** The paid period ends: the subscription ends if it was cancelled, else the next period begins. */
export function endPeriod(sandbox: Sandbox, subscription: Subscription): void {
  if (subscription.cancel_at !== null && subscription.cancel_at <= sandbox.clock.now()) {
    endSubscription(sandbox, subscription, "cancellation_requested");
    return;
  }
  const before = structuredClone(subscription);
  for (const item of subscription.items.data) {
    const { interval, interval_count: count } = item.plan;
    item.current_period_start = item.current_period_end;
    item.current_period_end = addInterval(
      item.current_period_start,
      interval,
      count,
      subscription.billing_cycle_anchor,
    );
  }
  const invoice = draftInvoice(sandbox, subscription, "subscription_cycle");
  subscription.latest_invoice = invoice.id;
  sandbox.store.save("subscription", subscription);
  emit(sandbox, "customer.subscription.updated", subscription, changes(before, subscription));
  if (subscription.pause_collection?.behavior !== "void") return;
  // Collection is paused (`void`): the invoice is created and voided at once, without a charge.
  finalizeInvoice(sandbox, invoice);
  voidInvoice(sandbox, invoice);
}

/** Ends the subscription now. `canceled_at` keeps the time of an earlier cancellation request. */
export function endSubscription(sandbox: Sandbox, subscription: Subscription, reason: CancelReason): void {
  const now = sandbox.clock.now();
  subscription.status = "canceled";
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  const details = subscription.cancellation_details;
  if (details !== null) details.reason = reason;
  sandbox.store.save("subscription", subscription);
  emit(sandbox, "customer.subscription.deleted", subscription);
}

/** Cancels at the period's end. */
export function cancelAtPeriodEnd(sandbox: Sandbox, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) return;
  subscription.cancel_at_period_end = true;
  subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? sandbox.clock.now();
  subscription.canceled_at = sandbox.clock.now();
  if (subscription.cancellation_details !== null) {
    subscription.cancellation_details.reason = "cancellation_requested";
  }
}

/** Withdraws the cancellation. */
export function withdrawCancellation(subscription: Subscription): void {
  subscription.cancel_at_period_end = false;
  subscription.cancel_at = null;
  subscription.canceled_at = null;
  if (subscription.cancellation_details !== null) subscription.cancellation_details.reason = null;
}
