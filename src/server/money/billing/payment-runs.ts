import type { Checkout } from "#contract/payments.ts";
import { Coalesce } from "./coalesce.ts";
import type { PaymentRow } from "./ledger.queries.ts";

/** Milliseconds between two reads of one session at the provider that visitors cause in this process. */
const visitSpacing = 1000;

/** Calls about one payment that come at the same time share one run, each kind among itself. */
export interface PaymentRuns {
  readonly settle: Coalesce<PaymentRow>;
  readonly openSession: Coalesce<Checkout>;
  /** Settling that visitors ask for. */
  readonly visit: Coalesce<PaymentRow>;
}

export function createPaymentRuns(): PaymentRuns {
  return {
    settle: new Coalesce(),
    openSession: new Coalesce(),
    visit: new Coalesce({ spacing: visitSpacing }),
  };
}
