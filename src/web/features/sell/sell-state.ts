import { z } from "zod";
import { carFields } from "#contract/cars.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { formPhoto } from "./draft.ts";

/**
 * What travels from the form to /pricing and /checkout in the navigation state (specification.md#sell-form):
 * the valid car, photos as their addresses. It survives a reload; anything else there is not ours.
 */
const sellState = z.object({
  carData: carFields,
  photos: z.array(formPhoto).max(carLimits.maxImages),
  /** One key a filled form (content-key.ts): pressing twice, or in two tabs, publishes once. */
  idempotencyKey: z.string().min(1),
});
export type SellState = z.output<typeof sellState>;

const pricingState = sellState.extend({
  sponsorshipDays: z.int().min(0).max(carLimits.maxSponsorshipDays),
  socialPromotion: z.boolean(),
  /** USD cents, as the person saw it: after the coupon. */
  amountInCents: z.int().min(0),
  coupon: z.object({ code: z.string().max(40), discountInCents: z.int().min(0) }).optional(),
});
/** What /checkout is given by /pricing. */
export type PricingState = z.output<typeof pricingState>;

/** The form's data from a navigation state; null where there is none. */
export function readSellState(state: unknown): SellState | null {
  const parsed = sellState.safeParse(state);
  return parsed.success ? parsed.data : null;
}

/** The pricing's data from a navigation state; null where there is none. */
export function readPricingState(state: unknown): PricingState | null {
  const parsed = pricingState.safeParse(state);
  return parsed.success ? parsed.data : null;
}

const copied = z.object({ copyOf: z.uuid() });

/** The id of one's own car that a new draft begins from; null where there is none. */
export function copiedCarId(state: unknown): string | null {
  const parsed = copied.safeParse(state);
  return parsed.success ? parsed.data.copyOf : null;
}

const refusedFields = z.object({ refused: z.object({ reference: z.string().max(200) }) });
/** What the server refused of a new car, on the way back to its form. */
export type RefusedFields = z.output<typeof refusedFields>;

/** The refused fields of a navigation state, with their texts; none where there are none. */
export function readRefusedFields(state: unknown): Partial<RefusedFields["refused"]> {
  const parsed = refusedFields.safeParse(state);
  return parsed.success ? parsed.data.refused : {};
}

const passedCar = z.object({ car: z.object({ _id: z.uuid() }) });

/** The id of an existing car passed to the form for editing; null where a new one is meant. */
export function passedCarId(state: unknown): string | null {
  const parsed = passedCar.safeParse(state);
  return parsed.success ? parsed.data.car._id : null;
}
