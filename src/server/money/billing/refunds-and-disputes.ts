import type { Transaction } from "kysely";
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
import { revokeEntitlements, resumeEntitlements, suspendEntitlements } from "./entitlements.ts";
import { findPayment, lockPayment, movePayment, patchPayment, type PaymentRow } from "./ledger.queries.ts";
import { queueInvoices } from "./invoice-queue.ts";
import { queueMail } from "./mail-queue.ts";
import { keepsEntitlements, writeRequestDone } from "./refund-requests.queries.ts";
import {
  findLastDispute,
  findOpenDispute,
  insertRefunds,
  loadAdminIds,
  loadDisputes,
  loadRefundIds,
  paymentsWithUnknownRefunds,
  upsertDispute,
} from "./refunds-and-disputes.queries.ts";
import { nullIfUnknown } from "./provider.ts";
import { claimRefundsPoll } from "./provider-poll.queries.ts";
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
    const keeps = await keepsEntitlements(trx, payment.id);
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

/** Requests of the desk whose refund is there are done, whoever has found it. */
async function settleRequests(
  trx: Transaction<DB>,
  paymentId: string,
  { refunds }: Pick<ReadRefundsAndDisputes, "refunds">,
): Promise<void> {
  for (const { id, status, requestId } of refunds)
    if (requestId !== undefined && (status === "succeeded" || status === "pending"))
      await writeRequestDone(trx, { paymentId, requestId, refundId: id });
}

/** Stores refunds that are not in the ledger yet; returns how much of the payment was refunded in all, in cents. */
async function writeRefunds(
  { addJob }: Context,
  trx: Transaction<DB>,
  payment: PaymentRow,
  read: Omit<ReadRefundsAndDisputes, "isAnything">,
): Promise<number> {
  const { amount_cents: amount, refunded_cents: before } = payment;
  const parts = ledgerParts(
    { amount, refunded: before },
    read.received,
    moneyBack(read.refunds, read.disputes),
    await loadRefundIds(trx, payment.id),
  );
  if (parts.length === 0) return before;
  await insertRefunds(trx, payment.id, parts);
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
  const known = await loadDisputes(trx, payment.id);
  for (const dispute of disputes) {
    const before = known.get(dispute.id) ?? null;
    if (!isDisputeNews(before, dispute.status)) continue;
    const stage = disputeStage(dispute.status);
    await upsertDispute(trx, payment.id, dispute, stage === "open");
    if (before === null || disputeStage(before) !== stage) await tellAdmins(ctx, trx, dispute);
  }
  return findOpenDispute(trx, payment.id);
}

async function tellAdmins(
  { addJob }: Context,
  trx: Transaction<DB>,
  dispute: ProviderDispute,
): Promise<void> {
  const { id: disputeId, status } = dispute;
  for (const adminId of await loadAdminIds(trx))
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
  const last = await findLastDispute(trx, payment.id);
  // A month that is over by now is given back without a word: the next one runs already.
  if (last !== null && (!isMonth || isPresentMonth))
    await queueMail(trx, addJob, { mail: "resumed", paymentId: payment.id, disputeId: last });
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
  if (!(await claimRefundsPoll(db, spacingMs))) return [];
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
  return paymentsWithUnknownRefunds(db, listed, { days: daysBack - 1, limit: maxOfEach });
}
