import { z } from "zod";
import { carFields } from "#contract/cars.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { formPhoto } from "./draft.ts";

/**
 * The navigation state from the form to /pricing and /checkout (specification.md#sell-form): the valid car,
 * photos as URLs. It survives a reload; unknown state is ignored.
 */
const sellState = z.object({
  carData: carFields,
  photos: z.array(formPhoto).max(carLimits.maxImages),
  /** One key for each completed form (content-key.ts): a double press, also in two tabs, publishes once. */
  idempotencyKey: z.string().min(1),
});
export type SellState = z.output<typeof sellState>;

const pricingState = sellState.extend({
  sponsorshipDays: z.int().min(0).max(carLimits.maxSponsorshipDays),
  socialPromotion: z.boolean(),
  /** USD cents after the coupon, as shown to the person. */
  amountInCents: z.int().min(0),
  coupon: z.object({ code: z.string().max(40), discountInCents: z.int().min(0) }).optional(),
});
/** The state that /pricing passes to /checkout. */
export type PricingState = z.output<typeof pricingState>;

/** Parses the form's data from a navigation state; null if there is none. */
export function readSellState(state: unknown): SellState | null {
  const parsed = sellState.safeParse(state);
  return parsed.success ? parsed.data : null;
}

/** Parses the pricing's data from a navigation state; null if there is none. */
export function readPricingState(state: unknown): PricingState | null {
  const parsed = pricingState.safeParse(state);
  return parsed.success ? parsed.data : null;
}

const copied = z.object({ copyOf: z.uuid() });

/** The id of the user's own car to copy into a new draft; null if there is none. */
export function copiedCarId(state: unknown): string | null {
  const parsed = copied.safeParse(state);
  return parsed.success ? parsed.data.copyOf : null;
}

const refusedFields = z.object({ refused: z.object({ reference: z.string().max(200) }) });
/** Fields that the server refused, passed back to the form. */
export type RefusedFields = z.output<typeof refusedFields>;

/** The refused fields of a navigation state, with their errors; empty without any. */
export function readRefusedFields(state: unknown): Partial<RefusedFields["refused"]> {
  const parsed = refusedFields.safeParse(state);
  return parsed.success ? parsed.data.refused : {};
}

const passedCar = z.object({ car: z.object({ _id: z.uuid() }) });

/** The id of a car passed to the form for editing; null for a new car. */
export function passedCarId(state: unknown): string | null {
  const parsed = passedCar.safeParse(state);
  return parsed.success ? parsed.data.car._id : null;
}
