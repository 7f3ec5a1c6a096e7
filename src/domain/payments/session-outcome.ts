/** A checkout session at the provider. */
export interface SessionStanding {
  status: "open" | "complete" | "expired" | null;
  paymentStatus: "paid" | "unpaid" | "no_payment_required";
  /** The charge of a complete session was refused or abandoned, if known. */
  chargeFailed: boolean;
}

export type SessionOutcome = "pending" | "paid" | "failed" | "expired";

/** What a session means for the ledger. Only the provider can make a payment paid. */
export function sessionOutcome(session: SessionStanding): SessionOutcome {
  if (session.status === "expired") return "expired";
  if (session.status !== "complete") return "pending";
  if (session.paymentStatus !== "unpaid") return "paid";
  return session.chargeFailed ? "failed" : "pending";
}
