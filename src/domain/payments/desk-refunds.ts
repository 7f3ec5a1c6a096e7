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
