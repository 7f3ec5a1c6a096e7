import { changes, emit } from "#sandbox/events/emit.ts";
import { invalid } from "#sandbox/http/failure.ts";
import { newDispute } from "#sandbox/objects/dispute.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Charge, type Dispute } from "#sandbox/store/kinds.ts";

/** A dispute's final status; `warning_closed` is for inquiries only. */
export type DisputeOutcome = "won" | "lost" | "warning_closed";

/** True if the dispute is not decided yet. */
export function isOpen(dispute: Dispute): boolean {
  return /^(warning_)?(needs_response|under_review)$/.test(dispute.status);
}

const isInquiry = (dispute: Dispute) => dispute.status.startsWith("warning_");

/**
 * The dispute that holds or has taken a charge's money; while there is one, the charge cannot be refunded.
 */
export function holdingDispute(sandbox: Sandbox, charge: Charge): Dispute | undefined {
  const parent = idOf(charge.payment_intent) ?? undefined;
  return sandbox.store
    .list("dispute", { parent, limit: 100 })
    .data.find((one) => idOf(one.charge) === charge.id && !isInquiry(one) && one.status !== "won");
}

/** The cardholder disputes a charge. Throws Stripe's error if the charge cannot be disputed. */
export function openDispute(
  sandbox: Sandbox,
  charge: Charge,
  details: { amount: number | undefined; reason: string | undefined; inquiry: boolean },
): Dispute {
  const { store, clock } = sandbox;
  if (charge.status !== "succeeded") throw invalid("This charge was not paid.", "charge");
  if (holdingDispute(sandbox, charge) !== undefined)
    throw invalid("This charge is in dispute already.", "charge", "charge_disputed");
  const left = charge.amount - charge.amount_refunded;
  const amount = details.amount ?? left;
  if (amount > left || left === 0) throw invalid(`At most ${left} of this charge can be disputed.`, "amount");
  const { inquiry } = details;
  const dispute = newDispute(
    charge,
    { amount, reason: details.reason ?? "fraudulent", inquiry },
    clock.now(),
  );
  store.insert("dispute", dispute, null);
  emit(sandbox, "charge.dispute.created", dispute);
  if (inquiry) return dispute;
  charge.disputed = true;
  store.save("charge", charge);
  emit(sandbox, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank decides. Throws Stripe's error if the dispute is closed already. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, outcome: DisputeOutcome): Dispute {
  if (!isOpen(dispute)) throw invalid("This dispute is already closed.");
  if (isInquiry(dispute) !== (outcome === "warning_closed"))
    throw invalid("An inquiry ends with warning_closed, and nothing else does.", "outcome");
  return moveDispute(sandbox, dispute, outcome);
}

/** The bank reviews the shop's evidence. Throws Stripe's error if the dispute is closed already. */
export function reviewDispute(sandbox: Sandbox, dispute: Dispute): Dispute {
  if (!isOpen(dispute)) throw invalid("This dispute is already closed.");
  return moveDispute(sandbox, dispute, isInquiry(dispute) ? "warning_under_review" : "under_review");
}

function moveDispute(sandbox: Sandbox, dispute: Dispute, status: Dispute["status"]): Dispute {
  const before = structuredClone(dispute);
  dispute.status = status;
  sandbox.store.save("dispute", dispute);
  const closed = !isOpen(dispute);
  emit(
    sandbox,
    closed ? "charge.dispute.closed" : "charge.dispute.updated",
    dispute,
    changes(before, dispute),
  );
  if (status === "won") emit(sandbox, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}
