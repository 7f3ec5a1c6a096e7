import type { Kysely, Transaction } from "kysely";
import type { CarFields } from "#contract/cars.ts";
import type { Checkout, CreateCheckout } from "#contract/payments.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import {
  centsToDollars,
  type Extras,
  type Fees,
  extrasFeeInCents,
  feePartsInCents,
  listingFeeInCents,
  publishingFeeInCents,
} from "#domain/payments/fees.ts";
import { countGivenVin } from "#server/market/cars/car-vins.ts";
import { requireDaysInLimits } from "#server/market/cars/operator-limits.ts";
import { prepareCar, writeWithImages } from "#server/market/cars/cars.commands.ts";
import { requireEditable } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import { loadCarAccess, loadCars } from "#server/market/cars/cars.queries.ts";
import { requireFreeReference } from "#server/market/cars/references.ts";
import { loadSellerStatus, requireNotSuspended } from "#server/market/cars/sellers.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { answeredBefore, type IdempotentRequest, type StoredAnswer, once } from "#server/http/idempotency.ts";
import { isUuid } from "#contract/common.ts";
import { hashVin, sealFields } from "#server/market/vin/seal-vin.ts";
import { type FormPictures, noPictures } from "#server/market/photos/cut-pictures.ts";
import type { CouponQuote } from "#server/market/cars/coupon-quote.ts";
import { isVinInCheckout, type NewPayment, openPayment } from "./ledger.queries.ts";
import { awaitsSocialPost } from "./entitlements.queries.ts";
import { lockFormer, quoteCoupon, takeCoupon } from "./coupons.commands.ts";
import { openCheckoutSession } from "./open-session.commands.ts";

/** What is charged is what the server computes; the client's figure only says what the person was shown. */
function requireAmount(shownInDollars: number, cents: number): void {
  if (cents === 0) throw new AppError("nothing_to_pay", { details: { amount: 0 } });
  if (Math.abs(shownInDollars * 100 - cents) < 1e-6) return;
  throw new AppError("price_changed", { details: { amount: centsToDollars(cents) } });
}

/** The answer that an idempotency key keeps: the payment, whose page is always the same. */
function paymentOf(answer: StoredAnswer): string {
  const { body } = answer;
  if (typeof body === "object" && body !== null && "paymentId" in body) return String(body.paymentId);
  throw new AppError("idempotency_mismatch");
}

/**
 * `create-checkout` (specification.md#payments): everything is checked as publishing does it, then the payment is written
 * with what it is for, and only then the provider is asked, outside of any transaction. A crash or an outage after the
 * payment is written costs nothing: the same request goes on with the same payment, and gets the same card page.
 * Throws price_changed with `amount`, nothing_to_pay, provider_away, and as `publishCar` and `requireEditable`.
 */
export async function startCheckout(
  ctx: Context,
  payer: Actor,
  body: CreateCheckout,
  request: IdempotentRequest | null,
  pictures: FormPictures = noPictures,
): Promise<Checkout> {
  const { db, step } = ctx;
  const before = await answeredBefore(db, request);
  await requireNotSuspended(db, payer.id);
  if (before !== null) return openCheckoutSession(ctx, paymentOf(before));
  const extras = { sponsorshipDays: body.sponsorshipDays, socialPromotion: body.socialPromotion };
  requireDaysInLimits(extras, ctx.settings());
  const { amount, coupon } = body;
  const answer =
    body.carData !== undefined
      ? await forCar(ctx, payer, { car: body.carData, amount, coupon, extras, pictures }, request)
      : body.carIds !== undefined
        ? await forSeveral(ctx, payer, { carIds: body.carIds, amount, coupon, extras }, request)
        : await forExtras(ctx, payer, { carId: body.carId ?? "", amount, coupon, extras }, request);
  await step("payment written");
  return openCheckoutSession(ctx, paymentOf(answer));
}

/** What is to be paid for a fee once a coupon has taken its part off. */
async function priceOf(
  { db }: Context,
  userId: string,
  fee: number,
  code: string | undefined,
): Promise<{ due: number; quote: CouponQuote | null }> {
  if (code === undefined || fee === 0) return { due: fee, quote: null };
  const quote = await quoteCoupon(db, { code, userId, target: "cars", cents: fee });
  return { due: fee - quote.discount, quote };
}

/** The same for extras: only a new car can be had for nothing. */
async function priceOfExtras(
  ctx: Context,
  userId: string,
  fee: number,
  code: string | undefined,
): Promise<{ due: number; quote: CouponQuote | null }> {
  const price = await priceOf(ctx, userId, fee, code);
  if (price.quote !== null && price.due === 0) {
    const message = paymentMessages.couponTooMuch;
    throw new AppError("validation_failed", { message, fields: { coupon: message } });
  }
  return price;
}

/**
 * Opens a payment at the coupon's price, if there is one, and takes the coupon, once per request; answers the payment's
 * id.
 */
async function openOnce(
  ctx: Context,
  trx: Transaction<DB>,
  request: IdempotentRequest | null,
  { userId, quote }: { userId: string; quote: CouponQuote | null },
  describe: () => Omit<NewPayment, "userId"> | Promise<Omit<NewPayment, "userId">>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const former = await lockFormer(trx, quote, userId);
  return once(trx, request, async () => {
    const paymentId = await openPayment(trx, { userId, ...(await describe()) });
    if (quote !== null) await takeCoupon(ctx, trx, quote, { userId, paymentId, former });
    return { status: 200, body: { paymentId } };
  });
}

/** Counts the number of a car to be paid for. Once more with the same one, after a card was declined, is no further guess. */
async function countVin(ctx: Context, payerId: string, vin: string | null | undefined): Promise<void> {
  if (vin === null || vin === undefined) return;
  if (await isVinInCheckout(ctx.db, payerId, hashVin(ctx, vin))) return;
  await countGivenVin(ctx, payerId, vin);
}

async function forCar(
  ctx: Context,
  payer: Actor,
  order: {
    car: CarFields;
    amount: number;
    coupon: string | undefined;
    extras: Extras;
    pictures: FormPictures;
  },
  request: IdempotentRequest | null,
): Promise<StoredAnswer> {
  const { db, photos, settings } = ctx;
  const { car, amount, extras, pictures } = order;
  await requireFreeReference(db, payer.id, car.reference);
  const prepared = await prepareCar(ctx, payer.id, car, pictures);
  const { fees } = settings();
  const seller = await loadSellerStatus(db, payer.id);
  const fee = publishingFeeInCents(seller, extras, fees);
  const { due, quote } = await priceOf(ctx, payer.id, fee, order.coupon);
  requireAmount(amount, due);
  await countVin(ctx, payer.id, car.vin);
  const { images: _, ...fields } = sealFields(ctx, payer.id, car);
  return writeWithImages(ctx, prepared, async (trx) => {
    const answer = await openOnce(ctx, trx, request, { userId: payer.id, quote }, async () => ({
      kind: "car",
      amount: due,
      extras,
      parts: feePartsInCents(fee, extras, fees),
      listingAtFee: listingFeeInCents(seller, fees) === fees.listing,
      carData: fields,
      photoIds: await photos.claimCarImages(trx, payer.id, prepared),
    }));
    return { value: answer, imagesUsed: !answer.replayed };
  });
}

/** What one's own car in the archive, whose listing's fee went back, costs to be listed again, in cents; 0 for any other. */
async function restoringFee(db: Kysely<DB>, payerId: string, carId: string, fees: Fees): Promise<number> {
  const car = await db
    .selectFrom("cars")
    .select("id")
    .where("id", "=", carId)
    .where("owner_id", "=", payerId)
    .where("fee_refunded_at", "is not", null)
    .executeTakeFirst();
  if (car === undefined) return 0;
  return listingFeeInCents(await loadSellerStatus(db, payerId), fees);
}

async function forExtras(
  ctx: Context,
  payer: Actor,
  order: { carId: string; amount: number; coupon: string | undefined; extras: Extras },
  request: IdempotentRequest | null,
): Promise<StoredAnswer> {
  const { db, settings } = ctx;
  const { carId, amount, extras } = order;
  if (!isUuid(carId)) throw new AppError("car_not_found");
  const { fees } = settings();
  const listingFee = await restoringFee(db, payer.id, carId, fees);
  if (listingFee === 0) {
    await requireEditable(ctx, payer, carId);
    const access = await loadCarAccess(db, carId);
    // Days on a car that is not public have no effect; an admin buys nothing for others.
    if (access?.ownerId !== payer.id) throw new AppError("not_yours");
    if (!access.isPublic) throw new AppError("car_not_listed");
  }
  // Of two open checkouts the second to be paid is refunded: it is fulfilled against the same table.
  if (extras.socialPromotion && (await awaitsSocialPost(db, carId))) throw new AppError("already_promoted");
  const fee = listingFee + extrasFeeInCents(extras, fees);
  const { due, quote } = await priceOfExtras(ctx, payer.id, fee, order.coupon);
  requireAmount(amount, due);
  return db.transaction().execute((trx) =>
    openOnce(ctx, trx, request, { userId: payer.id, quote }, () => ({
      kind: "extras",
      amount: due,
      extras,
      parts: feePartsInCents(fee, extras, fees),
      carId,
    })),
  );
}

/** Days for several of one's own cars on sale, as many for each, in one payment. */
async function forSeveral(
  ctx: Context,
  payer: Actor,
  order: { carIds: readonly string[]; amount: number; coupon: string | undefined; extras: Extras },
  request: IdempotentRequest | null,
): Promise<StoredAnswer> {
  const { db, settings } = ctx;
  const { carIds, amount, extras } = order;
  const cars = await loadCars(db, carIds);
  if (cars.length < carIds.length) throw new AppError("car_not_found");
  if (cars.some((car) => car.owner_id !== payer.id)) throw new AppError("not_yours");
  if (!cars.every((car) => car.is_on_sale)) throw new AppError("car_not_listed");
  const { fees } = settings();
  const fee = extrasFeeInCents(extras, fees, cars.length);
  const { due, quote } = await priceOfExtras(ctx, payer.id, fee, order.coupon);
  requireAmount(amount, due);
  return db.transaction().execute((trx) =>
    openOnce(ctx, trx, request, { userId: payer.id, quote }, () => ({
      kind: "extras",
      amount: due,
      extras,
      parts: feePartsInCents(fee, extras, fees, cars.length),
      cars: cars.map(({ id, brand, model, year }) => ({ id, name: `${brand} ${model}, ${year}` })),
    })),
  );
}
