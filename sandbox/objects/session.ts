import { newId } from "#sandbox/store/ids.ts";
import type { LineItem, Session } from "#sandbox/store/kinds.ts";

export interface SessionDetails {
  mode: "payment" | "subscription";
  lineItems: LineItem[];
  currency: string;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerEmail: string | null;
  customerCreation: "always" | "if_required" | null;
  expiresAt: number;
  locale: Session["locale"];
  metadata: Record<string, string>;
  submitType: Session["submit_type"];
}

export function newSession(details: SessionDetails, sandboxUrl: string, now: number): Session {
  const id = newId("checkout.session");
  const total = details.lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: details.cancelUrl,
    client_reference_id: details.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: details.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: details.customer,
    customer_account: null,
    customer_creation: details.customerCreation,
    customer_details: null,
    customer_email: details.customerEmail,
    discounts: [],
    expires_at: details.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      details.mode === "subscription"
        ? null
        : {
            enabled: false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: null,
              footer: null,
              issuer: null,
              metadata: {},
              rendering_options: null,
            },
          },
    livemode: false,
    locale: details.locale,
    managed_payments: null,
    metadata: details.metadata,
    mode: details.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: details.mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: details.submitType,
    subscription: null,
    success_url: details.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${sandboxUrl}/c/pay/${id}`,
    wallet_options: null,
  };
}
