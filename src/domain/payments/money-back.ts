/** A refund as the provider tells of it; cents. */
export interface ProviderRefund {
  id: string;
  amount: number;
  status: string | null;
  /** The request in /admin that it was made for. */
  requestId?: string | undefined;
}

/** A cardholder's objection to a charge, in the provider's words; cents. */
export interface ProviderDispute {
  id: string;
  amount: number;
  status: string;
  reason: string;
}

/**
 * How far a dispute has come. An inquiry only asks, and suspends nothing; while one is open the money is withheld; what
 * is decided stays decided, whatever older news arrives later.
 */
export const disputeStages = ["inquiry", "open", "decided"] as const;
export type DisputeStage = (typeof disputeStages)[number];

const openStatuses = new Set([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
]);

/** The stage of a dispute's status at the provider. */
export function disputeStage(status: string): DisputeStage {
  if (openStatuses.has(status)) return "open";
  return status === "warning_needs_response" || status === "warning_under_review" ? "inquiry" : "decided";
}

/** Whether news of a dispute are as new as what is known of it (null: nothing): its stages only go forward. */
export function isDisputeNews(known: string | null, told: string): boolean {
  if (known === null) return true;
  if (known === told) return false;
  const [before, after] = [disputeStage(known), disputeStage(told)];
  return before !== "decided" && disputeStages.indexOf(after) >= disputeStages.indexOf(before);
}

/** A part of a payment that has gone back, by the provider's id; cents. */
export interface MoneyBack {
  id: string;
  kind: "refund" | "dispute";
  amount: number;
}

/** What has gone back of a charge: refunds that did not fail, and lost disputes. */
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
 * What the ledger adds for parts that it does not have yet: never more than is left of the payment, and exactly that
 * where the whole charge (`received`, cents) went back, be it other than what was asked. Parts of nothing are left out.
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
