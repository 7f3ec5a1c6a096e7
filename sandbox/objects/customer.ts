import { newId, randomLetters } from "#sandbox/store/ids.ts";
import type { Customer, PaymentMethod } from "#sandbox/store/kinds.ts";
import type { ReadCard } from "#sandbox/billing/cards.ts";

export interface CustomerDetails {
  email?: string | null | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
}

export function newCustomer(details: CustomerDetails, now: number): Customer {
  return {
    id: newId("customer").slice(0, 18),
    object: "customer",
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: details.description ?? null,
    discount: null,
    email: details.email ?? null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: details.metadata ?? {},
    name: details.name ?? null,
    next_invoice_sequence: 1,
    phone: details.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export interface Payer {
  email: string | null;
  name: string | null;
}

export const emptyAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export function newPaymentMethod(
  card: ReadCard,
  payer: Payer,
  customer: string | null,
  now: number,
): PaymentMethod {
  return {
    id: newId("payment_method"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: {
      address: { ...emptyAddress, country: "XK" },
      email: payer.email,
      name: payer.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
