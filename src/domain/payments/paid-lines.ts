import { paymentMessages } from "#domain/messages/payments.ts";
import { type Extras, feePartsInCents } from "./fees.ts";

/** What was paid for and how much of the amount for what, in USD cents, as the card page and the receipt list it. */
export function paidLines(amountInCents: number, extras: Extras): readonly { name: string; cents: number }[] {
  const { lines } = paymentMessages;
  const parts = feePartsInCents(amountInCents, extras);
  return [
    { name: lines.listing, cents: parts.listing },
    { name: lines.sponsorship(extras.sponsorshipDays), cents: parts.sponsorship },
    { name: lines.socialPromotion, cents: parts.socialPromotion },
  ].filter(({ cents }) => cents > 0);
}
