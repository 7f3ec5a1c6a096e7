import type { Kysely, Transaction } from "kysely";
import { paymentMessages } from "#domain/messages/payments.ts";
import {
  couponCode,
  type CouponTarget,
  type CouponValue,
  discountInCents,
} from "#domain/payments/coupons.ts";
import type { Extras, FeeParts } from "#domain/payments/fees.ts";
import type { Context } from "#server/context.ts";
import type { CouponQuote } from "#server/market/cars/coupon-quote.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { closeSessionTask } from "./cancel-at-stripe.ts";
import { findCoupon, insertUse, takeUse, unpaidWithCoupon } from "./coupons.queries.ts";
import { queueSocialPost } from "./entitlements.queries.ts";
import { lockPayment, movePayment, openPayment, patchPayment, type PaymentRow } from "./ledger.queries.ts";

function refuse(message: string): AppError {
  return new AppError("validation_failed", { message, fields: { coupon: message } });
}

/** Gives an open payment up, with its card page. */
export async function giveUp(trx: Transaction<DB>, addJob: AddJob, payment: PaymentRow): Promise<void> {
  await movePayment(trx, payment, "expired", { givenUp: true });
  const { stripe_session_id: sessionId } = payment;
  if (sessionId !== null) await addJob(closeSessionTask, { sessionId }, { trx, maxAttempts: 25 });
}

/**
 * What a coupon would take off a price for this account. Throws validation_failed (`fields.coupon`) for one that is
 * unknown or for something else, coupon_used for one that is used up or has run out.
 */
export async function quoteCoupon(
  db: Kysely<DB>,
  order: { code: string; userId: string; target: "cars" | "dealers"; cents: number },
): Promise<CouponQuote & CouponValue> {
  const { code, userId, target, cents } = order;
  const coupon = await findCoupon(db, couponCode(code), userId);
  const isTheirs = coupon?.audience === "everybody" || coupon?.user_id === userId;
  if (coupon === null || !isTheirs) throw refuse(paymentMessages.couponUnknown);
  const wanted: readonly CouponTarget[] = ["all", target];
  if (!wanted.includes(coupon.target)) throw refuse(paymentMessages.couponNotForThis);
  if (coupon.isOver || coupon.isUsed) throw new AppError("coupon_used");
  const isUsedUp = coupon.max_uses !== null && coupon.uses >= coupon.max_uses;
  // What a checkout of the account's own holds may be used for another one.
  if (isUsedUp && (await unpaidWithCoupon(db, coupon.id, userId).execute()).length === 0)
    throw new AppError("coupon_used");
  const value = { percent: coupon.percent, cents: coupon.amount_cents };
  return { couponId: coupon.id, discount: discountInCents(cents, value), ...value };
}

/**
 * The account's unpaid checkouts with the coupon, locked: an order that takes it gives them up. First in its transaction,
 * since payments are locked before accounts.
 */
export async function lockFormer(
  trx: Transaction<DB>,
  quote: CouponQuote | null,
  userId: string,
): Promise<PaymentRow[]> {
  return quote === null ? [] : unpaidWithCoupon(trx, quote.couponId, userId).forUpdate("p").execute();
}

/**
 * Uses it for an open payment, in its transaction, and gives the former checkouts up (`lockFormer`). Throws coupon_used
 * where somebody was faster.
 */
export async function takeCoupon(
  { addJob }: Pick<Context, "addJob">,
  trx: Transaction<DB>,
  { couponId, discount }: CouponQuote,
  order: { userId: string; paymentId: string; former: readonly PaymentRow[] },
): Promise<void> {
  const { userId, paymentId, former } = order;
  for (const payment of former) await giveUp(trx, addJob, payment);
  const isTaken =
    (await takeUse(trx, couponId)) && (await insertUse(trx, { couponId, userId, paymentId, discount }));
  if (!isTaken) throw new AppError("coupon_used");
}

/** The ledger's payment of a published car that a coupon paid all of. Throws coupon_used. */
async function payCar(
  ctx: Pick<Context, "addJob">,
  trx: Transaction<DB>,
  quote: CouponQuote,
  order: { userId: string; carId: string; extras: Extras; parts: FeeParts; former: readonly PaymentRow[] },
): Promise<void> {
  const { userId, carId, extras, parts, former } = order;
  const paymentId = await openPayment(trx, {
    userId,
    kind: "car",
    amount: 0,
    extras,
    parts,
    forNothing: true,
  });
  await takeCoupon(ctx, trx, quote, { userId, paymentId, former });
  const payment = await lockPayment(trx, paymentId);
  await movePayment(trx, payment, "paid");
  await patchPayment(trx, paymentId, { car_id: carId });
  await movePayment(trx, await lockPayment(trx, paymentId), "fulfilled", { carId });
  await queueSocialPost(trx, payment, carId);
}

/** Coupons for `market/cars`, which stands below the money: it finds them in the context. */
export const coupons = { quote: quoteCoupon, lockFormer, payCar };
