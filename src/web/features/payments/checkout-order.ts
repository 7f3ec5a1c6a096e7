import { z } from "zod";
import type { Car, CarFields } from "#contract/cars.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { type Extras, extrasFeeInCents, type Fees, maxCarsPaidAtOnce } from "#domain/payments/fees.ts";

const text = paymentPageMessages.checkout;

export function carInOrder(car: Pick<Car, "_id" | "brand" | "model" | "photos">) {
  const [photo] = car.photos;
  return {
    carId: car._id,
    name: `${car.brand} ${car.model}`,
    photo: photo === undefined ? null : { url: photo.url, thumbhash: photo.thumbhash },
  };
}

/** What /checkout charges for. */
export interface CheckoutOrder {
  /** A new car to publish, or the user's own cars on sale that get extras. */
  purchase: { carData: CarFields } | { carId: string } | { carIds: string[] };
  car: {
    name: string;
    /** "2016 · 187.500 km · Diesel"; null if only the name is known. */
    facts: string | null;
    /** EUR */
    price: number | null;
    photo: { url: string; thumbhash: string | null } | null;
  };
  /** For each of the `carCount` cars. */
  extras: Extras;
  carCount: number;
  /** USD cents after the coupon, as shown to the person. */
  amountInCents: number;
  /** The discount; null if the price has changed and the discount is unknown. */
  coupon: { code: string; discountInCents: number | null } | null;
  /** Random: new for every completed form or choice of extras. */
  attempt: string;
  /** The storage key of the draft that this order pays for. */
  draftKey: string | null;
}

/**
 * The idempotency key of an order. The same order is the same payment, whether sent twice or resumed later.
 * Another amount, other extras or another coupon make another payment, and so does `renewal`, the number of
 * its payments that were closed.
 */
export function checkoutKey(order: CheckoutOrder, renewal: number): string {
  const { sponsorshipDays, socialPromotion } = order.extras;
  const parts = [order.attempt, sponsorshipDays, socialPromotion ? 1 : 0, order.amountInCents, renewal];
  return [...parts, ...(order.coupon === null ? [] : [order.coupon.code])].join("-");
}

const extrasState = z.object({
  extrasFor: z.object({
    carId: z.uuid(),
    /** Further cars that get the same days. */
    others: z
      .array(z.uuid())
      .max(maxCarsPaidAtOnce - 1)
      .default([]),
    name: z.string(),
    photo: z.object({ url: z.string(), thumbhash: z.string().nullable() }).nullable(),
    sponsorshipDays: z.int().min(0).max(carLimits.maxSponsorshipDays),
    socialPromotion: z.boolean(),
    /** The listing fee in USD cents, if it was refunded and must be paid again. */
    listingInCents: z.int().min(0).max(100_000).default(0),
    coupon: z.object({ code: z.string().max(40), discountInCents: z.int().min(0) }).optional(),
    attempt: z.string().min(1),
  }),
});
export type ExtrasState = z.input<typeof extrasState>;

/**
 * Extras for a car on sale, or its listing fee again, from the navigation state; null if there is no order.
 */
export function readExtrasOrder(state: unknown, fees: Fees): CheckoutOrder | null {
  const parsed = extrasState.safeParse(state);
  if (!parsed.success) return null;
  const { carId, others, name, photo, attempt, listingInCents, coupon, ...extras } = parsed.data.extrasFor;
  const carCount = 1 + others.length;
  const fee = listingInCents + extrasFeeInCents(extras, fees, carCount);
  const amountInCents = fee - (coupon?.discountInCents ?? 0);
  if (amountInCents <= 0) return null;
  return {
    purchase: others.length === 0 ? { carId } : { carIds: [carId, ...others] },
    car: {
      name: others.length === 0 ? name : text.withOthers(name, others.length),
      facts: listingInCents > 0 ? text.againFor : others.length > 0 ? text.extrasForSeveral : null,
      price: null,
      photo,
    },
    extras,
    carCount,
    amountInCents,
    coupon: coupon ?? null,
    attempt,
    draftKey: null,
  };
}
