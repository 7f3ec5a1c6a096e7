import { holdingDispute } from "./disputes.ts";
import { changes, emit } from "#sandbox/events/emit.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { newId } from "#sandbox/store/ids.ts";
import { idOf, type Charge, type Refund } from "#sandbox/store/kinds.ts";

/** Refunds the rest of a charge or a part of it. Throws Stripe's error if the amount is too high. */
export function refundCharge(
  sandbox: Sandbox,
  charge: Charge,
  details: { amount: number | undefined; reason: Refund["reason"]; metadata: Record<string, string> },
): Refund {
  const { store, clock } = sandbox;
  if (charge.status !== "succeeded") throw invalid("This charge was not paid.", "charge");
  if (charge.refunded) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  }
  if (holdingDispute(sandbox, charge) !== undefined) {
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      "charge_disputed",
    );
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = details.amount ?? left;
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      "amount",
      "amount_too_large",
    );
  }
  const refund: Refund = {
    id: newId("refund"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: details.metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: details.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  const before = structuredClone(charge);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  store.insert("refund", refund, null);
  store.save("charge", charge);
  emit(sandbox, "refund.created", refund);
  emit(sandbox, "charge.refunded", charge, changes(before, charge));
  return refund;
}
