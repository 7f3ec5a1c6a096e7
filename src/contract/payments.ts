import { z } from "zod";
import { carLimits } from "#domain/cars/car-limits.ts";
import { carMessages } from "#domain/messages/car.ts";
import { paymentMessages as text } from "#domain/messages/payments.ts";
import { maxCarsPaidAtOnce } from "#domain/payments/fees.ts";
import { historyOrders, maxHistorySearch } from "#domain/payments/history-orders.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { paymentStates } from "#domain/payments/payment-states.ts";
import { car, updateCarBody } from "./cars.ts";
import type { Endpoint } from "./endpoint.ts";
import { coupon, isUuid, pageParameters } from "./common.ts";

const sponsorshipDays = z
  .int(carMessages.sponsorshipDaysInvalid)
  .min(0, carMessages.sponsorshipDaysInvalid)
  .max(carLimits.maxSponsorshipDays, carMessages.sponsorshipDaysInvalid)
  .nullish()
  .transform((days) => days ?? 0);
const socialPromotion = z
  .boolean(carMessages.optionInvalid)
  .nullish()
  .transform((chosen) => chosen ?? false);

const carIds = z
  .array(z.string(text.carsInvalid).refine(isUuid, text.carsInvalid).toLowerCase(), text.carsInvalid)
  .min(1, text.carsInvalid)
  .max(maxCarsPaidAtOnce, text.tooManyCars(maxCarsPaidAtOnce))
  .refine((ids) => new Set(ids).size === ids.length, text.carsInvalid);

/** A car's form fields, validated like those of `POST /api/cars`; other keys are ignored. */
export const checkoutCarData = updateCarBody;

/**
 * `POST /api/payment/create-checkout`: a car to publish (`carData`), extras for one's own car on sale
 * (`carId`), sponsorship for several of them (`carIds`), or the listing fee of an archived car whose fee was
 * refunded (`carId`), with optional extras. `amount` in dollars is what the person saw; the server computes the
 * charge.
 */
export const createCheckoutBody = z
  .strictObject({
    carData: checkoutCarData.optional(),
    carId: z.string(text.carDataRequired).optional(),
    carIds: carIds.optional(),
    amount: z.number(text.amountInvalid),
    sponsorshipDays,
    socialPromotion,
    coupon,
  })
  .superRefine((body, context) => {
    const ways = (["carData", "carId", "carIds"] as const).filter((way) => body[way] !== undefined);
    if (ways.length === 0)
      context.addIssue({ code: "custom", path: ["carData"], message: text.carDataRequired });
    if (ways.length > 1)
      context.addIssue({ code: "custom", path: ways.slice(-1), message: text.carDataTwice });
    if (body.carIds !== undefined && body.socialPromotion)
      context.addIssue({ code: "custom", path: ["socialPromotion"], message: text.severalNoSocial });
  });
export type CreateCheckout = z.output<typeof createCheckoutBody>;

/** Where to send the browser: the provider's page, on another origin. */
export const checkout = z.object({ checkoutUrl: z.string(), sessionId: z.string() });
export type Checkout = z.infer<typeof checkout>;

export const sessionBody = z.strictObject({
  sessionId: z.string(text.sessionIdRequired).trim().min(1, text.sessionIdRequired).max(300),
});

/** Dollars; `refunded`: how much was refunded since. `disputed`: the purchase is suspended because of a dispute. */
const paidPart = z.object({
  amount: z.number(),
  refunded: z.number(),
  disputed: z.boolean(),
  sponsorshipDays: z.number(),
  socialPromotion: z.boolean(),
  /** How many cars it sponsors; 1 for any other payment. */
  carCount: z.number(),
});

/** `car` is null for several cars, and if an admin deleted it; it is the public view. */
export const verifiedPayment = z.object({
  success: z.literal(true),
  car: car.nullable(),
  payment: paidPart,
});
export type VerifiedPayment = z.infer<typeof verifiedPayment>;

/** An invoice or credit note in a list of payments; dollars or euro, like the payment. */
export const paymentDocument = z.object({
  id: z.string(),
  number: z.string(),
  isCreditNote: z.boolean(),
  amount: z.number(),
});
export type PaymentDocument = z.infer<typeof paymentDocument>;

/** A payment in its payer's history. Amount in dollars; a time is null if it has not happened. */
export const payment = z.object({
  id: z.string(),
  kind: z.enum(paymentKinds),
  status: z.enum(paymentStates),
  amount: z.number(),
  /** The refunded dollars. */
  refunded: z.number(),
  /** The purchase is suspended: the payment is in dispute. */
  disputed: z.boolean(),
  currency: z.string(),
  sponsorshipDays: z.number(),
  socialPromotion: z.boolean(),
  /** The car; null for subscriptions, unpublished and deleted cars. */
  carId: z.string().nullable(),
  /** "Volkswagen Golf", if the car exists; for several cars the first and how many more: "Audi A6, 2014 + 4". */
  carName: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  fulfilledAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  expiredAt: z.string().nullable(),
  refundedAt: z.string().nullable(),
  /** The invoice and its credit notes, oldest first; empty until they are issued. */
  documents: z.array(paymentDocument),
});
export type Payment = z.infer<typeof payment>;

/** `POST /api/payment/coupon`: a coupon's discount, before paying. */
export const couponBody = z.strictObject({ coupon, what: z.enum(["cars", "dealers"]) });
/** Percent, or dollars. */
export const couponWorth = z.object({ percent: z.number().nullable(), amount: z.number().nullable() });
export type CouponWorth = z.infer<typeof couponWorth>;

/**
 * Filters and order of one's payments; `q`: words of the car, the payment's number or a document's. Invalid
 * values are ignored.
 */
export const historyQuery = z.looseObject({
  q: z.string().trim().max(maxHistorySearch).optional().catch(undefined),
  status: z.enum(paymentStates).optional().catch(undefined),
  order: z.enum(historyOrders).optional().catch(undefined),
});
export type HistoryQuery = Pick<z.output<typeof historyQuery>, "q" | "status" | "order">;

export const paymentEndpoints = {
  "POST /api/payment/coupon": {
    access: "user",
    errors: ["coupon_used", "validation_failed"],
    status: 200,
    body: couponBody,
    output: couponWorth,
    summary: "What a coupon takes off; 400 fields.coupon for an unknown one, 409 coupon_used.",
  },
  "POST /api/payment/create-checkout": {
    access: "user",
    reads: ["Idempotency-Key"],
    errors: [
      "not_yours",
      "car_not_found",
      "car_not_listed",
      "car_is_sold",
      "car_is_archived",
      "already_promoted",
      "nothing_to_pay",
      "price_changed",
      "coupon_used",
      "account_suspended",
      "provider_away",
      "payment_closed",
    ],
    status: 200,
    body: createCheckoutBody,
    pictures: ["carData", "images"],
    output: checkout,
    summary: "Opens a card payment for a car's publication, or for extras of a car on sale.",
  },
  "POST /api/payment/verify-session": {
    access: "public",
    errors: [
      "not_paid",
      "payment_not_found",
      "payment_refunded",
      "payment_closed",
      "car_not_found",
      "provider_away",
    ],
    status: 200,
    body: sessionBody,
    output: verifiedPayment,
    summary: "Whether it is paid; publishes the car if so, once however often it is asked. 402 if not.",
  },
  "POST /api/payment/create-car": {
    access: "public",
    errors: [
      "not_paid",
      "payment_not_found",
      "payment_refunded",
      "payment_closed",
      "car_not_found",
      "provider_away",
    ],
    status: 200,
    body: sessionBody,
    output: car,
    summary: "The same, answering the car.",
  },
  "POST /api/payment/webhook": {
    access: "public",
    errors: ["signature_invalid", "provider_away"],
    accepts: ["application/json"],
    status: 200,
    body: "raw",
    output: z.object({ received: z.literal(true) }),
    summary: "The card payment provider's events, signed over the body as it is.",
  },
  "GET /api/payment/history": {
    access: "user",
    tells: ["X-Total-Count"],
    status: 200,
    query: historyQuery,
    lenient: pageParameters,
    output: z.array(payment),
    summary:
      "One's payments; q, status, order (newest, oldest, amount-down, amount-up), page, limit, X-Total-Count.",
  },
} as const satisfies Record<string, Endpoint>;
