import { changes, emit } from "#sandbox/events/emit.ts";
import { newInvoice, newInvoicePayment } from "#sandbox/objects/invoice.ts";
import { newPaymentIntent, type Decline } from "#sandbox/objects/payment.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { randomLetters } from "#sandbox/store/ids.ts";
import { idOf, type Invoice, type Subscription } from "#sandbox/store/kinds.ts";
import { chargeIntent } from "./charge.ts";

/** Creates the draft invoice of the subscription's current period; later changes do not affect it. */
export function draftInvoice(
  sandbox: Sandbox,
  subscription: Subscription,
  reason: "subscription_create" | "subscription_cycle",
): Invoice {
  const { store, clock } = sandbox;
  const customer = store.get("customer", idOf(subscription.customer) ?? "");
  const invoice = newInvoice(subscription, customer, reason, clock.now());
  for (const line of invoice.lines.data) {
    const product = line.pricing?.price_details?.product;
    const name = product === undefined ? undefined : store.find("product", product)?.name;
    if (name !== undefined) line.description = line.description?.replace("Subscription", name) ?? name;
  }
  store.insert("invoice", invoice, null);
  emit(sandbox, "invoice.created", invoice);
  return invoice;
}

/** Finalizes an invoice: it gets its number and pages and is open from now on. */
export function finalizeInvoice(sandbox: Sandbox, invoice: Invoice): void {
  const { store, clock } = sandbox;
  const customer = store.get("customer", idOf(invoice.customer) ?? "");
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  store.save("customer", customer);
  const now = clock.now();
  const address = `${sandbox.url}/i/${invoice.id}/${randomLetters(32)}`;
  invoice.number = `${customer.invoice_prefix ?? "SANDBOX"}-${String(sequence).padStart(4, "0")}`;
  invoice.status = "open";
  invoice.effective_at = now;
  invoice.ending_balance = 0;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = now;
  invoice.hosted_invoice_url = address;
  invoice.invoice_pdf = `${address}/pdf`;
  store.save("invoice", invoice);
  emit(sandbox, "invoice.finalized", invoice);
}

/** Charges an open invoice; returns the decline, or null if it is paid. */
export function payInvoice(
  sandbox: Sandbox,
  invoice: Invoice,
  methodId: string,
  present: boolean,
): Decline | null {
  const { store, clock } = sandbox;
  const intent = intentOf(sandbox, invoice);
  const before = structuredClone(invoice);
  const decline = chargeIntent(sandbox, intent, methodId, present);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (decline !== null) {
    store.save("invoice", invoice);
    emit(sandbox, "invoice.updated", invoice, changes(before, invoice));
    emit(sandbox, "invoice.payment_failed", invoice);
    return decline;
  }
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = clock.now();
  store.save("invoice", invoice);
  settlePayment(sandbox, invoice);
  emit(sandbox, "invoice.updated", invoice, changes(before, invoice));
  emit(sandbox, "invoice.paid", invoice);
  emit(sandbox, "invoice.payment_succeeded", invoice);
  return null;
}

/** Voids the invoice: it is no longer owed. */
export function voidInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  const before = structuredClone(invoice);
  invoice.status = "void";
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = sandbox.clock.now();
  sandbox.store.save("invoice", invoice);
  emit(sandbox, "invoice.updated", invoice, changes(before, invoice));
  emit(sandbox, "invoice.voided", invoice);
  return invoice;
}

/** The invoice's only payment intent: created at the first attempt, used again by later ones. */
function intentOf(sandbox: Sandbox, invoice: Invoice) {
  const { store, clock } = sandbox;
  const known = store.list("invoice_payment", { parent: invoice.id, limit: 1 }).data[0];
  const knownIntent = idOf(known?.payment.payment_intent);
  if (knownIntent !== null) return store.get("payment_intent", knownIntent);
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: idOf(invoice.customer),
      description:
        invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
      metadata: {},
      receiptEmail: invoice.customer_email,
    },
    clock.now(),
  );
  store.insert("payment_intent", intent, null);
  store.insert("invoice_payment", newInvoicePayment(invoice, intent.id, clock.now()), null);
  emit(sandbox, "payment_intent.created", intent);
  return intent;
}

function settlePayment(sandbox: Sandbox, invoice: Invoice): void {
  const payment = sandbox.store.list("invoice_payment", { parent: invoice.id, limit: 1 }).data[0];
  if (payment === undefined) return;
  payment.status = "paid";
  payment.amount_paid = invoice.amount_paid;
  payment.status_transitions.paid_at = sandbox.clock.now();
  sandbox.store.save("invoice_payment", payment);
  emit(sandbox, "invoice_payment.paid", payment);
}
