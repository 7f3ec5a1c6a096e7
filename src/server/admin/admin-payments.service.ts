import type { Kysely } from "kysely";
import type { AdminPaymentDetails, WaitingPayments } from "#contract/admin-payments.ts";
import type { Entitlement } from "#domain/payments/entitlements.ts";
import { findUser } from "#server/people/accounts/accounts.queries.ts";
import { loadWaitingCars } from "#server/money/billing/desk-payments.queries.ts";
import { entitlementsOf } from "#server/money/billing/entitlements.commands.ts";
import type { PaymentRow } from "#server/money/billing/ledger.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { loadPayment } from "./admin-payments.queries.ts";

export interface AdminPaymentsService {
  /** One payment with all its details. Throws payment_not_found. */
  details(id: string): Promise<AdminPaymentDetails>;
  /** What an account could pay by bank or cash. Throws user_not_found. */
  waiting(userId: string): Promise<WaitingPayments>;
}

/** The charge in the provider's dashboard. The sandbox has none, nor has a payment without a charge. */
function chargeUrl({ provider_account: account, stripe_payment_intent: intent }: PaymentRow): string | null {
  const [id = "", mode] = account?.split(":") ?? [];
  if (intent === null || !id.startsWith("acct_")) return null;
  return `https://dashboard.stripe.com/${id}/${mode === "test" ? "test/" : ""}payments/${intent}`;
}

/** What a refund of all that is left would end. A month that is over ends nothing; that is known only once it is read. */
function endsOf(row: PaymentRow): Entitlement[] {
  return row.status === "fulfilled" && row.ended_at === null ? entitlementsOf(row) : [];
}

/** Payments in the administration (specification.md#payments-desk). Throws only AppErrors. */
export function createAdminPaymentsService(deps: {
  readonly db: Kysely<DB>;
  /** The provider is the sandbox, which has no dashboard. */
  readonly sandbox: boolean;
}): AdminPaymentsService {
  return {
    waiting: async (userId) => {
      const user = await findUser(deps.db, userId);
      if (user === null) throw new AppError("user_not_found");
      const cars = await loadWaitingCars(deps.db, userId);
      return {
        cars: cars.map(({ id, name, since }) => ({ id, name, since: since.toISOString() })),
        dealerUntil: user.subscriptionActive ? (user.subscriptionEnds?.toISOString() ?? null) : null,
      };
    },

    details: async (id) => {
      const found = await loadPayment(deps.db, id);
      if (found === null) throw new AppError("payment_not_found");
      const { row, details } = found;
      return {
        ...details,
        ends: endsOf(row),
        provider:
          row.method === "card"
            ? {
                account: row.provider_account,
                sessionId: row.stripe_session_id,
                paymentIntent: row.stripe_payment_intent,
                invoiceId: row.stripe_invoice_id,
                subscriptionId: row.stripe_subscription_id,
                url: deps.sandbox ? null : chargeUrl(row),
              }
            : null,
      };
    },
  };
}
