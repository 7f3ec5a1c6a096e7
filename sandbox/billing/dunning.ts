import { changes, emit } from "#sandbox/events/emit.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Invoice, type Subscription } from "#sandbox/store/kinds.ts";
import { finalizeInvoice, payInvoice } from "./invoices.ts";
import { endSubscription } from "./renewal.ts";

const day = 86_400;
/** Days from a declined attempt to the next one. After the last attempt the subscription ends. */
export const retryDays: readonly number[] = [3, 5, 7];

/** Finalizes a renewal's draft invoice, an hour after its creation, and charges it. */
export function finalizeDue(sandbox: Sandbox, invoice: Invoice): void {
  if (isOver(sandbox, invoice)) {
    invoice.automatically_finalizes_at = null;
    stopCollecting(sandbox, invoice);
    return;
  }
  finalizeInvoice(sandbox, invoice);
  collect(sandbox, invoice);
}

export function retryDue(sandbox: Sandbox, invoice: Invoice): void {
  collect(sandbox, invoice);
}

/** Charges a renewal off-session and updates its subscription. */
function collect(sandbox: Sandbox, invoice: Invoice): void {
  const subscription = subscriptionOf(sandbox, invoice);
  if (subscription === undefined || isOver(sandbox, invoice)) {
    stopCollecting(sandbox, invoice);
    return;
  }
  const method = cardOf(sandbox, subscription);
  const wait = retryDays[invoice.attempt_count];
  // Set before the charge, because the event of a failed attempt contains it.
  invoice.next_payment_attempt = wait === undefined ? null : sandbox.clock.now() + wait * day;
  if (method === null) throw new Error(`Subscription ${subscription.id} has no card.`);
  const decline = payInvoice(sandbox, invoice, method, false);
  if (decline === null) settled(sandbox, subscription);
  else if (wait === undefined) endSubscription(sandbox, subscription, "payment_failed");
  else move(sandbox, subscription, "past_due");
}

/** True if the subscription has ended; then nothing more is collected. */
function isOver(sandbox: Sandbox, invoice: Invoice): boolean {
  const status = subscriptionOf(sandbox, invoice)?.status;
  return status === undefined || status === "canceled";
}

function stopCollecting(sandbox: Sandbox, invoice: Invoice): void {
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  sandbox.store.save("invoice", invoice);
}

/** An invoice was paid or voided: a past due subscription becomes active again. */
export function settled(sandbox: Sandbox, subscription: Subscription): void {
  if (subscription.status === "past_due") move(sandbox, subscription, "active");
}

function move(sandbox: Sandbox, subscription: Subscription, status: "past_due" | "active"): void {
  if (subscription.status === status) return;
  const before = structuredClone(subscription);
  subscription.status = status;
  sandbox.store.save("subscription", subscription);
  emit(sandbox, "customer.subscription.updated", subscription, changes(before, subscription));
}

export function subscriptionOf(sandbox: Sandbox, invoice: Invoice): Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? undefined : sandbox.store.find("subscription", id);
}

/** The subscription's default payment method, else its customer's. */
export function cardOf(sandbox: Sandbox, subscription: Subscription): string | null {
  const own = idOf(subscription.default_payment_method);
  if (own !== null) return own;
  const customer = sandbox.store.find("customer", idOf(subscription.customer) ?? "");
  return idOf(customer?.invoice_settings.default_payment_method);
}
