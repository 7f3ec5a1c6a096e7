import { paymentMessages } from "./payments.ts";
import type { FeeParts } from "#domain/payments/fees.ts";

/**
 * Items and amounts in USD cents, as the card page, the receipt and the invoice list them. `cars`: the names of
 * several cars with extras, a line each.
 */
export function paidLines(
  parts: FeeParts,
  sponsorshipDays: number,
  cars: readonly string[] = [],
): readonly { name: string; cents: number }[] {
  const { lines } = paymentMessages;
  const sponsorship = lines.sponsorship(sponsorshipDays);
  if (cars.length > 0)
    // All cost the same: days at one fee.
    return cars.map((car) => ({ name: `${sponsorship}: ${car}`, cents: parts.sponsorship / cars.length }));
  return [
    { name: lines.listing, cents: parts.listing },
    { name: sponsorship, cents: parts.sponsorship },
    { name: lines.socialPromotion, cents: parts.socialPromotion },
  ].filter(({ cents }) => cents > 0);
}
