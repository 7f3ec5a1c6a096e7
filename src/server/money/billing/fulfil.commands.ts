import { sql, type Transaction } from "kysely";
import { z } from "zod";
import { carFields } from "#contract/cars.ts";
import { dealerSignupBody } from "#contract/dealers.ts";
import { isSealedVin } from "#domain/cars/vin.ts";
import { moveCar } from "#domain/cars/car-states.ts";
import { coversPublication, paidForListing, type RefundReason } from "#domain/payments/fulfilment.ts";
import { isBrand } from "#server/market/catalogue/catalogue.queries.ts";
import { isReferenceTaken, lockCar } from "#server/market/cars/cars.queries.ts";
import { createCar } from "#server/market/cars/save-car.ts";
import { isSuspended, lockAccount, lockSellerStatus } from "#server/market/cars/sellers.queries.ts";
import { updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import { type Fees, nextListing } from "#domain/payments/fees.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { findGivenUse } from "./coupons.queries.ts";
import { upsertDealer } from "./customers.queries.ts";
import { insertMonths } from "./desk-payments.queries.ts";
import { hasRunningSubscription, insertSubscription, settleDealer } from "./subscriptions.queries.ts";
import {
  boughtParts,
  lockPayment,
  movePayment,
  paymentPhotoIds,
  patchPayment,
  type PaymentRow,
} from "./ledger.queries.ts";
import { lockPaidCars } from "./entitlements.commands.ts";
import { queueMail } from "./mail-queue.ts";
import { loadPaidCars, type PaidCar } from "./payment-cars.queries.ts";
import type { ReadSubscription } from "./provider-reads.ts";
import { queueRefund } from "./refunds.commands.ts";
import { businessTask } from "./tell-business.commands.ts";
import { grantExtras, awaitsSocialPost, queueSocialPost } from "./entitlements.queries.ts";

/** What the provider said beside "paid", where the payment is a subscription's first. */
export interface FulfilFacts {
  readonly subscription: ReadSubscription | null;
  /** The provider's account that knows it; null where it is unknown. */
  readonly account: string | null;
}

/** The order was carried out, or this is why it can't be. */
type Outcome = { carId: string | null } | { refund: RefundReason };

function extrasOf(payment: PaymentRow) {
  return { sponsorshipDays: payment.sponsorship_days, socialPromotion: payment.social_promotion };
}

const storedCar = carFields
  .omit({ images: true, vin: true })
  .extend({ vin: z.string().refine(isSealedVin).nullish() });

async function publish(
  trx: Transaction<DB>,
  payment: PaymentRow,
  userId: string,
  fees: Fees,
): Promise<Outcome> {
  const fields = storedCar.safeParse(payment.car_data);
  const photoIds = await paymentPhotoIds(trx, payment.id);
  if (!fields.success || photoIds.length === 0) return { refund: "data_invalid" };
  if (!(await isBrand(trx, fields.data.brand))) return { refund: "data_invalid" };
  const extras = extrasOf(payment);
  const seller = await lockSellerStatus(trx, userId);
  if (await isSuspended(trx, userId)) return { refund: "account_suspended" };
  const bought = boughtParts(payment);
  const { listing_at_fee: listingAtFee } = payment;
  if (!coversPublication({ ...bought, listingAtFee }, seller, fees)) return { refund: "standing_changed" };
  // Given to another car since it was asked for: what is paid for is published all the same.
  const isTaken = await isReferenceTaken(trx, userId, fields.data.reference);
  const carId = await createCar(trx, {
    sellerId: userId,
    fields: isTaken ? { ...fields.data, reference: null } : fields.data,
    photoIds,
    extras,
    listing: paidForListing(bought) ? "paid" : nextListing(seller),
  });
  await queueSocialPost(trx, payment, carId);
  return { carId };
}

/** Bought days begin when those still running end. Sold or archived meanwhile: what was bought counts all the same. */
async function addExtras(trx: Transaction<DB>, payment: PaymentRow, userId: string): Promise<Outcome> {
  await lockAccount(trx, userId);
  if (await isSuspended(trx, userId)) return { refund: "account_suspended" };
  const car = payment.car_id === null ? null : await lockCar(trx, payment.car_id);
  if (car === null) return { refund: "car_gone" };
  const extras = extrasOf(payment);
  const relists = paidForListing(boughtParts(payment));
  if (relists && car.fee_refunded_at === null) return { refund: "already_published" };
  // Two checkouts were open at once. The car is locked, so that no third one gets in between.
  if (extras.socialPromotion && (await awaitsSocialPost(trx, car.id))) return { refund: "already_promoted" };
  if (relists) {
    const transition = moveCar({ state: car.state, archivedFrom: car.archived_from }, "restore");
    if (transition.kind === "moved") await updateCarStatus(trx, car.id, transition.to);
  }
  await grantExtras(trx, car.id, extras);
  await queueSocialPost(trx, payment, car.id);
  return { carId: car.id };
}

/**
 * Sponsors several cars, all of them or none: where one is deleted meanwhile, which owners cannot do, the money goes
 * back. Sold or archived ones count, as with one car.
 */
async function sponsorSeveral(
  trx: Transaction<DB>,
  payment: PaymentRow,
  userId: string,
  cars: readonly PaidCar[],
): Promise<Outcome> {
  await lockAccount(trx, userId);
  if (await isSuspended(trx, userId)) return { refund: "account_suspended" };
  const locked = await lockPaidCars(trx, cars);
  if (locked.length < cars.length) return { refund: "car_gone" };
  for (const { car } of locked) await grantExtras(trx, car.id, extrasOf(payment));
  return { carId: null };
}

async function startSubscription(
  trx: Transaction<DB>,
  payment: PaymentRow,
  userId: string,
  subscription: ReadSubscription,
  account: string | null,
  now: Date,
): Promise<Outcome> {
  await lockAccount(trx, userId);
  if (await isSuspended(trx, userId)) return { refund: "account_suspended" };
  const other = await hasRunningSubscription(trx, userId);
  if (other) return { refund: "already_subscribed" };
  const signup = dealerSignupBody.safeParse(payment.dealer_data);
  if (!signup.success) return { refund: "data_invalid" };
  await upsertDealer(trx, userId, signup.data);
  await trx
    .updateTable("users")
    .set({ stripe_customer_id: subscription.customerId, stripe_customer_account: account })
    .where("id", "=", userId)
    .execute();
  await insertSubscription(trx, userId, subscription, account, now.getTime());
  return { carId: null };
}

/**
 * Carries out what a paid payment bought: exactly once, however often it is called, in one transaction.
 * What can't be carried out any more is noted for a refund, which is a job.
 */
export async function fulfil(ctx: Context, paymentId: string, facts: FulfilFacts): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const refused = await carryOutPaid(ctx, trx, paymentId, facts);
    if (refused === null) return;
    await queueRefund(ctx, trx, paymentId, refused);
  });
}

/** `fulfil` in the caller's transaction; answers why it can't be done, of which nothing is written yet. */
export async function carryOutPaid(
  ctx: Context,
  trx: Transaction<DB>,
  paymentId: string,
  facts: FulfilFacts,
): Promise<RefundReason | null> {
  const { addJob } = ctx;
  const payment = await lockPayment(trx, paymentId);
  if (payment.status !== "paid" || payment.refund_reason !== null) return null;
  // Accounts are locked before coupons.
  if (payment.user_id !== null) await lockAccount(trx, payment.user_id);
  const givenUse = await findGivenUse(trx, paymentId);
  if (givenUse?.isLeft === false) return "coupon_used";
  const outcome = await carryOut(ctx, trx, payment, facts);
  if ("refund" in outcome) return outcome.refund;
  if (givenUse !== null) {
    await sql`update coupons set uses = uses + 1 where id = ${givenUse.couponId}`.execute(trx);
    await sql`update coupon_uses set returned_at = null where payment_id = ${paymentId}`.execute(trx);
  }
  if (payment.kind === "car") await patchPayment(trx, paymentId, { car_id: outcome.carId });
  await movePayment(trx, payment, "fulfilled", outcome.carId === null ? {} : { carId: outcome.carId });
  if (payment.kind === "subscription" && payment.user_id !== null)
    await addJob(businessTask, { userId: payment.user_id }, { trx, maxAttempts: 15 });
  await queueMail(trx, addJob, {
    mail: payment.kind === "subscription" && payment.months === null ? "started" : "receipt",
    paymentId,
  });
  return null;
}

/** Months of a dealer that were paid by bank or cash: they begin when those that run end. */
async function startMonths(
  trx: Transaction<DB>,
  payment: PaymentRow,
  userId: string,
  months: number,
): Promise<Outcome> {
  await lockAccount(trx, userId);
  if (await isSuspended(trx, userId)) return { refund: "account_suspended" };
  const signup = dealerSignupBody.safeParse(payment.dealer_data);
  if (signup.success) await upsertDealer(trx, userId, signup.data);
  await insertMonths(trx, payment.id, userId, months);
  await settleDealer(trx, userId);
  return { carId: null };
}

async function carryOut(
  { now, settings }: Context,
  trx: Transaction<DB>,
  payment: PaymentRow,
  facts: FulfilFacts,
): Promise<Outcome> {
  const userId = payment.user_id;
  if (userId === null) return { refund: "account_gone" };
  if (payment.kind === "car") return publish(trx, payment, userId, settings().fees);
  if (payment.kind === "extras") {
    const several = await loadPaidCars(trx, payment.id);
    return several.length > 0
      ? sponsorSeveral(trx, payment, userId, several)
      : addExtras(trx, payment, userId);
  }
  if (payment.kind === "renewal") return { carId: null };
  if (payment.months !== null) return startMonths(trx, payment, userId, payment.months);
  if (facts.subscription === null) return { refund: "data_invalid" };
  return startSubscription(trx, payment, userId, facts.subscription, facts.account, now());
}
