/** A checkout session as the provider tells of it. */
export interface SessionStanding {
  status: "open" | "complete" | "expired" | null;
  paymentStatus: "paid" | "unpaid" | "no_payment_required";
  /** The charge behind a complete session was refused or given up, where that is known. */
  chargeFailed: boolean;
}

export type SessionOutcome = "pending" | "paid" | "failed" | "expired";

/** What a session means for the ledger. Only the provider's word makes a payment paid. */
export function sessionOutcome(session: SessionStanding): SessionOutcome {
  if (session.status === "expired") return "expired";
  if (session.status !== "complete") return "pending";
  if (session.paymentStatus !== "unpaid") return "paid";
  return session.chargeFailed ? "failed" : "pending";
}
