import { newId } from "#sandbox/store/ids.ts";
import { idOf, type Charge, type Dispute } from "#sandbox/store/kinds.ts";

const noEvidence: Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const week = 7 * 86_400;

/** A cardholder's dispute of a charge; an inquiry moves no money. */
export function newDispute(
  charge: Charge,
  details: { amount: number; reason: string; inquiry: boolean },
  now: number,
): Dispute {
  return {
    id: newId("dispute"),
    object: "dispute",
    amount: details.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence },
    evidence_details: {
      due_by: now + week,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: details.inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: details.inquiry ? "inquiry" : "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason: details.reason,
    status: details.inquiry ? "warning_needs_response" : "needs_response",
  };
}
