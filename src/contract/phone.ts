import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { carMessages } from "#domain/messages/car.ts";
import { emptyAsNull } from "./common.ts";

/** The digits that E.164 and the tables allow. Some countries' rules name more, or fewer. */
const e164 = /^\+[1-9]\d{6,14}$/;

/**
 * A typed phone number -> E.164, or null for an impossible one. Without a country code it is Kosovo's
 * (specification.md#validation).
 */
export function toE164(typed: string): string | null {
  const text = typed.trim().replace(/^00/, "+");
  if (text.length > 40) return null;
  const parsed = parsePhoneNumberFromString(text, "XK");
  return parsed?.isPossible() === true && e164.test(parsed.number) ? parsed.number : null;
}

/** An optional phone number; E.164 or null. */
export const optionalPhone = emptyAsNull(
  z.string(carMessages.phoneInvalid).transform((typed, context) => {
    const phone = toE164(typed);
    if (phone !== null) return phone;
    context.addIssue({ code: "custom", message: carMessages.phoneInvalid });
    return z.NEVER;
  }),
);
