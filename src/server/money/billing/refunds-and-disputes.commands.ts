import { sql, type Transaction } from "kysely";
import {
  disputeStage,
  isDisputeNews,
  ledgerParts,
  moneyBack,
  type ProviderDispute,
} from "#domain/payments/money-back.ts";
import { isMoneyTaken } from "#domain/payments/payment-states.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { endSubscriptionTask } from "./cancel-at-stripe.ts";
import { revokeEntitlements, resumeEntitlements, suspendEntitlements } from "./entitlements.commands.ts";
import { findPayment, lockPayment, movePayment, patchPayment, type PaymentRow } from "./ledger.queries.ts";
import { queueInvoices } from "./invoice-queue.ts";
import { queueMail } from "./mail-queue.ts";
import { nullIfUnknown } from "./provider.ts";
import { isPresentMonth, type ReadRefundsAndDisputes, readRefundsAndDisputes } from "./provider-reads.ts";

/**
 * Brings a payment to where the provider says its money is: writes down refunds and lost disputes, ends what was bought
 * where all of it went back, suspends it while a dispute is open, and gives it back when that was won. Safe to run
 * repeatedly, at once and in any order: each refund is in the ledger once, and disputes only go forward. Throws
 * provider_away.
 */
export async function syncRefundsAndDisputes(ctx: Context, paymentId: string): Promise<void> {
  const { db, provider, log, step } = ctx;
  const payment = await findPayment(db, { id: paymentId });
  const intent = payment?.stripe_payment_intent ?? null;
  if (payment === null || intent === null || !wasTaken(payment)) return;
  const read = await readRefundsAndDisputes(provider, intent).catch(nullIfUnknown);
  // Another account's, whose keys we have no more (docs/PAYMENTS.md "Changing keys").
  if (read === null) return;
  const { stripe_subscription_id: subscription, stripe_invoice_id: invoice } = payment;
  const isMonth = subscription !== null && invoice !== null && read.isAnything;
  const isPresent = isMonth && (await isPresentMonth(provider, subscription, invoice));
  await step("money back read");
  await db.transaction().execute((trx) => writeRefundsAndDisputes(ctx, trx, paymentId, read, isPresent));
  const back = moneyBack(read.refunds, read.disputes).reduce((sum, { amount }) => sum + amount, 0);
  // The ledger forgets nothing: money that came back to us needs a person.
  if (back < payment.refunded_cents)
    log.error("payments.refund_failed", new Error("less has gone back than the ledger has"), {
      payment: payment.id,
    });
  await step("money back written");
}

function wasTaken(payment: PaymentRow): boolean {
  return isMoneyTaken(payment.status) || payment.status === "refunded";
}

/**
 * Writes what has gone back of a payment, as `syncRefundsAndDisputes` has read it; for payments by bank and cash, which no
 * provider knows, the desk says it.
 */
export async function writeRefundsAndDisputes(
  ctx: Context,
  trx: Transaction<DB>,
  paymentId: string,
  read: Omit<ReadRefundsAndDisputes, "isAnything">,
  isPresentMonth: boolean,
): Promise<void> {
  const { addJob } = ctx;
  const payment = await lockPayment(trx, paymentId);
  if (!wasTaken(payment)) return;
  await settleRequests(trx, payment.id, read);
  const disputed = await writeDisputes(ctx, trx, payment, read.disputes);
  const refunded = await writeRefunds(ctx, trx, payment, read);
  if (refunded === payment.amount_cents) {
    if (payment.status === "refunded") return;
    // Asked for in /admin without revoking them. Index refund_requests_payment.
    const { rows: keeping } = await sql`
      select from refund_requests where payment_id = ${payment.id} and keeps_goods and state = 'done'`.execute(
      trx,
    );
    const keeps = keeping.length > 0;
    // A dispute that was won may be known only now: what stays is given back before.
    if (keeps) await suspendOrResume(ctx, trx, payment, { disputed, isPresentMonth });
    const ended = keeps ? [] : await revokeEntitlements(trx, payment, isPresentMonth);
    if (ended.includes("subscription") && payment.stripe_subscription_id !== null)
      await addJob(
        endSubscriptionTask,
        { subscriptionId: payment.stripe_subscription_id },
        { trx, maxAttempts: 25 },
      );
    await movePayment(trx, payment, "refunded", { reason: payment.refund_reason, ended, keeps });
    await queueMail(trx, addJob, { mail: "refunded", paymentId });
    return;
  }
  await suspendOrResume(ctx, trx, payment, { disputed, isPresentMonth });
}

/** Marks admins' requests as made whose refund the provider knows. */
async function settleRequests(
  trx: Transaction<DB>,
  paymentId: string,
  { refunds }: Pick<ReadRefundsAndDisputes, "refunds">,
): Promise<void> {
  for (const { id, status, requestId } of refunds)
    if (requestId !== undefined && (status === "succeeded" || status === "pending"))
      await sql`
        update refund_requests set state = 'done', refund_id = ${id}, settled_at = now()
        where id::text = ${requestId} and payment_id = ${paymentId} and state = 'asked'`.execute(trx);
}

/** Stores refunds that are not in the ledger yet; returns how much of the payment was refunded in all, in cents. */
async function writeRefunds(
  { addJob }: Context,
  trx: Transaction<DB>,
  payment: PaymentRow,
  read: Omit<ReadRefundsAndDisputes, "isAnything">,
): Promise<number> {
  const { amount_cents: amount, refunded_cents: before } = payment;
  const known = await trx
    .selectFrom("payment_refunds")
    .select("id")
    .where("payment_id", "=", payment.id)
    .execute();
  const parts = ledgerParts(
    { amount, refunded: before },
    read.received,
    moneyBack(read.refunds, read.disputes),
    new Set(known.map(({ id }) => id)),
  );
  if (parts.length === 0) return before;
  await trx
    .insertInto("payment_refunds")
    .values(
      parts.map(({ id, kind, amount: cents }) => ({ id, payment_id: payment.id, kind, amount_cents: cents })),
    )
    .execute();
  const refunded = parts.reduce((sum, part) => sum + part.amount, before);
  await patchPayment(trx, payment.id, { refunded_cents: refunded });
  await queueInvoices(trx, addJob, payment.id);
  if (refunded < amount)
    for (const { id } of parts) await queueMail(trx, addJob, { mail: "partlyRefunded", refundId: id });
  return refunded;
}

/** Stores disputes as far as they have changed and mails the admins. Returns the open one, if any. */
async function writeDisputes(
  ctx: Context,
  trx: Transaction<DB>,
  payment: PaymentRow,
  disputes: readonly ProviderDispute[],
): Promise<string | null> {
  const rows = await trx
    .selectFrom("payment_disputes")
    .select(["id", "status"])
    .where("payment_id", "=", payment.id)
    .execute();
  const known = new Map(rows.map(({ id, status }) => [id, status]));
  for (const dispute of disputes) {
    const before = known.get(dispute.id) ?? null;
    if (!isDisputeNews(before, dispute.status)) continue;
    const stage = disputeStage(dispute.status);
    const { id, status, reason, amount } = dispute;
    const news = { status, amount_cents: amount, is_open: stage === "open" };
    await trx
      .insertInto("payment_disputes")
      .values({ id, payment_id: payment.id, reason, ...news })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...news, changed_at: sql<Date>`now()` }))
      .execute();
    if (before === null || disputeStage(before) !== stage) await tellAdmins(ctx, trx, dispute);
  }
  const open = await trx
    .selectFrom("payment_disputes")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("is_open", "=", true)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return open?.id ?? null;
}

async function tellAdmins(
  { addJob }: Context,
  trx: Transaction<DB>,
  dispute: ProviderDispute,
): Promise<void> {
  const { id: disputeId, status } = dispute;
  const admins = await trx.selectFrom("users").select("id").where("is_admin", "=", true).execute();
  for (const { id: adminId } of admins)
    await queueMail(trx, addJob, { mail: "disputeForAdmin", disputeId, status, adminId });
}

async function suspendOrResume(
  { addJob }: Context,
  trx: Transaction<DB>,
  payment: PaymentRow,
  { disputed, isPresentMonth }: { disputed: string | null; isPresentMonth: boolean },
): Promise<void> {
  if (payment.status !== "fulfilled") return;
  const isMonth = payment.kind === "subscription" || payment.kind === "renewal";
  const suspends = disputed !== null && (!isMonth || isPresentMonth);
  if (suspends === (payment.suspended_at !== null)) return;
  if (suspends) {
    await suspendEntitlements(trx, payment);
    await queueMail(trx, addJob, { mail: "suspended", paymentId: payment.id, disputeId: disputed });
    return;
  }
  await resumeEntitlements(trx, payment);
  const last = await trx
    .selectFrom("payment_disputes")
    .select("id")
    .where("payment_id", "=", payment.id)
    .orderBy("changed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  // A month that is over by now is given back without a word: the next one runs already.
  if (last !== undefined && (!isMonth || isPresentMonth))
    await queueMail(trx, addJob, { mail: "resumed", paymentId: payment.id, disputeId: last.id });
}

/** Refunds and disputes of so many days are listed: older ones were seen by events or earlier rounds. */
const daysBack = 30;
/** Milliseconds between two such rounds, of all processes together. */
const spacingMs = 10 * 60_000;
const maxOfEach = 1000;

/**
 * Payments whose refunds or disputes the ledger does not have although no event tells of them: the provider lists what
 * it has, and what we know already costs no further question. Empty where a process has asked a moment ago.
 */
export async function missedRefundsAndDisputes({ db, provider }: Context): Promise<string[]> {
  const { rows: claimed } = await sql`
    update provider_poll set refunds_asked_at = now()
    where refunds_asked_at < now() - make_interval(secs => ${spacingMs / 1000}) returning one`.execute(db);
  if (claimed.length === 0) return [];
  const since = Math.floor(Date.now() / 1000) - daysBack * 86_400;
  const params = { created: { gte: since }, limit: 100 };
  const refunds = await provider.call("refunds.list", (stripe) =>
    stripe.refunds.list(params).autoPagingToArray({ limit: maxOfEach }),
  );
  const disputes = await provider.call("disputes.list", (stripe) =>
    stripe.disputes.list(params).autoPagingToArray({ limit: maxOfEach }),
  );
  const listed = [
    ...refunds.map(({ id, payment_intent: intent }) => ({ id, intent, status: null })),
    ...disputes.map(({ id, payment_intent: intent, status }) => ({ id, intent, status })),
  ].map(({ id, intent, status }) => ({
    id,
    intent: typeof intent === "string" ? intent : (intent?.id ?? null),
    status,
  }));
  // Indexes: the primary keys, payments_stripe_payment_intent_key, payment_disputes_open.
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as t (id text, intent text, status text)
    join payments p on p.stripe_payment_intent = t.intent
    where p.status in ('paid', 'fulfilled')
      and not exists (select from payment_refunds r where r.id = t.id)
      and not exists (select from payment_disputes d where d.id = t.id and d.status = t.status)
    union
    select payment_id from payment_disputes
    where is_open and created_at < now() - make_interval(days => ${daysBack - 1})
    limit ${maxOfEach}`.execute(db);
  return rows.map(({ id }) => id);
}
