import { newId, randomLetters } from "#sandbox/store/ids.ts";
import {
  idOf,
  type Customer,
  type Invoice,
  type InvoiceLine,
  type InvoicePayment,
} from "#sandbox/store/kinds.ts";
import type { Subscription, SubscriptionItem } from "#sandbox/store/kinds.ts";

/** A draft invoice of a subscription's period. */
export function newInvoice(
  subscription: Subscription,
  customer: Customer,
  reason: "subscription_create" | "subscription_cycle",
  now: number,
): Invoice {
  const id = newId("invoice");
  const lines = subscription.items.data.map((item) => newLine(id, subscription.id, item));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const ended = subscription.items.data[0];
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Sandbox",
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: reason === "subscription_cycle" ? now + 3600 : null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // The first invoice covers no period yet: as at Stripe, its start and end are its own time.
    period_end: reason === "subscription_create" ? now : (ended?.current_period_start ?? now),
    period_start: reason === "subscription_create" ? now : previousStart(subscription, now),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

function previousStart(subscription: Subscription, now: number): number {
  const item = subscription.items.data[0];
  if (item === undefined) return now;
  // The previous period is about as long as this one, give or take the days of a month.
  return Math.max(subscription.start_date, 2 * item.current_period_start - item.current_period_end);
}

function newLine(invoice: string, subscription: string, item: SubscriptionItem): InvoiceLine {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const amount = (price.unit_amount ?? 0) * quantity;
  const each = `$${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval ?? "month"}`;
  return {
    id: `il_${randomLetters(24)}`,
    object: "line_item",
    amount,
    currency: price.currency,
    description: `${quantity} × ${price.nickname ?? "Subscription"} (at ${each})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? "" },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** Links an invoice to its payment intent; an invoice lists these as `payments`. */
export function newInvoicePayment(invoice: Invoice, paymentIntent: string, now: number): InvoicePayment {
  return {
    id: newId("invoice_payment"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
