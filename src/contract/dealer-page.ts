import { z } from "zod";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { faultOfDay, maxSpansADay } from "#domain/dealers/opening-hours.ts";
import { ownPageMessages as text } from "#domain/messages/dealer-page.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { emptyAsNull, idParams } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";
import { optionalPhone } from "./phone.ts";

/** Faults are reported per day, by its name: that is the form's field. */
const day = z
  .array(
    z.strictObject({ from: z.string(text.faults.time), to: z.string(text.faults.time) }),
    text.dayInvalid,
  )
  .max(maxSpansADay, text.tooManySpans)
  .superRefine((spans, context) => {
    const fault = faultOfDay(spans);
    if (fault !== null) context.addIssue({ code: "custom", message: text.faults[fault] });
  });

const openingHours = z.strictObject(
  {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  },
  text.hoursInvalid,
);

/**
 * A dealer's own part of the public page, beside name, town and website from the signup
 * (specification.md#dealer-page). All null at first.
 */
export const dealerPage = z.object({
  address: z.string().nullable(),
  /** E.164. */
  phone: z.string().nullable(),
  hours: openingHours.nullable(),
});
export type DealerPage = z.infer<typeof dealerPage>;

/** The whole part: null or "" removes a field. */
export const dealerPageBody = z.strictObject({
  address: emptyAsNull(
    z
      .string(text.addressInvalid)
      .overwrite(cleanLine)
      .max(dealerLimits.maxPageAddress, text.addressTooLong)
      .regex(/^[^<>]*$/, text.addressInvalid)
      // Invisible characters alone count as empty.
      .transform((address) => (address === "" ? null : address)),
  ),
  phone: optionalPhone,
  hours: openingHours.nullable(),
});

export const dealerPageEndpoints = {
  "GET /api/dealer/page": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: dealerPage,
    summary: "What one's public page tells beside name, town and website.",
  },
  "PUT /api/dealer/page": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    body: dealerPageBody,
    output: dealerPage,
    summary: "Sets address, phone and opening hours of one's public page; null takes one from it.",
  },
  "POST /api/dealers/{id}/contact": {
    access: "public",
    errors: ["contact_unavailable"],
    status: 200,
    params: idParams,
    notFound: "dealer_not_found",
    output: z.object({ phone: z.string() }),
    summary:
      "The phone that a dealer has put on its page; 409 where it has none. Counted as a car's contact.",
  },
} as const satisfies Record<string, Endpoint>;
