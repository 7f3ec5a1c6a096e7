import { z } from "zod";
import type { Car, CarFields } from "#contract/cars.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { type Extras, extrasFeeInCents, type Fees, maxCarsPaidAtOnce } from "#domain/payments/fees.ts";

const text = paymentPageMessages.checkout;

/** A car's name and picture, as /checkout shows them. */
export function carInOrder(car: Pick<Car, "_id" | "brand" | "model" | "photos">) {
  const [photo] = car.photos;
  return {
    carId: car._id,
    name: `${car.brand} ${car.model}`,
    photo: photo === undefined ? null : { url: photo.url, thumbhash: photo.thumbhash },
  };
}

/** What /checkout is to have paid. */
export interface CheckoutOrder {
  /** A new car to publish, or one's own cars on sale that get extras. */
  purchase: { carData: CarFields } | { carId: string } | { carIds: string[] };
  car: {
    name: string;
    /** "2016 · 187.500 km · Diesel"; null where only the name is known. */
    facts: string | null;
    /** EUR */
    price: number | null;
    photo: { url: string; thumbhash: string | null } | null;
  };
  /** For each of so many cars. */
  extras: Extras;
  carCount: number;
  /** USD cents, as the person was shown it: after the coupon. */
  amountInCents: number;
  /** What it takes off; null where the price changed meanwhile and nobody knows. */
  coupon: { code: string; discountInCents: number | null } | null;
  /** Random, a new one for every filled form or chosen extras. */
  attempt: string;
  /** The storage key of the draft that this order pays for. */
  draftKey: string | null;
}

/**
 * The Idempotency-Key of an order. The same order is the same payment, be it sent twice or come back to; another
 * amount, other extras or another coupon are another one. `renewal` counts the payments that were closed before.
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
    /** The listing's fee, where it went back and is paid again: USD cents. */
    listingInCents: z.int().min(0).max(100_000).default(0),
    coupon: z.object({ code: z.string().max(40), discountInCents: z.int().min(0) }).optional(),
    attempt: z.string().min(1),
  }),
});
export type ExtrasState = z.input<typeof extrasState>;

/** Extras for a car on sale, or its listing paid again, from a navigation state; null where there are none. */
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
