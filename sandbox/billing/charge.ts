import { emit } from "#sandbox/events/emit.ts";
import { openDispute } from "./disputes.ts";
import { newCharge, type Decline } from "#sandbox/objects/payment.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { PaymentIntent } from "#sandbox/store/kinds.ts";

/**
 * Charges a payment intent with a card; creates the charge and the events of either outcome. `present`:
 * on-session; a `decline_later` card is declined off-session.
 */
export function chargeIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  methodId: string,
  present: boolean,
): Decline | null {
  const { store, clock } = sandbox;
  const method = store.get("payment_method", methodId);
  const behaviour = store.hidden("payment_method", methodId);
  const declines = behaviour.kind === "decline" || (behaviour.kind === "decline_later" && !present);
  const decline = declines ? declineOf(behaviour.declineCode) : null;
  const charge = newCharge(intent, method, decline, sandbox.url, clock.now());
  store.insert("charge", charge, null);
  intent.latest_charge = charge.id;
  if (decline === null) {
    intent.status = "succeeded";
    intent.amount_received = intent.amount;
    intent.payment_method = methodId;
    intent.last_payment_error = null;
  } else {
    intent.status = "requires_payment_method";
    intent.payment_method = null;
    intent.last_payment_error = {
      charge: charge.id,
      code: "card_declined",
      decline_code: decline.declineCode,
      doc_url: "https://docs.stripe.com/error-codes/card-declined",
      message: decline.message,
      payment_method: method,
      type: "card_error",
    };
  }
  store.save("payment_intent", intent);
  emit(sandbox, decline === null ? "charge.succeeded" : "charge.failed", charge);
  emit(sandbox, decline === null ? "payment_intent.succeeded" : "payment_intent.payment_failed", intent);
  if (behaviour.kind === "dispute" || behaviour.kind === "inquiry")
    openDispute(sandbox, charge, {
      amount: undefined,
      reason: undefined,
      inquiry: behaviour.kind === "inquiry",
    });
  return decline;
}

function declineOf(declineCode: string): Decline {
  const messages: Record<string, string> = {
    insufficient_funds: "Your card has insufficient funds.",
    test_mode_live_card:
      "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
  };
  return { code: "card_declined", declineCode, message: messages[declineCode] ?? "Your card was declined." };
}
