import { newId, randomLetters } from "#sandbox/store/ids.ts";
import { idOf, type Price, type Subscription, type Wire } from "#sandbox/store/kinds.ts";
import type Stripe from "stripe";

export interface SubscriptionDetails {
  customer: string;
  items: { price: Price; quantity: number }[];
  paymentMethod: string;
  description: string | null;
  metadata: Record<string, string>;
}

export function newSubscription(details: SubscriptionDetails, now: number): Subscription {
  const id = newId("subscription");
  const first = details.items[0]?.price.recurring;
  const end = addInterval(now, first?.interval ?? "month", first?.interval_count ?? 1);
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: details.items[0]?.price.currency ?? "usd",
    customer: details.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: details.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: details.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: details.items.map(({ price, quantity }) => ({
        id: `si_${randomLetters(14)}`,
        object: "subscription_item",
        billing_thresholds: null,
        created: now,
        current_period_end: end,
        current_period_start: now,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(price),
        price,
        quantity,
        subscription: id,
        tax_rates: [],
      })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: details.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ["card"],
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
  };
}

/** A recurring price in its older form, `plan`, which subscription items still contain. */
export function planOf(price: Price): Wire<Stripe.Plan> {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/** Adds calendar months or years as Stripe does: the same day, or the month's last. Unix seconds, UTC. */
export function addInterval(from: number, interval: string, count: number, anchor = from): number {
  const day = 86_400;
  if (interval === "day") return from + count * day;
  if (interval === "week") return from + count * 7 * day;
  const date = new Date(from * 1000);
  const months = date.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const anchorDay = new Date(anchor * 1000).getUTCDate();
  const time = from - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000;
  return Date.UTC(date.getUTCFullYear(), months, Math.min(anchorDay, lastDay)) / 1000 + time;
}
