/** A refund asked for in /admin: still to be made, in the ledger, or refused by the provider for good. */
export const refundRequestStates = ["asked", "done", "refused"] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/**
 * What a refund of `cents` does to what the payment bought (specification.md#payments-desk): only one of all that is `left`
 * ends it, and does so unless the admin wants otherwise.
 */
export function effectOfRefund(
  cents: number,
  left: number,
  endsWhatItBought: boolean | undefined,
): "ends" | "keeps" | "none" {
  if (cents < left) return "none";
  return endsWhatItBought === false ? "keeps" : "ends";
}
