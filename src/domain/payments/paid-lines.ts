import { paymentMessages } from "#domain/messages/payments.ts";
import type { FeeParts } from "./fees.ts";

/** What was bought and for how much, in USD cents, as the card page and the receipt list it. */
export function paidLines(
  parts: FeeParts,
  sponsorshipDays: number,
): readonly { name: string; cents: number }[] {
  const { lines } = paymentMessages;
  return [
    { name: lines.listing, cents: parts.listing },
    { name: lines.sponsorship(sponsorshipDays), cents: parts.sponsorship },
    { name: lines.socialPromotion, cents: parts.socialPromotion },
  ].filter(({ cents }) => cents > 0);
}
