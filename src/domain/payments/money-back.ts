/** A refund at the provider; cents. */
export interface ProviderRefund {
  id: string;
  amount: number;
  status: string | null;
  /** The id of its request in /admin. */
  requestId?: string | undefined;
}

/** A dispute of a charge, in the provider's terms; cents. */
export interface ProviderDispute {
  id: string;
  amount: number;
  status: string;
  reason: string;
}

/**
 * The stage of a dispute. An inquiry only asks and suspends nothing. While a dispute is open the money is
 * withheld. A decision is final, whatever older event arrives later.
 */
export const disputeStages = ["inquiry", "open", "decided"] as const;
export type DisputeStage = (typeof disputeStages)[number];

const openStatuses = new Set([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
]);

/** Maps a dispute's status at the provider to its stage. */
export function disputeStage(status: string): DisputeStage {
  if (openStatuses.has(status)) return "open";
  return status === "warning_needs_response" || status === "warning_under_review" ? "inquiry" : "decided";
}

/** Whether an event of a dispute is at least as new as the known stage (null: none). Stages only advance. */
export function isDisputeNews(known: string | null, told: string): boolean {
  if (known === null) return true;
  if (known === told) return false;
  const [before, after] = [disputeStage(known), disputeStage(told)];
  return before !== "decided" && disputeStages.indexOf(after) >= disputeStages.indexOf(before);
}

/** A part of a payment that was returned, by the provider's id; cents. */
export interface MoneyBack {
  id: string;
  kind: "refund" | "dispute";
  amount: number;
}

/** The returned parts of a charge: refunds that did not fail, and lost disputes. */
export function moneyBack(
  refunds: readonly ProviderRefund[],
  disputes: readonly ProviderDispute[],
): MoneyBack[] {
  return [
    ...refunds
      .filter(({ status }) => status === "succeeded" || status === "pending")
      .map(({ id, amount }) => ({ id, kind: "refund" as const, amount })),
    ...disputes
      .filter(({ status }) => status === "lost")
      .map(({ id, amount }) => ({ id, kind: "dispute" as const, amount })),
  ];
}

/**
 * Ledger entries for new returned parts. They never exceed the rest of the payment, and equal it if the whole
 * charge (`received`, cents) was returned, even if that differs from the requested amount. Empty parts are
 * omitted.
 */
export function ledgerParts(
  payment: { amount: number; refunded: number },
  received: number,
  back: readonly MoneyBack[],
  known: ReadonlySet<string>,
): MoneyBack[] {
  const fresh = back.filter(({ id }) => !known.has(id));
  const isWhole = received > 0 && back.reduce((sum, { amount }) => sum + amount, 0) >= received;
  let left = payment.amount - payment.refunded;
  return fresh.flatMap((part, at) => {
    const amount = isWhole && at === fresh.length - 1 ? left : Math.min(part.amount, left);
    left -= amount;
    return amount > 0 ? [{ ...part, amount }] : [];
  });
}

/** State of a refund requested in /admin: pending, in the ledger, or refused by the provider for good. */
export const refundRequestStates = ["asked", "done", "refused"] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/**
 * What a refund of `cents` does to the purchase (specification.md#payments-desk). Only a refund of all that is
 * `left` ends it, unless the admin decides otherwise.
 */
export function effectOfRefund(
  cents: number,
  left: number,
  endsWhatItBought: boolean | undefined,
): "ends" | "keeps" | "none" {
  if (cents < left) return "none";
  return endsWhatItBought === false ? "keeps" : "ends";
}
