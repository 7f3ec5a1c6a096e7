import { z } from "zod";
import { maxNote } from "#domain/cars/mileage-history.ts";
import { normaliseVin } from "#domain/cars/vin.ts";
import { vinMessages as text } from "#domain/messages/vin.ts";
import { cleanText } from "#domain/text/clean.ts";
import { idParams } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** An identification number as typed; without spaces and in capitals afterwards. */
export const typedVin = z.string(text.invalid).transform((typed, context) => {
  const vin = normaliseVin(typed);
  if (vin !== null) return vin;
  context.addIssue({ code: "custom", message: text.invalid });
  return z.NEVER;
});

/**
 * What listings with the same number have said, oldest first, by the month; never whose they were. `lower`: the car's own
 * listing said more than 1,000 km less than an earlier one. Others see that 7 days after its owner was told, or with the
 * owner's note; the owner and admins at once.
 */
export const mileageHistory = z.object({
  readings: z.array(z.object({ date: z.string(), mileage: z.number() })),
  lower: z.boolean(),
  note: z.string().nullable(),
});
export type MileageHistory = z.infer<typeof mileageHistory>;

export const vinEndpoints = {
  "POST /api/cars/{id}/vin-check": {
    access: "user",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: z.strictObject({ vin: typedVin }),
    output: z.object({ matches: z.boolean() }),
    summary: "Compares an identification number with the car's; 404 where the car has none.",
  },
  "GET /api/cars/{id}/mileage-history": {
    access: "public",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: mileageHistory,
    summary: "What listings with the same identification number said of the mileage, from two listings on.",
  },
  "PUT /api/cars/{id}/mileage-note": {
    access: "user",
    errors: ["not_yours"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: z.strictObject({
      text: z.string(text.noteInvalid).overwrite(cleanText).max(maxNote, text.noteTooLong),
    }),
    output: mileageHistory,
    summary:
      "The owner's note on a lower reading, an empty one takes it away; 404 where no reading is lower.",
  },
} as const satisfies Record<string, Endpoint>;
