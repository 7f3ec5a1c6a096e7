import { Stripe } from "stripe";
import type { RunningSandbox } from "#sandbox/start.ts";
import { idOf } from "#sandbox/store/kinds.ts";
import { declinedCard, declineAfterAttachCard, fee, pay, validCard, plan } from "#sandbox/testing/shop.ts";

const day = 86_400;

/** Uses every operation at least once, and each object in every state, through the real library. */
export async function callEveryOperation(stripe: Stripe, sandbox: RunningSandbox): Promise<void> {
  await catalogueAndCustomers(stripe);
  await payments(stripe);
  await disputes(stripe, sandbox);
  await subscriptions(stripe, sandbox);
  await refusals(stripe);
}

async function catalogueAndCustomers(stripe: Stripe): Promise<void> {
  await stripe.accounts.retrieveCurrent();
  const customer = await stripe.customers.create({
    email: "a@example.com",
    name: "Agim",
    metadata: { a: "1" },
  });
  await stripe.customers.update(customer.id, { phone: "+38344123456", description: "x" });
  await stripe.customers.retrieve(customer.id, { expand: ["subscriptions"] });
  await stripe.customers.list({ email: "a@example.com", created: { gte: 1 } });
  await stripe.customers.listPaymentMethods(customer.id, { type: "card" });
  const gone = await stripe.customers.create({});
  await stripe.customers.del(gone.id);
  await stripe.customers.retrieve(gone.id);
  const product = await stripe.products.create({
    name: "Autosallon",
    description: "x",
    metadata: { a: "1" },
  });
  await stripe.products.update(product.id, { name: "Autosalloni" });
  await stripe.products.retrieve(product.id);
  await stripe.products.list({ active: true, limit: 3 });
  const price = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 5000,
    recurring: { interval: "month" },
    lookup_key: "dealer",
  });
  await stripe.prices.update(price.id, { nickname: "Muaj" });
  await stripe.prices.retrieve(price.id, { expand: ["product"] });
  await stripe.prices.list({ product: product.id, lookup_keys: ["dealer"] });
  const endpoint = await stripe.webhookEndpoints.create({ url: "https://x.example/", enabled_events: ["*"] });
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
  await stripe.webhookEndpoints.retrieve(endpoint.id);
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(endpoint.id);
}

async function payments(stripe: Stripe): Promise<void> {
  const { sessions } = stripe.checkout;
  const open = await sessions.create(fee);
  await sessions.update(open.id, { metadata: { b: "2" } });
  await sessions.listLineItems(open.id, { limit: 1 });
  await pay(open, declinedCard);
  const tried = await sessions.retrieve(open.id, { expand: ["payment_intent.latest_charge", "line_items"] });
  await stripe.paymentIntents.retrieve(idOf(tried.payment_intent) ?? "");
  await pay(open, validCard);
  const paid = await sessions.retrieve(open.id, { expand: ["payment_intent.latest_charge"] });
  const intent = idOf(paid.payment_intent) ?? "";
  await sessions.expire((await sessions.create(fee)).id);
  await sessions.list({ limit: 5 });
  await stripe.paymentIntents.list();
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 300, metadata: { a: "1" } });
  await stripe.refunds.create({ payment_intent: intent, reason: "requested_by_customer" });
  await stripe.refunds.retrieve(refund.id, { expand: ["charge", "payment_intent"] });
  await stripe.refunds.list({ payment_intent: intent });
  const { data } = await stripe.charges.list({ payment_intent: intent });
  await stripe.charges.retrieve(data[0]?.id ?? "");
  await stripe.paymentMethods.retrieve(data[0]?.payment_method ?? "");
}

async function disputes(stripe: Stripe, sandbox: RunningSandbox): Promise<void> {
  const paid = async (): Promise<string> => {
    const made = await stripe.checkout.sessions.create(fee);
    await pay(made, validCard);
    return idOf((await stripe.checkout.sessions.retrieve(made.id)).payment_intent) ?? "";
  };
  const answered = sandbox.control.dispute(await paid());
  await stripe.disputes.update(answered.id, { evidence: { uncategorized_text: "winning_evidence" } });
  const accepted = sandbox.control.dispute(await paid(), { amount: 200 });
  await stripe.disputes.close(accepted.id);
  const asked = sandbox.control.dispute(await paid(), { inquiry: true });
  sandbox.control.decideDispute(asked.id, "under_review");
  sandbox.control.decideDispute(asked.id, "warning_closed");
  await stripe.disputes.retrieve(answered.id, { expand: ["charge", "payment_intent"] });
  await stripe.disputes.list({ limit: 2 });
}

async function subscriptions(stripe: Stripe, sandbox: RunningSandbox): Promise<void> {
  const start = async (card: string) => {
    const made = await stripe.checkout.sessions.create(plan);
    await pay(made, card);
    const session = await stripe.checkout.sessions.retrieve(made.id, {
      expand: ["subscription.latest_invoice", "customer", "invoice"],
    });
    return { customer: idOf(session.customer) ?? "", subscription: idOf(session.subscription) ?? "" };
  };
  const good = await start(validCard);
  await stripe.subscriptions.update(good.subscription, { cancel_at_period_end: true, metadata: { a: "1" } });
  await stripe.subscriptions.update(good.subscription, { cancel_at_period_end: false });
  const bad = await start(declineAfterAttachCard);
  const ending = await start(validCard);
  await stripe.subscriptions.update(ending.subscription, { cancel_at_period_end: true });
  sandbox.control.advance(31 * day);
  await stripe.invoices.list({ subscription: good.subscription });
  sandbox.control.advance(3700);
  await stripe.subscriptions.retrieve(bad.subscription, { expand: ["latest_invoice.payments", "customer"] });
  const { data } = await stripe.invoices.list({ customer: bad.customer, status: "open" });
  const invoice = data[0]?.id ?? "";
  await stripe.invoices.retrieve(invoice, { expand: ["payments"] });
  await stripe.invoices.pay(invoice).catch(expected);
  const methods = await stripe.customers.listPaymentMethods(good.customer);
  await stripe.customers.update(good.customer, {
    invoice_settings: { default_payment_method: methods.data[0]?.id ?? "" },
  });
  const portal = { customer: bad.customer, return_url: "https://x.example/" };
  const { url, configuration } = await stripe.billingPortal.sessions.create(portal);
  await fetch(`${url}/card`, {
    method: "POST",
    body: new URLSearchParams({ number: validCard, expiry: "12/34", cvc: "123", name: "Agim" }),
  });
  await stripe.invoices.pay(invoice);
  await stripe.billingPortal.configurations.list();
  await stripe.billingPortal.configurations.retrieve(idOf(configuration) ?? "");
  await stripe.subscriptions.cancel(good.subscription);
  await stripe.subscriptions.list({ status: "all", limit: 10 });
  const failing = await start(declineAfterAttachCard);
  sandbox.control.advance(60 * day);
  const owed = await stripe.invoices.list({ customer: failing.customer, status: "open" });
  await stripe.invoices.voidInvoice(owed.data[0]?.id ?? "");
  await stripe.subscriptions.retrieve(failing.subscription, { expand: ["latest_invoice"] });
  const events = await stripe.events.list({ types: ["invoice.*"], limit: 5 });
  await stripe.events.retrieve(events.data[0]?.id ?? "");
}

/** Each kind of error, so that its format is validated, too. */
async function refusals(stripe: Stripe): Promise<void> {
  await stripe.checkout.sessions.retrieve("cs_test_none").catch(expected);
  await stripe.refunds.create({}).catch(expected);
  await stripe.customers.create({ name: "A" }, { idempotencyKey: "check" });
  await stripe.customers.create({ name: "B" }, { idempotencyKey: "check" }).catch(expected);
}

function expected(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeError) || error.type === "StripeAPIError") throw error;
}
