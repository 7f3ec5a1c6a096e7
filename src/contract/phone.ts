import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A phone number as typed -> E.164, or null where no such number is possible.
 * Without a country code it is Kosovo's (specification.md#validation).
 */
export function toE164(typed: string): string | null {
  const text = typed.trim().replace(/^00/, "+");
  if (text.length > 40) return null;
  const parsed = parsePhoneNumberFromString(text, "XK");
  return parsed?.isPossible() === true ? parsed.number : null;
}
