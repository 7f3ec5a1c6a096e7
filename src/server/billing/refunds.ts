import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { findPayment, unknownAccount } from "./ledger.ts";
import { followMoneyBack, type MoneyBackDeps } from "./money-back.ts";
import { isUnknownThere, type Provider, ProviderRefusal } from "./provider.ts";
import { readInvoiceIntent } from "./provider-reads.ts";
import { voidOpenInvoices } from "./void-invoices.ts";

/**
 * Ends a subscription at the provider at once, and voids what it still asks for; one that has ended already, or that nobody
 * knows, is fine.
 */
export async function endSubscription(provider: Provider, subscriptionId: string): Promise<void> {
  try {
    await provider.call("subscriptions.cancel", (stripe) => stripe.subscriptions.cancel(subscriptionId));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const present = await provider
      .call("subscriptions.retrieve", (stripe) => stripe.subscriptions.retrieve(subscriptionId))
      .catch((missing: unknown) => {
        if (missing instanceof ProviderRefusal) return null;
        throw missing;
      });
    if (present === null) return;
    if (present.status !== "canceled" && present.status !== "incomplete_expired") throw error;
  }
  await voidOpenInvoices(provider, subscriptionId);
}

/**
 * Sends back the money of a payment that can't be fulfilled, and ends the subscription that it began. Any number of
 * times: the provider knows the refund by the payment's id.
 */
export async function refund(deps: MoneyBackDeps, paymentId: string): Promise<void> {
  const { db, provider, step = async () => {} } = deps;
  const payment = await findPayment(db, { id: paymentId });
  if (payment === null || payment.status !== "paid" || payment.refund_reason === null) return;
  if (payment.stripe_subscription_id !== null)
    await endSubscription(provider, payment.stripe_subscription_id);
  await step("subscription ended");
  const intent =
    payment.stripe_payment_intent ??
    (payment.stripe_invoice_id === null
      ? null
      : await readInvoiceIntent(provider, payment.stripe_invoice_id));
  if (intent === null) throw new Error(`payment ${paymentId} is paid, and no charge is known`);
  try {
    await provider.call("refunds.create", (stripe) =>
      stripe.refunds.create(
        { payment_intent: intent, metadata: { paymentId } },
        { idempotencyKey: `refund:${paymentId}` },
      ),
    );
  } catch (error) {
    // Back already, or on its way: the ledger learns which.
    const isBack = error instanceof ProviderRefusal && gone.has(error.code ?? "");
    if (!isBack) throw error;
  }
  await step("refunded at the provider");
  await db
    .updateTable("payments")
    .set({ stripe_payment_intent: intent })
    .where("id", "=", paymentId)
    .where("stripe_payment_intent", "is", null)
    .execute();
  await followMoneyBack(deps, paymentId);
}

/** Refusals of a refund that is not needed any more: all is back, or the cardholder's bank has taken it. */
const gone = new Set(["charge_already_refunded", "charge_disputed"]);

/**
 * `refund`, or the end of trying where this provider does not know the charge: it was another account's, whose keys we
 * have no more. The payment stays paid with its reason, for people to look at (docs/PAYMENTS.md "Changing keys").
 */
export async function refundIfReachable(deps: MoneyBackDeps, paymentId: string): Promise<void> {
  try {
    await refund(deps, paymentId);
  } catch (error) {
    if (!isUnknownThere(error)) throw error;
    deps.log.error("payments.refund_unreachable", error, { payment: paymentId });
    const account = await deps.provider.account();
    // With a known account's keys back it is tried again: only what belongs nowhere is marked so.
    await deps.db
      .updateTable("payments")
      .set({ provider_account: unknownAccount })
      .where("id", "=", paymentId)
      .where((eb) => eb.or([eb("provider_account", "is", null), eb("provider_account", "=", account)]))
      .execute();
  }
}

/** Paid payments whose money has to go back and has not yet, and that this account may know: for the sweep. */
export async function refundsDue(db: Kysely<DB>, account: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom("payments")
    .select("id")
    .where("status", "=", "paid")
    .where("refund_reason", "is not", null)
    .where((eb) =>
      eb.or([
        eb("provider_account", "is", null),
        account === null
          ? eb("provider_account", "!=", unknownAccount)
          : eb("provider_account", "=", account),
      ]),
    )
    .where("paid_at", "<", sql<Date>`now() - interval '2 minutes'`)
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}
