import { z } from "zod";
import { priceBands } from "#domain/cars/price-bands.ts";
import { toldKinds } from "#domain/statistics/stat-kinds.ts";
import { statLimits } from "#domain/statistics/stat-limits.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { idParams, noContent, pageParameters } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** specification.md#statistics. `leads`: visitors who made contact, once a day each. */
const figures = {
  impressions: z.number(),
  views: z.number(),
  leads: z.number(),
  phone: z.number(),
  whatsapp: z.number(),
  viber: z.number(),
  favourites: z.number(),
  shares: z.number(),
  /** Opened from the QR code of the window sheet. */
  sheetScans: z.number(),
};
export const statTotals = z.object(figures);
export type StatTotals = z.infer<typeof statTotals>;

/** `date` is YYYY-MM-DD, of Europe/Belgrade. */
export const statDay = z.object({ date: z.string(), ...figures });
export type StatDay = z.infer<typeof statDay>;

/** Among comparable cars on sale; 1: none is cheaper. EUR. */
const priceRank = z.object({
  position: z.number(),
  of: z.number(),
  ifLowerBy: z.array(z.object({ euro: z.number(), position: z.number() })),
});

export const carStats = z.object({
  /** With today, oldest first; days without events are 0. */
  days: z.array(statDay),
  totals: statTotals,
  /** The median of comparables over the same days; null if there are too few. */
  expected: z.object({ views: z.number(), leads: z.number() }).nullable(),
  priceRank: priceRank.nullable(),
});
export type CarStats = z.infer<typeof carStats>;

/** A car of a dealer's stock with its figures for the report's days. Price EUR. */
export const reportCar = statTotals.extend({
  id: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  price: z.number(),
  state: z.enum(["active", "sold"]),
  priceBand: z.enum(priceBands).nullable(),
  /** Days from the publication to today, or to the sale. */
  daysListed: z.number(),
  /** YYYY-MM-DD; null while it is on sale. */
  soldOn: z.string().nullable(),
});
export type ReportCar = z.infer<typeof reportCar>;

export const dealerReport = z.object({
  days: z.array(statDay),
  totals: statTotals,
  /** Cars on sale, and cars sold within these days, the longest listed first: a page of them. */
  cars: z.array(reportCar),
  stock: z.object({
    active: z.number(),
    sold: z.number(),
    /** The median of days listed: of cars on sale, and of those sold within these days; null if there are none. */
    medianDaysListed: z.number().nullable(),
    medianDaysToSell: z.number().nullable(),
  }),
});
export type DealerReport = z.infer<typeof dealerReport>;

const days = z.coerce
  .number(text.daysInvalid)
  .int(text.daysInvalid)
  .min(1, text.daysInvalid)
  .max(statLimits.maxDays, text.daysInvalid)
  .default(statLimits.usualDays);
const daysQuery = z.object({ days });
/** `page` and `limit` are parsed leniently. */
const reportQuery = z.looseObject({ days });

/** Whether a dealer gets the monthly mail about the stock. */
export const stockReportMails = z.object({ enabled: z.boolean() });
export type StockReportMails = z.infer<typeof stockReportMails>;

export const statisticsEndpoints = {
  "POST /api/cars/{id}/events": {
    access: "public",
    status: 204,
    params: idParams,
    notFound: "car_not_found",
    body: z.strictObject({ kind: z.enum(toldKinds, text.kindUnknown) }),
    output: noContent,
    summary:
      "Counts that a visitor wrote to the seller, shared the car, chose it for a comparison or scanned its window sheet.",
  },
  "GET /api/cars/{id}/stats": {
    access: "user",
    errors: ["not_yours"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    query: daysQuery,
    output: carStats,
    summary: "How often a car was shown, opened and asked about, by day; for its owner and admins.",
  },
  "GET /api/dealer/report": {
    access: "user",
    key: "statistics",
    tells: ["X-Total-Count"],
    errors: ["dealers_only", "validation_failed"],
    status: 200,
    query: reportQuery,
    lenient: pageParameters,
    output: dealerReport,
    summary: "The same of a dealer's whole stock, car by car; days, page, limit, X-Total-Count.",
  },
  "GET /api/dealer/report.csv": {
    access: "user",
    key: "statistics",
    errors: ["dealers_only"],
    status: 200,
    query: daysQuery,
    output: "csv",
    summary: "The report's cars, all of them, as a file.",
  },
  "GET /api/dealer/report-mails": {
    access: "user",
    key: "statistics",
    errors: ["dealers_only"],
    status: 200,
    output: stockReportMails,
    summary: "Whether one gets the monthly mail about the stock.",
  },
  "PUT /api/dealer/report-mails": {
    access: "user",
    key: "statistics",
    errors: ["dealers_only"],
    status: 200,
    body: z.strictObject({ enabled: z.boolean(text.enabledRequired) }),
    output: stockReportMails,
    summary: "Switches the monthly mail on, also after its own link has ended it, or off.",
  },
} as const satisfies Record<string, Endpoint>;
