import type { Transaction } from "kysely";
import type { ManualPayment } from "#contract/admin-payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatMoney } from "#domain/format/format.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { feePartsInCents } from "#domain/payments/fees.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { type ActingAdmin, lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { findUser } from "#server/people/accounts/accounts.queries.ts";
import { lockAccount } from "#server/market/cars/sellers.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { type IdempotentRequest, once } from "#server/http/idempotency.ts";
import { giveUp } from "./coupons.commands.ts";
import { findDocument, loadWaitingCars } from "./desk-payments.queries.ts";
import { carryOutPaid } from "./fulfil.commands.ts";
import {
  boughtParts,
  lockPayment,
  movePayment,
  openPayment,
  type NewPayment,
  paymentPhotoIds,
} from "./ledger.queries.ts";
import { findOpenSignup, latestSubscription } from "./subscriptions.queries.ts";

type Bought = Omit<NewPayment, "userId" | "amount">;

/** The car that waits: its checkout was begun and not paid, or its fee went back and it lies in the archive. */
async function forListing(
  { settings, addJob }: Context,
  trx: Transaction<DB>,
  { userId, waitingId }: ManualPayment,
): Promise<Bought> {
  const waiting = await loadWaitingCars(trx, userId);
  const found = waitingId === undefined ? waiting[0] : waiting.find(({ id }) => id === waitingId);
  if (found === undefined) throw new AppError("nothing_waiting");
  const { fees } = settings();
  if (found.paymentId === null) {
    const extras = { sponsorshipDays: 0, socialPromotion: false };
    return { kind: "extras", extras, parts: feePartsInCents(fees.listing, extras, fees), carId: found.id };
  }
  const open = await lockPayment(trx, found.paymentId);
  // Paid by card in this very moment.
  if ((open.status !== "open" && open.status !== "failed") || open.car_data === null)
    throw new AppError("conflict");
  const photoIds = await paymentPhotoIds(trx, open.id);
  await giveUp(trx, addJob, open);
  return {
    kind: "car",
    extras: { sponsorshipDays: open.sponsorship_days, socialPromotion: open.social_promotion },
    parts: boughtParts(open),
    listingAtFee: open.listing_at_fee,
    carData: open.car_data,
    photoIds,
  };
}

/** Months after those that run; a signup that was begun gives its business data. */
async function forDealer(
  { now, addJob }: Context,
  trx: Transaction<DB>,
  { userId }: ManualPayment,
): Promise<Bought> {
  const row = await latestSubscription(trx, userId);
  const renews = row !== null && row.dealerUntil > now().getTime() && !row.cancel_at_period_end;
  if (renews) throw new AppError("already_subscribed", { message: paymentMessages.subscriptionRenews });
  const extras = { sponsorshipDays: 0, socialPromotion: false };
  const signup = await findOpenSignup(trx, userId);
  if (signup === null) return { kind: "subscription", extras };
  const open = await lockPayment(trx, signup);
  if (open.status !== "open") throw new AppError("conflict");
  await giveUp(trx, addJob, open);
  return { kind: "subscription", extras, dealerData: open.dealer_data };
}

async function write(
  ctx: Context,
  trx: Transaction<DB>,
  acting: ActingAdmin,
  order: ManualPayment,
): Promise<{ status: number; body: string }> {
  const { amount, currency, document, method, reason = null } = order;
  const known = await findDocument(trx, document);
  if (known !== null) throw documentTaken(known);
  const cents = Math.round(amount * 100);
  const months = order.what === "dealer" ? (order.months ?? 1) : null;
  if ((await findUser(trx, order.userId)) === null) throw new AppError("user_not_found");
  // The open checkout is locked before the account, in the order in which fulfilment locks them.
  const bought = await (order.what === "dealer" ? forDealer(ctx, trx, order) : forListing(ctx, trx, order));
  await lockAccount(trx, order.userId);
  const id = await openPayment(trx, {
    ...bought,
    userId: order.userId,
    amount: cents,
    byHand: { currency, method, document, months, enteredBy: acting.id },
  });
  await movePayment(trx, await lockPayment(trx, id), "paid");
  const refused = await carryOutPaid(ctx, trx, id, {
    subscription: null,
    account: null,
  });
  if (refused === "account_suspended") throw new AppError("account_suspended");
  if (refused !== null) throw new AppError("conflict", { message: paymentMessages.manualRefused });
  await writeAudit(trx, acting, [
    {
      action: "payment.enter",
      kind: "payment",
      targetId: id,
      label: paymentNumber(id),
      after: { amount: formatMoney(cents, currency), document, ...(months === null ? {} : { months }) },
      reason,
    },
  ]);
  return { status: 201, body: id };
}

/**
 * Enters a payment that came by bank or cash and carries out what it buys, in one transaction: the car that waits for
 * its fee is published, the months begin when those that run end. Returns the payment's id. Throws user_not_found,
 * nothing_waiting, already_subscribed, account_suspended, validation_failed (`fields.document`), conflict,
 * idempotency_mismatch.
 */
export async function enterPayment(
  ctx: Context,
  admin: Actor,
  order: ManualPayment,
  request: IdempotentRequest | null,
): Promise<string> {
  const { db } = ctx;
  try {
    const answer = await db.transaction().execute(async (trx) => {
      const acting = await lockAdmin(trx, admin);
      return once(trx, request, () => write(ctx, trx, acting, order));
    });
    return String(answer.body);
  } catch (error) {
    // Two at once: the second meets the constraint.
    const isTaken =
      error instanceof Error && "constraint" in error && error.constraint === "payments_document";
    if (isTaken) throw documentTaken(await findDocument(db, order.document));
    throw error;
  }
}

function documentTaken(paymentId: string | null): AppError {
  const message = paymentMessages.documentTaken(paymentId === null ? "" : paymentNumber(paymentId));
  return new AppError("validation_failed", { message, fields: { document: message } });
}
