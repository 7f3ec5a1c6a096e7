import { newId, randomLetters } from "#sandbox/store/ids.ts";
import { idOf, type Charge, type PaymentIntent, type PaymentMethod } from "#sandbox/store/kinds.ts";

export interface PaymentIntentDetails {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
}

export function newPaymentIntent(details: PaymentIntentDetails, now: number): PaymentIntent {
  const id = newId("payment_intent");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: details.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomLetters(25)}`,
    confirmation_method: "automatic",
    created: now,
    currency: details.currency,
    customer: details.customer,
    customer_account: null,
    description: details.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: details.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
      },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: details.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

export function newCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | null,
  sandboxUrl: string,
  now: number,
): Charge {
  const id = newId("charge");
  const { card } = method;
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "VETURA",
    captured: decline === null,
    created: now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline === null ? null : "try_again_later",
      network_advice_code: null,
      network_decline_code: decline === null ? null : "01",
      network_status: decline === null ? "approved_by_network" : "declined_by_network",
      reason: decline?.declineCode ?? null,
      risk_level: "normal",
      seller_message: decline === null ? "Payment complete." : "The bank did not return any further details.",
      type: decline === null ? "authorized" : "issuer_declined",
    },
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: "card",
      ...(card !== undefined && {
        card: {
          amount_authorized: decline === null ? intent.amount : null,
          authorization_code: null,
          brand: card.brand,
          checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
          country: card.country,
          electronic_commerce_indicator: null,
          exp_month: card.exp_month,
          exp_year: card.exp_year,
          funding: card.funding,
          installments: null,
          last4: card.last4,
          mandate: null,
          network: card.brand,
          network_transaction_id: null,
          regulated_status: "unregulated",
          three_d_secure: null,
          transaction_link_id: null,
          wallet: null,
        },
      }),
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline === null ? `${sandboxUrl}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline === null ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}
