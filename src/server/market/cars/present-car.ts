import type { Car } from "#contract/cars.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeePhone } from "#domain/cars/car-permissions.ts";
import { makeOfVin } from "#domain/cars/vin.ts";
import { carMessages } from "#domain/messages/car.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import { presentFacts } from "./car-columns.ts";
import { type CarRow, carAccess } from "./cars.queries.ts";

/** The address of a photo's middle JPEG: root-relative, or absolute if the store has its own address. */
export type PhotoUrl = (photoId: string) => string;

function withoutPhones(text: string): string {
  return maskPhones(text, carMessages.phoneMasked);
}

/**
 * The only way a car's row leaves the server (contract `car`). Owner and admins see it unchanged. Others see no
 * phone number: neither the field, nor one in free text (specification.md#car-states).
 */
export function presentCar(row: CarRow, viewer: Actor | null, photoUrl: PhotoUrl): Car {
  const trusted = canSeePhone(viewer, carAccess(row));
  const text = trusted ? (value: string) => value : withoutPhones;
  const sellerName = text(row.seller_name);
  return {
    _id: row.id,
    number: row.number,
    user: row.owner_id,
    ...presentFacts(row, text),
    priceBand: row.shown_price_band,
    sellerName,
    ...(trusted ? { sellerPhone: row.seller_phone } : {}),
    ...(trusted && row.unlisted !== null ? { unlisted: row.unlisted } : {}),
    ...(trusted && row.fee_refunded_at !== null ? { feeRefunded: true as const } : {}),
    ...(row.shows_advice ? { showsAdvice: true as const } : {}),
    images: row.photos.map((photo) => photoUrl(photo.id)),
    photos: row.photos.map(({ id, width, height, thumbhash }) => ({
      id,
      url: photoUrl(id),
      width,
      height,
      thumbhash,
    })),
    isRecommended: row.is_sponsored,
    sold: row.state === "sold" || row.archived_from === "sold",
    soldAt: row.sold_at?.toISOString() ?? null,
    deleted: row.state === "archived",
    sponsored: row.is_sponsored,
    sponsorshipDays: row.sponsorship_days,
    socialPromotion: row.social_promotion,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at.toISOString(),
    listedAt: row.listed_at.toISOString(),
    vin:
      row.vin_masked === null ? null : { masked: row.vin_masked, make: makeOfVin(row.vin_masked, row.brand) },
    ...(trusted && row.lower_public_at !== null
      ? { lowerMileage: { publicAt: row.lower_public_at.toISOString(), note: row.mileage_note } }
      : {}),
    ...(trusted ? { reference: row.reference } : {}),
    seller: {
      id: row.owner_id,
      name: row.is_dealer && row.business_name !== null ? text(row.business_name) : sellerName,
      isDealer: row.is_dealer,
      isVerified: row.is_dealer && row.verified_at !== null,
    },
  };
}
