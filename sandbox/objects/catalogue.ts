import { newId } from "#sandbox/store/ids.ts";
import type { LineItem, Price, Product } from "#sandbox/store/kinds.ts";
import type Stripe from "stripe";

export interface ProductDetails {
  name: string;
  description?: string | undefined;
  images?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
  active?: boolean | undefined;
}

export function newProduct(details: ProductDetails, now: number): Product {
  return {
    id: newId("product"),
    object: "product",
    active: details.active ?? true,
    created: now,
    default_price: null,
    description: details.description ?? null,
    images: details.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: details.metadata ?? {},
    name: details.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
}

export interface PriceDetails {
  product: string;
  currency: string;
  unitAmount: number;
  recurring?: { interval: Stripe.Price.Recurring.Interval; interval_count: number } | undefined;
  nickname?: string | undefined;
  lookupKey?: string | undefined;
  metadata?: Record<string, string> | undefined;
  active?: boolean | undefined;
}

export function newPrice(details: PriceDetails, now: number): Price {
  return {
    id: newId("price"),
    object: "price",
    active: details.active ?? true,
    billing_scheme: "per_unit",
    created: now,
    currency: details.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: details.lookupKey ?? null,
    metadata: details.metadata ?? {},
    nickname: details.nickname ?? null,
    product: details.product,
    recurring:
      details.recurring === undefined
        ? null
        : { ...details.recurring, meter: null, trial_period_days: null, usage_type: "licensed" },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: details.recurring === undefined ? "one_time" : "recurring",
    unit_amount: details.unitAmount,
    unit_amount_decimal: String(details.unitAmount),
  };
}

export function newLineItem(price: Price, description: string, quantity: number, id: string): LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}
