import type { AdminPaymentDetails, WaitingPayments } from "#contract/admin-payments.ts";
import type { Entitlement } from "#domain/payments/entitlements.ts";
import { findUser } from "#server/people/accounts/accounts.queries.ts";
import { loadWaitingCars } from "#server/money/billing/desk-payments.queries.ts";
import { entitlementsOf } from "#server/money/billing/entitlements.commands.ts";
import type { PaymentRow } from "#server/money/billing/ledger.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { loadPayment } from "./admin-payments.queries.ts";

/** The charge in the provider's dashboard. The sandbox has none, and neither has a payment without a charge. */
function chargeUrl({ provider_account: account, stripe_payment_intent: intent }: PaymentRow): string | null {
  const [id = "", mode] = account?.split(":") ?? [];
  if (intent === null || !id.startsWith("acct_")) return null;
  return `https://dashboard.stripe.com/${id}/${mode === "test" ? "test/" : ""}payments/${intent}`;
}

/** What a refund of all that is left would end. A month that is over ends nothing; that is known only once it is read. */
function endsOf(row: PaymentRow): Entitlement[] {
  return row.status === "fulfilled" && row.ended_at === null ? entitlementsOf(row) : [];
}

/** What an account would pay for by bank or cash. Throws user_not_found. */
export async function readWaiting({ db }: Pick<Context, "db">, userId: string): Promise<WaitingPayments> {
  const user = await findUser(db, userId);
  if (user === null) throw new AppError("user_not_found");
  const cars = await loadWaitingCars(db, userId);
  return {
    cars: cars.map(({ id, name, since }) => ({ id, name, since: since.toISOString() })),
    dealerUntil: user.subscriptionActive ? (user.subscriptionEnds?.toISOString() ?? null) : null,
  };
}

/**
 * One payment with all that is known of it (specification.md#payments-desk). `isSandbox`: the provider has no dashboard.
 * Throws payment_not_found.
 */
export async function readPayment(
  { db }: Pick<Context, "db">,
  id: string,
  isSandbox: boolean,
): Promise<AdminPaymentDetails> {
  const found = await loadPayment(db, id);
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
            url: isSandbox ? null : chargeUrl(row),
          }
        : null,
  };
}
