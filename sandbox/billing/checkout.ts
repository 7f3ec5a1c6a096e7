import { changes, emit } from "#sandbox/events/emit.ts";
import { newCustomer, newPaymentMethod, type Payer } from "#sandbox/objects/customer.ts";
import { newPaymentIntent, type Decline } from "#sandbox/objects/payment.ts";
import { newSubscription } from "#sandbox/objects/subscription.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Session } from "#sandbox/store/kinds.ts";
import type { ReadCard } from "./cards.ts";
import { chargeIntent } from "./charge.ts";
import { draftInvoice, finalizeInvoice, payInvoice } from "./invoices.ts";

/** The `success_url` with the session's id filled in. */
export function successAddress(session: Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/**
 * Pays an open session with a card and emits Stripe's events in Stripe's order. A declined card leaves the
 * session open for another try. Call in a transaction, on an open session only.
 */
export function paySession(sandbox: Sandbox, session: Session, card: ReadCard, payer: Payer): Decline | null {
  const decline =
    session.mode === "subscription"
      ? subscribe(sandbox, session, card, payer)
      : payOnce(sandbox, session, card, payer);
  if (decline !== null) return decline;
  session.status = "complete";
  session.payment_status = "paid";
  session.url = null;
  session.customer_details = {
    address: { city: null, country: "XK", line1: null, line2: null, postal_code: null, state: null },
    business_name: null,
    email: payer.email,
    individual_name: null,
    name: payer.name,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
  sandbox.store.save("checkout.session", session);
  emit(sandbox, "checkout.session.completed", session);
  return null;
}

export function expireSession(sandbox: Sandbox, session: Session): void {
  session.status = "expired";
  session.url = null;
  sandbox.store.save("checkout.session", session);
  emit(sandbox, "checkout.session.expired", session);
}

function payOnce(sandbox: Sandbox, session: Session, card: ReadCard, payer: Payer): Decline | null {
  const { store, clock } = sandbox;
  const secrets = store.hidden("checkout.session", session.id);
  let customer = idOf(session.customer);
  if (customer === null && session.customer_creation === "always") customer = makeCustomer(sandbox, payer);
  session.customer = customer;
  let intentId = idOf(session.payment_intent);
  if (intentId === null) {
    const made = newPaymentIntent(
      {
        amount: session.amount_total ?? 0,
        currency: session.currency ?? "usd",
        customer,
        description: secrets.paymentIntentData.description ?? null,
        metadata: secrets.paymentIntentData.metadata,
        receiptEmail: payer.email,
      },
      clock.now(),
    );
    store.insert("payment_intent", made, null);
    emit(sandbox, "payment_intent.created", made);
    intentId = made.id;
    session.payment_intent = intentId;
  }
  // Stored before the charge: after a decline the next try uses the same payment intent.
  store.save("checkout.session", session);
  const method = addCard(sandbox, card, payer, customer);
  return chargeIntent(sandbox, store.get("payment_intent", intentId), method, true);
}

function subscribe(sandbox: Sandbox, session: Session, card: ReadCard, payer: Payer): Decline | null {
  const { store, clock } = sandbox;
  const secrets = store.hidden("checkout.session", session.id);
  const customer = idOf(session.customer) ?? makeCustomer(sandbox, payer);
  session.customer = customer;
  store.save("checkout.session", session);
  const method = addCard(sandbox, card, payer, customer);
  if (card.behaviour.kind === "decline") return declineFirst(sandbox, session, method);
  const subscription = newSubscription(
    {
      customer,
      items: secrets.lineItems.flatMap(({ price, quantity }) =>
        price === null ? [] : [{ price, quantity: quantity ?? 1 }],
      ),
      paymentMethod: method,
      description: secrets.subscriptionData.description ?? null,
      metadata: secrets.subscriptionData.metadata,
    },
    clock.now(),
  );
  store.insert("subscription", subscription, null);
  const invoice = draftInvoice(sandbox, subscription, "subscription_create");
  subscription.latest_invoice = invoice.id;
  store.save("subscription", subscription);
  emit(sandbox, "customer.subscription.created", subscription);
  finalizeInvoice(sandbox, invoice);
  const decline = payInvoice(sandbox, invoice, method, true);
  const before = structuredClone(subscription);
  subscription.status = "active";
  store.save("subscription", subscription);
  emit(sandbox, "customer.subscription.updated", subscription, changes(before, subscription));
  session.subscription = subscription.id;
  session.invoice = invoice.id;
  return decline;
}

/** A declined first payment leaves a failed charge and no subscription. */
function declineFirst(sandbox: Sandbox, session: Session, method: string): Decline | null {
  const intent = newPaymentIntent(
    {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "usd",
      customer: idOf(session.customer),
      description: "Subscription creation",
      metadata: {},
      receiptEmail: null,
    },
    sandbox.clock.now(),
  );
  sandbox.store.insert("payment_intent", intent, null);
  emit(sandbox, "payment_intent.created", intent);
  return chargeIntent(sandbox, intent, method, true);
}

function makeCustomer(sandbox: Sandbox, payer: Payer): string {
  const customer = newCustomer({ email: payer.email, name: payer.name }, sandbox.clock.now());
  sandbox.store.insert("customer", customer, null);
  emit(sandbox, "customer.created", customer);
  return customer.id;
}

/** Stores the card without its number, attached to the customer if there is one. */
export function addCard(sandbox: Sandbox, card: ReadCard, payer: Payer, customer: string | null): string {
  const method = newPaymentMethod(card, payer, customer, sandbox.clock.now());
  sandbox.store.insert("payment_method", method, card.behaviour);
  if (customer !== null) emit(sandbox, "payment_method.attached", method);
  return method.id;
}
