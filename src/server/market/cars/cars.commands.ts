import type { Kysely, Transaction } from "kysely";
import type { CarFields, PublishCar } from "#contract/cars.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { refuseEdit, refuseMove } from "#domain/cars/car-permissions.ts";
import { type CarEvent, moveCar } from "#domain/cars/car-states.ts";
import { carMessages } from "#domain/messages/car.ts";
import {
  centsToDollars,
  feePartsInCents,
  listingFeeInCents,
  nextListing,
  publishingFeeInCents,
} from "#domain/payments/fees.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { answeredBefore, type IdempotentRequest, once, type StoredAnswer } from "#server/http/idempotency.ts";
import { findBrand } from "#server/market/catalogue/catalogue.commands.ts";
import { sealFields } from "#server/market/vin/seal-vin.ts";
import { type FormPictures, noPictures } from "#server/market/photos/cut-pictures.ts";
import type { PreparedImages } from "#server/market/photos/photos.service.ts";
import { countGivenVin } from "./car-vins.ts";
import { carAccess, loadCar, lockCar } from "./cars.queries.ts";
import type { CouponQuote } from "./coupon-quote.ts";
import { requireDaysInLimits, requirePhotosInLimits } from "./operator-limits.ts";
import { requireAllowed, versioned, type VersionedCar } from "./read-cars.ts";
import { changeCar, createCar, giveListing } from "./save-car.ts";
import { loadSellerStatus, lockSellerStatus, requireNotSuspended } from "./sellers.queries.ts";
import { insertSocialPost } from "./social-posts.queries.ts";
import { updateCarStatus } from "./write-cars.queries.ts";

function requireNothingToPay(cents: number): void {
  if (cents === 0) return;
  throw new AppError("payment_required", {
    message: carMessages.paymentRequired,
    details: { amount: centsToDollars(cents) },
  });
}

async function checkBrand(ctx: Context, brand: string): Promise<void> {
  if ((await findBrand(ctx, brand)) === brand) return;
  const message = carMessages.brandUnknown;
  throw new AppError("validation_failed", { message, fields: { brand: message } });
}

/** The coupon that covers a fee; null for a fee of 0. Throws payment_required with the rest. */
async function requirePaid(
  { coupons }: Context,
  db: Kysely<DB>,
  order: { readonly userId: string; readonly fee: number; readonly code: string | undefined },
): Promise<CouponQuote | null> {
  const { userId, fee, code } = order;
  if (fee === 0) return null;
  const quote =
    code === undefined ? null : await coupons.quote(db, { code, userId, target: "cars", cents: fee });
  requireNothingToPay(fee - (quote?.discount ?? 0));
  return quote;
}

async function reload(ctx: Context, trx: Transaction<DB>, id: string, viewer: Actor): Promise<VersionedCar> {
  const row = await loadCar(trx, id);
  if (row === null) throw new AppError("car_not_found");
  return versioned(ctx, row, viewer);
}

/**
 * Checks of a new car beyond its schema: the brand is in the catalogue, the pictures are valid and the seller's
 * own. `pictures` came with the form. Throws validation_failed, unsupported_picture, overloaded, photos_full.
 */
export async function prepareCar(
  ctx: Context,
  sellerId: string,
  car: CarFields,
  pictures: FormPictures = noPictures,
): Promise<PreparedImages> {
  await checkBrand(ctx, car.brand);
  requirePhotosInLimits(car.images.length, ctx.settings());
  return ctx.photos.prepareCarImages(sellerId, car.images, { pictures });
}

/** Stores a car's new pictures, then writes in a transaction; removes files that no row took. */
export async function writeWithImages<Value>(
  { db, photos }: Context,
  images: PreparedImages,
  write: (trx: Transaction<DB>) => Promise<{ value: Value; imagesUsed: boolean }>,
): Promise<Value> {
  await photos.storeCarImages(images);
  let written: { value: Value; imagesUsed: boolean };
  try {
    written = await db.transaction().execute(write);
  } catch (error) {
    // A commit with a lost answer may have succeeded: its files stay, and the sweep removes those without a
    // row.
    if (error instanceof AppError) await photos.discardCarImages(images);
    throw error;
  }
  if (!written.imagesUsed) await photos.discardCarImages(images);
  return written.value;
}

/**
 * Publishes a car if nothing is to pay: the account's first one, a dealer's, or one that a coupon pays all of
 * (specification.md#payments). Pictures are judged before the fee. All of it is stored, or nothing.
 * Throws payment_required with `amount` in USD dollars (after the coupon), coupon_used, validation_failed,
 * unsupported_picture, not_signed_in, account_suspended, too_many_requests.
 */
export async function publishCar(
  ctx: Context,
  seller: Actor,
  car: PublishCar,
  request: IdempotentRequest | null,
  pictures: FormPictures = noPictures,
): Promise<StoredAnswer> {
  const { db, settings, photos, coupons } = ctx;
  const before = await answeredBefore(db, request);
  if (before !== null) return before;
  await requireNotSuspended(db, seller.id);
  const extras = { sponsorshipDays: car.sponsorshipDays, socialPromotion: car.socialPromotion };
  requireDaysInLimits(extras, settings());
  const images = await prepareCar(ctx, seller.id, car, pictures);
  const { fees } = settings();
  const orderOf = (fee: number) => ({ userId: seller.id, fee, code: car.coupon });
  // Judged first: files of a car with a fee are not written at all.
  const fee = publishingFeeInCents(await loadSellerStatus(db, seller.id), extras, fees);
  let judged: CouponQuote | null = null;
  if (fee > 0) {
    // The same request may have used the free car meanwhile: then its answer exists.
    const meanwhile = await answeredBefore(db, request);
    if (meanwhile !== null) return meanwhile;
    judged = await requirePaid(ctx, db, orderOf(fee));
  }
  await countGivenVin(ctx, seller.id, car.vin);
  return writeWithImages(ctx, images, async (trx) => {
    const former = await coupons.lockFormer(trx, judged, seller.id);
    const answer = await once(trx, request, async () => {
      const status = await lockSellerStatus(trx, seller.id);
      await requireNotSuspended(trx, seller.id);
      const due = publishingFeeInCents(status, extras, fees);
      const quote = await requirePaid(ctx, trx, orderOf(due));
      const photoIds = await photos.claimCarImages(trx, seller.id, images);
      const id = await createCar(trx, {
        sellerId: seller.id,
        fields: sealFields(ctx, seller.id, car),
        photoIds,
        extras,
        listing: nextListing(status),
      });
      if (quote !== null) {
        const parts = feePartsInCents(due, extras, fees);
        await coupons.payCar(ctx, trx, quote, { userId: seller.id, carId: id, extras, parts, former });
      } else if (extras.socialPromotion) await insertSocialPost(trx, id, null);
      const { car: body } = await reload(ctx, trx, id, seller);
      return { status: 201, body };
    });
    return { value: { status: answer.status, body: answer.body }, imagesUsed: !answer.replayed };
  });
}

/**
 * Changes a car's fields and photos. `version`: only if it is current. `pictures` came with the form. Throws as
 * `requireEditable`; version_mismatch, validation_failed, unsupported_picture, photos_full.
 */
export async function updateCar(
  ctx: Context,
  editor: Actor,
  id: string,
  fields: CarFields,
  version: number | null,
  pictures: FormPictures = noPictures,
): Promise<VersionedCar> {
  const { db, settings, photos } = ctx;
  const stored = await loadCar(db, id);
  requireAllowed(stored && carAccess(stored), (access) => refuseEdit(editor, access));
  if (stored === null) throw new AppError("car_not_found");
  if (version !== null && version !== stored.version) throw new AppError("version_mismatch");
  await checkBrand(ctx, fields.brand);
  const ownerId = stored.owner_id;
  const alreadyOnCar = stored.photos.map((photo) => photo.id);
  requirePhotosInLimits(fields.images.length, settings(), alreadyOnCar.length);
  const images = await photos.prepareCarImages(ownerId, fields.images, { alreadyOnCar, pictures });
  return writeWithImages(ctx, images, async (trx) => {
    const car = await lockCar(trx, id);
    requireAllowed(car && carAccess(car), (access) => refuseEdit(editor, access));
    if (car === null) throw new AppError("car_not_found");
    if (version !== null && version !== car.version) throw new AppError("version_mismatch");
    const photoIds = await photos.claimCarImages(trx, ownerId, images, alreadyOnCar);
    await changeCar(trx, car, sealFields(ctx, ownerId, fields), photoIds);
    return { value: await reload(ctx, trx, id, editor), imagesUsed: true };
  });
}

/**
 * Moves a car between its states (specification.md#car-states); a repeated call changes nothing.
 * Throws not_signed_in, car_not_found, not_yours, impossible_move, account_suspended; payment_required with `amount` in
 * USD dollars for restoring a car whose listing fee was refunded.
 */
export async function moveOwnCar(
  ctx: Context,
  mover: Actor,
  id: string,
  event: CarEvent,
): Promise<VersionedCar> {
  return ctx.db.transaction().execute(async (trx) => {
    // Locks the account before the car, as publishing does.
    const publishes = event === "restore" || event === "markUnsold";
    const seller = publishes ? await lockSellerStatus(trx, mover.id) : null;
    const car = await lockCar(trx, id);
    requireAllowed(car && carAccess(car), (access) => refuseMove(mover, access));
    if (car === null) throw new AppError("car_not_found");
    const transition = moveCar({ state: car.state, archivedFrom: car.archived_from }, event);
    if (transition.kind === "impossible") throw new AppError("impossible_move");
    if (transition.kind === "moved") {
      if (publishes) await requireNotSuspended(trx, mover.id);
      if (seller !== null && car.fee_refunded_at !== null) {
        requireNothingToPay(listingFeeInCents(seller, ctx.settings().fees));
        await giveListing(trx, car, nextListing(seller));
      }
      await updateCarStatus(trx, id, transition.to);
    }
    return reload(ctx, trx, id, mover);
  });
}
