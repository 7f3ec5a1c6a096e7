import { z } from "zod";
import { carFields } from "#contract/cars.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import type { FormPhoto } from "./draft.ts";

const formPhoto = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
}) satisfies z.ZodType<FormPhoto>;

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
