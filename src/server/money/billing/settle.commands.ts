import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import { eventTask, type Hint } from "./events.commands.ts";
import { fulfil } from "./fulfil.commands.ts";
import { queueInvoices } from "./invoice-queue.ts";
import { findPayment, lockPayment, movePayment, patchPayment, type PaymentRow } from "./ledger.queries.ts";
import { nullIfUnknown } from "./provider.ts";
import { queueRefund } from "./refunds.commands.ts";
import { readInvoiceIntent, type ReadSession, readSession, readSubscription } from "./provider-reads.ts";

async function load({ db }: Context, id: string): Promise<PaymentRow> {
  const payment = await findPayment(db, { id });
  if (payment === null) throw new Error(`payment ${id} is gone`);
  return payment;
}

/** First transaction: the provider's state is written to the ledger. */
async function write(
  ctx: Context,
  paymentId: string,
  session: ReadSession,
  account: string | null,
): Promise<void> {
  const { db, addJob } = ctx;
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    // Stored ids stay.
    await patchPayment(trx, paymentId, {
      checked_at: sql<Date>`now()`,
      provider_account: account ?? payment.provider_account,
      stripe_payment_intent: payment.stripe_payment_intent ?? session.paymentIntentId,
      stripe_invoice_id: payment.stripe_invoice_id ?? session.invoiceId,
      stripe_subscription_id: payment.stripe_subscription_id ?? session.subscriptionId,
    });
    if (session.outcome === "pending") return;
    const moved = await movePayment(trx, payment, session.outcome);
    if (moved && session.outcome === "paid") await queueInvoices(trx, addJob, paymentId);
    const { paymentIntentId: intent } = session;
    // News of a refund or a dispute that came before the charge was written down here were about no payment of ours.
    if (moved && session.outcome === "paid" && intent !== null)
      await addJob(eventTask, { about: "refund", intent, paymentId } satisfies Hint, {
        trx,
        maxAttempts: 20,
      });
    const asAsked = session.amount === payment.amount_cents && session.currency === payment.currency;
    if (moved && session.outcome === "paid" && !asAsked)
      await queueRefund(ctx, trx, paymentId, "amount_mismatch");
  });
}

/**
 * The provider does not know the session: the keys are another account's now. A payment for it would
 * not reach us any more, so it is given up; what was paid before stays paid.
 */
async function giveUp({ db, log }: Context, paymentId: string): Promise<void> {
  log.warn("payments.session_unknown", { payment: paymentId });
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    await patchPayment(trx, paymentId, { checked_at: sql<Date>`now()` });
    await movePayment(trx, payment, "expired", { unknown: true });
  });
}

/** A subscription's session names its invoice alone: refunds and disputes are about the charge behind it. */
async function withCharge({ provider }: Context, session: ReadSession): Promise<ReadSession> {
  if (session.outcome !== "paid" || session.paymentIntentId !== null || session.invoiceId === null)
    return session;
  return { ...session, paymentIntentId: await readInvoiceIntent(provider, session.invoiceId) };
}

async function settleOnce(ctx: Context, id: string): Promise<PaymentRow> {
  const { provider, step } = ctx;
  const payment = await load(ctx, id);
  if (payment.status === "fulfilled" || payment.status === "refunded") return payment;
  if (payment.refund_reason !== null || payment.kind === "renewal") return payment;
  if (payment.stripe_session_id === null) return payment;
  const read = await readSession(provider, payment.stripe_session_id).catch(nullIfUnknown);
  const session = read === null ? null : await withCharge(ctx, read);
  await step("session read");
  if (session === null) await giveUp(ctx, id);
  else await write(ctx, id, session, await provider.account());
  await step("state written");
  if ((await load(ctx, id)).status !== "paid") return load(ctx, id);
  const subscription =
    payment.kind === "subscription" && session !== null && session.subscriptionId !== null
      ? await readSubscription(provider, session.subscriptionId).catch(nullIfUnknown)
      : null;
  await step("subscription read");
  await fulfil(ctx, id, {
    subscription,
    account: await provider.account(),
  });
  await step("fulfilled");
  return load(ctx, id);
}

/**
 * Brings a payment to where the provider says it is: reads its session, writes what that means, carries out what is
 * paid. The one way in which anything is ever fulfilled; any number of times, by anybody, at once, and after a crash
 * between any two steps. Returns the payment in its state then. Throws provider_away; a payment that is settled needs
 * no provider.
 */
export function settlePayment(ctx: Context, paymentId: string): Promise<PaymentRow> {
  return ctx.paymentRuns.settle.run(paymentId, () => settleOnce(ctx, paymentId));
}

/** Gives up payments whose session was never opened: they can no longer be paid. */
export async function expireSessionless({ db }: Context): Promise<void> {
  // Sessions live for 24 hours at the provider.
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where status = 'open' and stripe_session_id is null and kind <> 'renewal'
      and created_at < now() - interval '25 hours'
    limit 500`.execute(db);
  for (const { id } of rows) {
    await db.transaction().execute(async (trx) => {
      const payment = await lockPayment(trx, id);
      if (payment.stripe_session_id === null) await movePayment(trx, payment, "expired");
    });
  }
}
