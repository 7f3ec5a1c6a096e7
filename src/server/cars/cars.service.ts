import type { Kysely, Transaction } from "kysely";
import type { Car, CarFields, PriceCut, PublishCar } from "#contract/cars.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import {
  type CarAccess,
  type Refusal,
  canContactSeller,
  canSeeCar,
  refuseEdit,
  refuseMove,
  refuseStats,
} from "#domain/cars/car-permissions.ts";
import { type CarEvent, moveCar } from "#domain/cars/car-states.ts";
import { carMessages } from "#domain/messages/car.ts";
import {
  centsToDollars,
  listingFeeInCents,
  nextListing,
  publishingFeeInCents,
  feePartsInCents,
} from "#domain/payments/fees.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { CatalogueService } from "#server/catalogue/catalogue.service.ts";
import type { CarCoupons, Quote } from "./car-coupons.ts";
import type { Page } from "#server/db/page.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError, type ErrorCode } from "#server/http/app-error.ts";
import { answeredBefore, type IdempotentRequest, type StoredAnswer, once } from "#server/http/idempotency.ts";
import { type FormPictures, noPictures } from "#server/photos/cut-pictures.ts";
import type { PhotosService, PreparedImages } from "#server/photos/photos.service.ts";
import type { CarReader } from "./car-reader.ts";
import {
  type CarRow,
  carAccess,
  loadCar,
  loadCarAccess,
  loadOwnCars,
  loadPriceCuts,
  lockCar,
} from "./cars.queries.ts";
import { requireDaysInLimits, requirePhotosInLimits } from "./operator-limits.ts";
import { presentCar } from "./present-car.ts";
import { changeCar, createCar, giveListing } from "./save-car.ts";
import { loadSellerStatus, lockSellerStatus, requireNotSuspended } from "./sellers.queries.ts";
import { insertSocialPost } from "./social-posts.queries.ts";
import { updateCarStatus } from "./write-cars.queries.ts";

/** The error of a refused permission. */
export const refusalCodes: Readonly<Record<Refusal, ErrorCode>> = {
  not_signed_in: "not_signed_in",
  not_found: "car_not_found",
  not_yours: "not_yours",
  car_is_sold: "car_is_sold",
  car_is_archived: "car_is_archived",
};

function stopIf(refusal: Refusal | null): void {
  if (refusal !== null) throw new AppError(refusalCodes[refusal]);
}

function refusalOf(access: CarAccess | null, judge: (access: CarAccess) => Refusal | null): Refusal | null {
  return access === null ? "not_found" : judge(access);
}

function requireNothingToPay(cents: number): void {
  if (cents === 0) return;
  throw new AppError("payment_required", {
    message: carMessages.paymentRequired,
    details: { amount: centsToDollars(cents) },
  });
}

export interface CarsServiceDeps {
  readonly db: Kysely<DB>;
  readonly reader: CarReader;
  readonly photos: PhotosService;
  readonly catalogue: CatalogueService;
  readonly settings: () => Pick<Settings, "fees" | "limits">;
  readonly coupons: CarCoupons;
}

/** A car in an answer, with the version that `If-Match` compares. */
export interface VersionedCar {
  readonly car: Car;
  readonly version: number;
}

/** What people do with cars. Throws AppErrors only; the permissions are in domain/cars. */
export interface CarsService {
  /** Rows as this viewer may see them. */
  present(rows: readonly CarRow[], viewer: Actor | null): Car[];
  /** A car by id. Throws car_not_found for one that is not there for this viewer. */
  get(viewer: Actor | null, id: string): Promise<VersionedCar>;
  /** Throws car_not_found for a car that is not there for this viewer. */
  assertVisible(viewer: Actor | null, id: string): Promise<void>;
  /**
   * Throws why this person may not see how many were interested in the car: not_signed_in, car_not_found, not_yours.
   */
  assertStatsVisible(viewer: Actor, id: string): Promise<void>;
  /** The car's real price cuts, newest first. Throws car_not_found for a car that is not there for this viewer. */
  priceCuts(viewer: Actor | null, id: string): Promise<PriceCut[]>;
  /** A person's own cars in these states, newest first, with their number. */
  own(owner: Actor, which: "listed" | "archived", page: Page): Promise<{ cars: Car[]; total: number }>;
  /**
   * The seller's phone number.
   * Throws car_not_found, or contact_unavailable for a car that cannot be bought any more.
   */
  contact(viewer: Actor | null, id: string): Promise<{ sellerName: string; sellerPhone: string }>;
  /**
   * Publishes a car where there is nothing to pay: the account's first one, or a dealer's, without extras
   * (specification.md#payments). Pictures are judged before the fee. Nothing is stored unless all of it is.
   * A coupon that leaves nothing pays for it.
   * Throws payment_required with `amount` in USD dollars (after the coupon), coupon_used, validation_failed, unsupported_picture, not_signed_in,
   * account_suspended.
   */
  publish(
    seller: Actor,
    car: PublishCar,
    request: IdempotentRequest | null,
    pictures?: FormPictures,
  ): Promise<StoredAnswer>;
  /**
   * What is checked of a new car beyond its schema: the brand is in the catalogue, the pictures are sound and the
   * seller's own. `pictures` are those that came with the form.
   * Throws validation_failed, unsupported_picture, overloaded, photos_full.
   */
  prepare(sellerId: string, car: CarFields, pictures?: FormPictures): Promise<PreparedImages>;
  /** Throws why this person may not edit the car: not_signed_in, car_not_found, not_yours, car_is_sold, car_is_archived. */
  assertEditable(editor: Actor, id: string): Promise<void>;
  /**
   * Changes a car's fields and photos. `version`: only if the car is still that one. `pictures` came with the form.
   * Throws as `assertEditable`, and version_mismatch, validation_failed, unsupported_picture, photos_full.
   */
  update(
    editor: Actor,
    id: string,
    fields: CarFields,
    version: number | null,
    pictures?: FormPictures,
  ): Promise<VersionedCar>;
  /**
   * Moves a car between its states (specification.md#car-states); a repeated call changes nothing.
   * Throws not_signed_in, car_not_found, not_yours, impossible_move, or account_suspended; payment_required with `amount` in USD dollars
   * for restoring a car whose listing's fee went back.
   */
  move(mover: Actor, id: string, event: CarEvent): Promise<VersionedCar>;
  /** Stores a car's new pictures, then writes in a transaction; files of pictures that no row took are removed again. */
  withImages<Value>(
    images: PreparedImages,
    write: (trx: Transaction<DB>) => Promise<{ value: Value; imagesUsed: boolean }>,
  ): Promise<Value>;
}

/** Wires the cars; starts nothing. */
export function createCarsService(deps: CarsServiceDeps): CarsService {
  const { db, reader, photos, catalogue, settings, coupons } = deps;

  function present(rows: readonly CarRow[], viewer: Actor | null): Car[] {
    return rows.map((row) => presentCar(row, viewer, (id) => photos.url(id)));
  }

  async function get(viewer: Actor | null, id: string): Promise<VersionedCar> {
    return versioned(await visible(viewer, id), viewer);
  }

  async function visible(viewer: Actor | null, id: string): Promise<CarRow> {
    const row = await reader.load(id);
    if (row === null || !canSeeCar(viewer, carAccess(row))) throw new AppError("car_not_found");
    return row;
  }

  async function assertVisible(viewer: Actor | null, id: string): Promise<void> {
    await visible(viewer, id);
  }

  async function assertStatsVisible(viewer: Actor, id: string): Promise<void> {
    stopIf(refusalOf(await loadCarAccess(db, id), (access) => refuseStats(viewer, access)));
  }

  async function priceCuts(viewer: Actor | null, id: string): Promise<PriceCut[]> {
    const { has_price_cuts: hasCuts } = await visible(viewer, id);
    // Few cars have any, and each page of a car asks.
    return hasCuts ? loadPriceCuts(db, id) : [];
  }

  async function own(
    owner: Actor,
    which: "listed" | "archived",
    page: Page,
  ): Promise<{ cars: Car[]; total: number }> {
    const states = which === "listed" ? (["active", "sold"] as const) : (["archived"] as const);
    const { rows, total } = await loadOwnCars(db, owner.id, states, page);
    return { cars: present(rows, owner), total };
  }

  async function contact(
    viewer: Actor | null,
    id: string,
  ): Promise<{ sellerName: string; sellerPhone: string }> {
    const row = await loadCar(db, id);
    if (row === null || !canSeeCar(viewer, carAccess(row))) throw new AppError("car_not_found");
    if (!canContactSeller(carAccess(row))) throw new AppError("contact_unavailable");
    const [car] = present([row], viewer);
    return { sellerName: car?.sellerName ?? carMessages.anonymousSeller, sellerPhone: row.seller_phone };
  }

  async function publish(
    seller: Actor,
    car: PublishCar,
    request: IdempotentRequest | null,
    pictures: FormPictures = noPictures,
  ): Promise<StoredAnswer> {
    const before = await answeredBefore(db, request);
    if (before !== null) return before;
    await requireNotSuspended(db, seller.id);
    const extras = { sponsorshipDays: car.sponsorshipDays, socialPromotion: car.socialPromotion };
    requireDaysInLimits(extras, settings());
    const images = await prepare(seller.id, car, pictures);
    // Judged here first, so that files of a car that costs something are not written at all.
    const { fees } = settings();
    const fee = publishingFeeInCents(await loadSellerStatus(db, seller.id), extras, fees);
    if (fee > 0) {
      // The same request may just have taken the free car: then its answer is there, too.
      const meanwhile = await answeredBefore(db, request);
      if (meanwhile !== null) return meanwhile;
      await requirePaid(db, seller.id, fee, car.coupon);
    }
    return withImages(images, async (trx) => {
      const answer = await once(trx, request, async () => {
        const status = await lockSellerStatus(trx, seller.id);
        await requireNotSuspended(trx, seller.id);
        const due = publishingFeeInCents(status, extras, fees);
        const quote = await requirePaid(trx, seller.id, due, car.coupon);
        const photoIds = await photos.claimCarImages(trx, seller.id, images);
        const id = await createCar(trx, {
          sellerId: seller.id,
          fields: car,
          photoIds,
          extras,
          listing: nextListing(status),
        });
        if (quote !== null) {
          const parts = feePartsInCents(due, extras, fees);
          await coupons.payCar(trx, quote, { userId: seller.id, carId: id, extras, parts });
        } else if (extras.socialPromotion) await insertSocialPost(trx, id, null);
        const { car: body } = await reload(trx, id, seller);
        return { status: 201, body };
      });
      return { value: { status: answer.status, body: answer.body }, imagesUsed: !answer.replayed };
    });
  }

  /** The coupon that pays all of a fee; null where there is none to pay. Throws payment_required with what is left. */
  async function requirePaid(
    handle: Kysely<DB>,
    userId: string,
    fee: number,
    code: string | undefined,
  ): Promise<Quote | null> {
    if (fee === 0) return null;
    const quote =
      code === undefined ? null : await coupons.quote(handle, { code, userId, target: "cars", cents: fee });
    requireNothingToPay(fee - (quote?.discount ?? 0));
    return quote;
  }

  async function prepare(
    sellerId: string,
    car: CarFields,
    pictures: FormPictures = noPictures,
  ): Promise<PreparedImages> {
    await checkBrand(car.brand);
    requirePhotosInLimits(car.images.length, settings());
    return photos.prepareCarImages(sellerId, car.images, { pictures });
  }

  async function assertEditable(editor: Actor, id: string): Promise<void> {
    stopIf(refusalOf(await loadCarAccess(db, id), (access) => refuseEdit(editor, access)));
  }

  async function update(
    editor: Actor,
    id: string,
    fields: CarFields,
    version: number | null,
    pictures: FormPictures = noPictures,
  ): Promise<VersionedCar> {
    const stored = await loadCar(db, id);
    stopIf(refusalOf(stored && carAccess(stored), (access) => refuseEdit(editor, access)));
    if (stored === null) throw new AppError("car_not_found");
    if (version !== null && version !== stored.version) throw new AppError("version_mismatch");
    await checkBrand(fields.brand);
    const ownerId = stored.owner_id;
    const alreadyOnCar = stored.photos.map((photo) => photo.id);
    requirePhotosInLimits(fields.images.length, settings(), alreadyOnCar.length);
    const images = await photos.prepareCarImages(ownerId, fields.images, { alreadyOnCar, pictures });
    return withImages(images, async (trx) => {
      const car = await lockCar(trx, id);
      stopIf(refusalOf(car && carAccess(car), (access) => refuseEdit(editor, access)));
      if (car === null) throw new AppError("car_not_found");
      if (version !== null && version !== car.version) throw new AppError("version_mismatch");
      const photoIds = await photos.claimCarImages(trx, ownerId, images, alreadyOnCar);
      await changeCar(trx, car, fields, photoIds);
      return { value: await reload(trx, id, editor), imagesUsed: true };
    });
  }

  async function move(mover: Actor, id: string, event: CarEvent): Promise<VersionedCar> {
    return db.transaction().execute(async (trx) => {
      // The account is locked before the car, as publishing does.
      const publishes = event === "restore" || event === "markUnsold";
      const seller = publishes ? await lockSellerStatus(trx, mover.id) : null;
      const car = await lockCar(trx, id);
      stopIf(refusalOf(car && carAccess(car), (access) => refuseMove(mover, access)));
      if (car === null) throw new AppError("car_not_found");
      const transition = moveCar({ state: car.state, archivedFrom: car.archived_from }, event);
      if (transition.kind === "impossible") throw new AppError("impossible_move");
      if (transition.kind === "moved") {
        if (publishes) await requireNotSuspended(trx, mover.id);
        if (seller !== null && car.fee_refunded_at !== null) {
          requireNothingToPay(listingFeeInCents(seller, settings().fees));
          await giveListing(trx, car, nextListing(seller));
        }
        await updateCarStatus(trx, id, transition.to);
      }
      return reload(trx, id, mover);
    });
  }

  async function checkBrand(brand: string): Promise<void> {
    if ((await catalogue.findBrand(brand)) === brand) return;
    const message = carMessages.brandUnknown;
    throw new AppError("validation_failed", { message, fields: { brand: message } });
  }

  async function withImages<Value>(
    images: PreparedImages,
    write: (trx: Transaction<DB>) => Promise<{ value: Value; imagesUsed: boolean }>,
  ): Promise<Value> {
    await photos.storeCarImages(images);
    let written: { value: Value; imagesUsed: boolean };
    try {
      written = await db.transaction().execute(write);
    } catch (error) {
      // A commit whose answer was lost may have been one: such files are left, and the sweep takes those without a row.
      if (error instanceof AppError) await photos.discardCarImages(images);
      throw error;
    }
    if (!written.imagesUsed) await photos.discardCarImages(images);
    return written.value;
  }

  async function reload(trx: Transaction<DB>, id: string, viewer: Actor): Promise<VersionedCar> {
    const row = await loadCar(trx, id);
    if (row === null) throw new AppError("car_not_found");
    return versioned(row, viewer);
  }

  function versioned(row: CarRow, viewer: Actor | null): VersionedCar {
    return { car: presentCar(row, viewer, (id) => photos.url(id)), version: row.version };
  }

  return {
    present,
    get,
    assertVisible,
    assertStatsVisible,
    priceCuts,
    own,
    contact,
    publish,
    prepare,
    assertEditable,
    update,
    move,
    withImages,
  };
}
