import { z } from "zod";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { paymentMessages as text } from "#domain/messages/payments.ts";
import { refundRequestStates } from "#domain/payments/money-back.ts";
import { entitlements } from "#domain/payments/entitlements.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { paymentMethods } from "#domain/payments/payment-methods.ts";
import { paymentStates, paymentStory } from "#domain/payments/payment-states.ts";
import { payerMails } from "#domain/payments/payer-mails.ts";
import { cleanLine, cleanText } from "#domain/text/clean.ts";
import { pageInfo, person } from "./admin-queues.ts";
import { adminPage, pageQuery, searchText } from "./admin-lists.ts";
import { day, inOrder } from "./admin-watch.ts";
import { idParams } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";
import { paymentDocument } from "./payments.ts";

/**
 * `q`: words of the payer, the car, the payment's number or id, the document or an id at the provider. The days
 * (in Kosovo, both included) are those on which the payment began.
 */
export const paymentListQuery = pageQuery
  .extend({
    q: searchText,
    /** `disputed`: with an undecided dispute. */
    status: z
      .enum([...paymentStates, "disputed"])
      .optional()
      .catch(undefined),
    kind: z.enum(paymentKinds).optional().catch(undefined),
    method: z.enum(paymentMethods).optional().catch(undefined),
    from: day,
    to: day,
  })
  .refine(inOrder, { path: ["from"], error: adminMessages.daysReversed });
export type PaymentListQuery = z.output<typeof paymentListQuery>;

/** A payment in the list. Amounts in units of `currency`; a time is null if it has not happened. */
export const adminPayment = z.object({
  id: z.string(),
  /** Its kind, as in mails to the payer. */
  number: z.string(),
  kind: z.enum(paymentKinds),
  status: z.enum(paymentStates),
  method: z.enum(paymentMethods),
  amount: z.number(),
  /** The refunded part. */
  refunded: z.number(),
  currency: z.string(),
  disputed: z.boolean(),
  /** Null if the account is deleted. */
  payer: person.extend({ businessName: z.string().nullable() }).nullable(),
  carId: z.string().nullable(),
  /** "Volkswagen Golf", if the car exists or waits for its payment. */
  carName: z.string().nullable(),
  /** For a payment by bank or cash. */
  document: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
});
export type AdminPayment = z.infer<typeof adminPayment>;

/** One payment with all its details. */
export const adminPaymentDetails = adminPayment.extend({
  sponsorshipDays: z.number(),
  socialPromotion: z.boolean(),
  months: z.number().nullable(),
  /** The coupon used, and its discount. */
  coupon: z.object({ code: z.string(), discount: z.number() }).nullable(),
  /** The refundable rest. */
  left: z.number(),
  /** What a refund of all that is left would end. */
  ends: z.array(z.enum(entitlements)),
  /** Why it goes back by itself (docs/PAYMENTS.md); null mostly. */
  refundReason: z.string().nullable(),
  /** The e-mail of the admin who entered it. */
  enteredBy: z.string().nullable(),
  /** Its events, oldest first. */
  ledger: z.array(z.object({ event: z.enum(paymentStory), at: z.string() })),
  /** Refunds and lost disputes, oldest first. `by` and `reason` for those requested here. */
  refunds: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["refund", "dispute"]),
      amount: z.number(),
      at: z.string(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
  /** Refunds requested here that are not in the ledger: pending or refused. */
  requests: z.array(
    z.object({
      id: z.string(),
      state: z.enum(refundRequestStates),
      amount: z.number(),
      reason: z.string(),
      at: z.string(),
      by: z.string().nullable(),
    }),
  ),
  disputes: z.array(
    z.object({ id: z.string(), status: z.string(), reason: z.string(), amount: z.number(), at: z.string() }),
  ),
  /** The invoice and its credit notes, oldest first; empty until they are issued. */
  documents: z.array(paymentDocument),
  /** Mails to its payer, oldest first. */
  mails: z.array(z.object({ kind: z.enum(payerMails), at: z.string() })),
  /** Ids at the card payment provider; `url`: the charge in its dashboard, if any. */
  provider: z
    .object({
      account: z.string().nullable(),
      sessionId: z.string().nullable(),
      paymentIntent: z.string().nullable(),
      invoiceId: z.string().nullable(),
      subscriptionId: z.string().nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
});
export type AdminPaymentDetails = z.infer<typeof adminPaymentDetails>;

/** An amount of money in whole cents, one at least. */
const money = z
  .number(text.amountInvalid)
  .min(0.01, text.amountInvalid)
  .max(1_000_000, text.amountInvalid)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, text.amountInvalid);

/** `amount` by default: all that is left. `endsWhatItBought`: for a full refund; true by default. */
export const refundBody = z.strictObject({
  amount: money.optional(),
  reason: z
    .string(text.refundReasonRequired)
    .overwrite(cleanText)
    .min(1, text.refundReasonRequired)
    .max(adminLimits.maxReason, adminMessages.reasonTooLong),
  endsWhatItBought: z.boolean(text.endsInvalid).optional(),
});
export type RefundOrder = z.output<typeof refundBody>;

/**
 * A payment by bank or cash. `what`: the fee of a waiting car (`waitingId` selects it; by default the newest),
 * or a dealer's months (1 by default). `document`: the number on the bank's or cash desk's receipt, unique.
 */
export const manualPaymentBody = z
  .strictObject({
    userId: z.uuid(text.userInvalid),
    what: z.enum(["listing", "dealer"], text.whatInvalid),
    amount: money,
    currency: z
      .string(text.currencyInvalid)
      .toLowerCase()
      .pipe(z.enum(["usd", "eur"], text.currencyInvalid)),
    document: z
      .string(text.documentRequired)
      .overwrite(cleanLine)
      .min(1, text.documentRequired)
      .max(60, text.documentTooLong),
    method: z.enum(["bank", "cash"], text.methodInvalid).default("bank"),
    months: z.int(text.monthsInvalid).min(1, text.monthsInvalid).max(36, text.monthsInvalid).optional(),
    waitingId: z.uuid(text.nothingWaiting).optional(),
    reason: z
      .string(adminMessages.reasonTooLong)
      .overwrite(cleanText)
      .max(adminLimits.maxReason, adminMessages.reasonTooLong)
      .optional(),
  })
  .refine(({ what, months }) => what === "dealer" || months === undefined, {
    path: ["months"],
    error: text.monthsOnlyDealers,
  });
export type ManualPayment = z.output<typeof manualPaymentBody>;

/** What a person could pay by bank or cash. */
export const waitingPayments = z.object({
  cars: z.array(z.object({ id: z.string(), name: z.string(), since: z.string() })),
  dealerUntil: z.string().nullable(),
});
export type WaitingPayments = z.infer<typeof waitingPayments>;

/** Days in Kosovo on which money moved, both included; by default from the beginning until now. */
const daysQuery = z
  .object({ from: day, to: day })
  .refine(inOrder, { path: ["from"], error: adminMessages.daysReversed });

/** The accountant's file of these days by currency, and the sums of ledger and documents; in units of the currency. */
export const paymentSums = z.object({
  sums: z.array(
    z.object({
      currency: z.string(),
      rows: z.number(),
      net: z.number(),
      vat: z.number(),
      gross: z.number(),
      ledgerRows: z.number(),
      ledger: z.number(),
      /** The ledger's part through the provider, without bank and cash. */
      card: z.number(),
      /** The issued invoices and credit notes of these days; other rows have no document yet. */
      documents: z.object({ rows: z.number(), net: z.number(), vat: z.number(), gross: z.number() }),
      /** Rows and gross equal the ledger's, and net, VAT and gross the documents'. */
      equal: z.boolean(),
    }),
  ),
  equal: z.boolean(),
});
export type PaymentSums = z.infer<typeof paymentSums>;

export const adminPaymentEndpoints = {
  "GET /api/admin/payments": {
    ...adminPage,
    query: paymentListQuery,
    output: z.object({ payments: z.array(adminPayment), pagination: pageInfo }),
    summary: "A page of all payments, newest first; q, status, kind, method, from, to.",
  },
  "POST /api/admin/payments": {
    access: "admin",
    reads: ["Idempotency-Key"],
    errors: ["nothing_waiting", "already_subscribed", "account_suspended", "user_not_found"],
    status: 201,
    body: manualPaymentBody,
    output: adminPaymentDetails,
    summary:
      "Enters a payment by bank or cash and carries out what it buys; takes Idempotency-Key. 400 fields.document for one that is entered, 409 nothing_waiting.",
  },
  "GET /api/admin/users/{id}/waiting-payments": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "user_not_found",
    output: waitingPayments,
    summary: "Cars of an account that wait for their fee, and until when it is a dealer.",
  },
  "GET /api/admin/payments/export.csv": {
    access: "admin",
    status: 200,
    query: daysQuery,
    output: "csv",
    summary:
      "Payments and refunds of these days as a CSV file: date, number, payer, what, net, VAT, gross, currency, provider's id, refund of.",
  },
  "GET /api/admin/payments/sums": {
    access: "admin",
    status: 200,
    query: daysQuery,
    output: paymentSums,
    summary: "Whether that file's sums are those of the ledger and of the issued documents, by currency.",
  },
  "GET /api/admin/payments/{id}": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "payment_not_found",
    output: adminPaymentDetails,
    summary: "One payment: its story, money back, mails, and ids at the card payment provider.",
  },
  "POST /api/admin/payments/{id}/refund": {
    access: "admin",
    reads: ["Idempotency-Key"],
    errors: ["refund_under_way", "refund_refused", "provider_away"],
    status: 200,
    params: idParams,
    notFound: "payment_not_found",
    body: refundBody,
    output: adminPaymentDetails,
    summary:
      "Sends money back, whole or in part; takes Idempotency-Key. 400 fields.amount above what is left, 409 while another refund is being made.",
  },
} as const satisfies Record<string, Endpoint>;
