import { z } from "zod";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { invoiceStatuses, subscriptionStatuses } from "#domain/dealers/subscription-status.ts";
import { paymentMessages as text } from "#domain/messages/payments.ts";
import { cleanLine } from "#domain/text/clean.ts";
import type { Endpoint } from "./endpoint.ts";
import { coupon, emptyAsNull, idParams, looseQuery } from "./common.ts";
import { dealerPage } from "./dealer-page.ts";
import { checkout, sessionBody } from "./payments.ts";
import { searchParameters } from "./search.ts";
import { sellerCars } from "./sellers.ts";

function line(most: number, required: string, tooLong: string) {
  return z.string(required).overwrite(cleanLine).min(1, required).max(most, tooLong);
}

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const plain = username === "" && password === "";
  return (protocol === "https:" || protocol === "http:") && hostname.includes(".") && plain;
}

/** specification.md#dealers: step 1 of the form, and the call. People type "salloni.com"; https:// is added. */
export const dealerSignupBody = z.strictObject({
  businessName: line(dealerLimits.maxBusinessName, text.businessNameRequired, text.businessNameTooLong),
  businessAddress: line(
    dealerLimits.maxBusinessAddress,
    text.businessAddressRequired,
    text.businessAddressTooLong,
  ),
  taxNumber: emptyAsNull(
    z
      .string(text.taxNumberTooLong)
      .overwrite(cleanLine)
      .max(dealerLimits.maxTaxNumber, text.taxNumberTooLong),
  ),
  website: emptyAsNull(
    z
      .string(text.websiteInvalid)
      .overwrite((typed) => {
        const address = cleanLine(typed);
        return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
      })
      .max(dealerLimits.maxWebsite, text.websiteInvalid)
      .refine(isWebAddress, text.websiteInvalid),
  ),
  businessType: z
    .string(text.businessTypeInvalid)
    .overwrite(cleanLine)
    .min(1, text.businessTypeInvalid)
    .max(dealerLimits.maxBusinessType, text.businessTypeInvalid)
    .default("dealership"),
});
/** `POST /api/payment/create-dealer-subscription`. */
const subscribeBody = dealerSignupBody.extend({ coupon });
export type DealerSignup = z.output<typeof dealerSignupBody>;

/** The business of an earlier subscription, as form values. */
export const dealerBusiness = z.object({
  businessName: z.string(),
  businessAddress: z.string(),
  taxNumber: z.string().nullable(),
  website: z.string().nullable(),
  businessType: z.string(),
});
export type DealerBusiness = z.infer<typeof dealerBusiness>;

/** specification.md#dealers. `amount` in minor units: divide by 100 for display. */
export const subscription = z.object({
  id: z.string(),
  status: z.enum(subscriptionStatuses),
  cancelAtPeriodEnd: z.boolean(),
  planName: z.string(),
  amount: z.number(),
  currency: z.string(),
  currentPeriodStart: z.string().nullable(),
  currentPeriodEnd: z.string().nullable(),
  createdAt: z.string(),
  /** When it ended; null while it runs. */
  endedAt: z.string().nullable(),
  /** When a late payment is retried; null if none is late, or retries are used up. */
  nextPaymentAttempt: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** specification.md#dealers. `amount` in minor units. */
export const invoice = z.object({
  id: z.string(),
  number: z.string(),
  description: z.string(),
  created: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(invoiceStatuses),
  periodStart: z.string(),
  periodEnd: z.string(),
  invoiceUrl: z.string().nullable(),
  invoicePdf: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

/** specification.md#dealers. `estimatedSavings` in dollars; counts of active and sold cars. */
export const dealerStats = z.object({
  totalCars: z.number(),
  activeCars: z.number(),
  soldCars: z.number(),
  sponsoredCars: z.number(),
  estimatedSavings: z.number(),
  subscriptionMonths: z.number(),
  subscriptionDays: z.number(),
  /** When the first subscription began; null for dealers made by an admin. */
  dealerSince: z.string().nullable(),
  /** Phone requests of the last 30 days with today, oldest first: `day` as YYYY-MM-DD. */
  leads: z.array(z.object({ day: z.string(), count: z.number() })),
});
export type DealerStats = z.infer<typeof dealerStats>;

/** A dealer's public page; `carCount` is the number of all its cars on sale, ignoring filters. */
export const publicDealer = z.object({
  id: z.string(),
  businessName: z.string(),
  town: z.string().nullable(),
  website: z.string().nullable(),
  /** An admin has confirmed the business. */
  isVerified: z.boolean(),
  /** The dealer's own part of the page. The phone needs a tap, like a car's. */
  address: dealerPage.shape.address,
  hasPhone: z.boolean(),
  hours: dealerPage.shape.hours,
  carCount: z.number(),
  ...sellerCars.shape,
});
export type PublicDealer = z.infer<typeof publicDealer>;

const done = z.object({ message: z.string() });

export const dealerEndpoints = {
  "POST /api/payment/create-dealer-subscription": {
    access: "user",
    errors: ["already_subscribed", "coupon_used", "price_changed", "account_suspended", "provider_away"],
    status: 200,
    body: subscribeBody,
    output: checkout,
    summary: "Opens the payment of a dealer's first month; 409 for who has a subscription.",
  },
  "POST /api/payment/verify-dealer-subscription": {
    access: "public",
    errors: ["not_paid", "payment_not_found", "payment_refunded", "payment_closed", "provider_away"],
    status: 200,
    body: sessionBody,
    output: z.object({ success: z.literal(true) }),
    summary: "Whether the subscription is paid; makes its payer a dealer if so. 402 if not.",
  },
  "GET /api/dealer/business": {
    access: "user",
    status: 200,
    output: dealerBusiness.nullable(),
    summary:
      "One's own business as an earlier subscription has it, so that nobody types it again; else null.",
  },
  "GET /api/dealer/subscription-status": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: subscription.nullable(),
    summary: "The dealer's latest subscription; null for a dealer made by an admin.",
  },
  "GET /api/dealer/stats": {
    access: "user",
    key: "statistics",
    errors: ["dealers_only"],
    status: 200,
    output: dealerStats,
    summary: "Counts, savings and interest for the dashboard.",
  },
  "GET /api/dealer/billing-history": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: z.array(invoice),
    summary: "The dealer's invoices, newest first.",
  },
  "POST /api/dealer/customer-portal": {
    access: "user",
    errors: ["dealers_only", "no_subscription", "provider_away"],
    status: 200,
    output: z.object({ url: z.string() }),
    summary: "A link to the provider's billing portal, good for a short time.",
  },
  "POST /api/dealer/cancel-subscription": {
    access: "user",
    errors: ["dealers_only", "no_subscription", "provider_away"],
    status: 200,
    output: done,
    summary: "Ends the subscription with the period that is paid.",
  },
  "POST /api/dealer/reactivate-subscription": {
    access: "user",
    errors: ["dealers_only", "no_subscription", "provider_away", "already_subscribed"],
    status: 200,
    output: done,
    summary: "Takes a cancellation back before the period ends.",
  },
  "GET /api/dealers/{id}": {
    access: "public",
    tells: ["X-Total-Count"],
    status: 200,
    params: idParams,
    notFound: "dealer_not_found",
    query: looseQuery,
    lenient: searchParameters,
    output: publicDealer,
    summary:
      "A dealer's public page with its cars; brand, minPrice, maxPrice, sort, page, limit as for cars, X-Total-Count. 404 for who is no dealer now.",
  },
} as const satisfies Record<string, Endpoint>;
