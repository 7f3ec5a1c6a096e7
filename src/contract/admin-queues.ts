import { z } from "zod";
import { carLimits } from "#domain/cars/car-limits.ts";
import { carMessages } from "#domain/messages/car.ts";
import { reportReasons, reportStates } from "#domain/reports/report-reasons.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { adminCar, adminPage, pageQuery, reasonBody } from "./admin-lists.ts";
import type { Endpoint } from "./endpoint.ts";
import { idParams } from "./common.ts";
import { payment } from "./payments.ts";

/** Pagination of a list: `total` is exact, also in X-Total-Count. */
export const pageInfo = z.object({
  page: z.number(),
  total: z.number(),
  totalPages: z.number(),
  hasPrevPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type PageInfo = z.infer<typeof pageInfo>;

/** A person in the administration's lists. */
export const person = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});

// Suggested models --------------------------------------------------------------------------------------------------

const modelName = z
  .string(carMessages.modelRequired)
  .overwrite(cleanLine)
  .min(1, carMessages.modelRequired)
  .max(carLimits.maxModel, carMessages.modelTooLong);

/** A typed model that is missing in the catalogue. */
export const suggestedModel = z.object({
  id: z.string(),
  brand: z.string(),
  name: z.string(),
  /** Cars with it, ignoring case and accents. */
  carCount: z.number(),
  /** Null if the account is deleted. */
  suggestedBy: person.nullable(),
  createdAt: z.string(),
});
export type SuggestedModel = z.infer<typeof suggestedModel>;

/** `name` corrects it; by default it is accepted unchanged. */
export const approveModelBody = z.strictObject({ name: modelName.optional() });
/** `into`: a model of the catalogue, of the same brand. */
export const mergeModelBody = z.strictObject({ into: modelName });
/** The result; `movedCars` got the catalogue's spelling. */
export const modelDecided = z.object({ brand: z.string(), model: z.string(), movedCars: z.number() });

// Reports -----------------------------------------------------------------------------------------------------------

export const reportListQuery = pageQuery.extend({
  /** `open` (the queue, oldest first) or `decided` (newest first). */
  state: z.enum(["open", "decided"]).optional().catch(undefined),
});

export const adminReport = z.object({
  id: z.string(),
  reason: z.enum(reportReasons),
  text: z.string().nullable(),
  /**
   * Whether the reporter left an address and waits for an answer, or when it was sent. The address itself stays
   * on the server.
   */
  wantsAnswer: z.boolean(),
  toldAt: z.string().nullable(),
  /** The reporting account; null for guests and deleted accounts. */
  reporter: person.nullable(),
  state: z.enum(reportStates),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  /** The admin's e-mail. */
  decidedBy: z.string().nullable(),
  /** "Volkswagen Golf, 2016", also after the car is deleted. */
  carName: z.string(),
  /** Null if it is deleted. `hidden`: whether it is hidden now. */
  car: adminCar.nullable(),
});
export type AdminReport = z.infer<typeof adminReport>;

// Social promotion --------------------------------------------------------------------------------------------------

export const postListQuery = pageQuery.extend({
  /** `waiting` (most urgent first) or `posted` (newest first). */
  state: z.enum(["waiting", "posted"]).optional().catch(undefined),
});

/** A car bought with social promotion, due 24 h after the payment. */
export const socialPost = z.object({
  id: z.string(),
  car: adminCar,
  /** Ready to paste. */
  text: z.string(),
  /** Addresses of its pictures, the main one first. */
  pictures: z.array(z.string()),
  /** The car's page, absolute. */
  link: z.string(),
  dueAt: z.string(),
  /** Whether buyers can find the car; `car` has the reason if not. Do not post it then. */
  onSale: z.boolean(),
  /** Not while the car is not on sale. */
  overdue: z.boolean(),
  postedAt: z.string().nullable(),
  /** The admin's e-mail. */
  postedBy: z.string().nullable(),
});
export type SocialPost = z.infer<typeof socialPost>;

// One account ---------------------------------------------------------------------------------------------------------

export const adminQueueEndpoints = {
  "GET /api/admin/users/{id}/reports": {
    ...adminPage,
    params: idParams,
    query: pageQuery,
    output: z.object({ reports: z.array(adminReport), pagination: pageInfo }),
    summary: "All reports of this account's cars, newest first, also of cars that are deleted.",
  },
  "GET /api/admin/users/{id}/payments": {
    ...adminPage,
    params: idParams,
    query: pageQuery,
    output: z.object({ payments: z.array(payment), pagination: pageInfo }),
    summary: "What this account has paid, newest first.",
  },
  "GET /api/admin/models": {
    ...adminPage,
    query: pageQuery,
    output: z.object({ models: z.array(suggestedModel), pagination: pageInfo }),
    summary: "Suggested models that wait, oldest first.",
  },
  "POST /api/admin/models/{id}/approve": {
    access: "admin",
    errors: ["model_exists"],
    status: 200,
    params: idParams,
    notFound: "model_not_found",
    body: approveModelBody,
    output: modelDecided,
    summary:
      "Takes a suggested model into the catalogue, under a corrected name if given; 409 if it is there.",
  },
  "POST /api/admin/models/{id}/merge": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "model_not_found",
    body: mergeModelBody,
    output: modelDecided,
    summary: "Drops a suggestion in favour of a model of the catalogue; its cars move there.",
  },
  "POST /api/admin/models/{id}/refuse": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "model_not_found",
    output: modelDecided,
    summary: "Drops a suggestion for good; cars keep what their sellers typed.",
  },
  "GET /api/admin/reports": {
    ...adminPage,
    query: reportListQuery,
    output: z.object({ reports: z.array(adminReport), pagination: pageInfo }),
    summary: "Reports of cars: those that wait, or those that are decided.",
  },
  "POST /api/admin/reports/{id}/hide": {
    access: "admin",
    errors: ["report_decided", "report_car_gone"],
    status: 200,
    params: idParams,
    notFound: "report_not_found",
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminReport,
    summary: "Hides the reported car; settles all its open reports, and tells who left an address.",
  },
  "POST /api/admin/reports/{id}/restore": {
    access: "admin",
    errors: ["report_decided", "report_car_gone"],
    status: 200,
    params: idParams,
    notFound: "report_not_found",
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminReport,
    summary: "Shows a car again that was hidden because of this report.",
  },
  "POST /api/admin/reports/{id}/dismiss": {
    access: "admin",
    errors: ["report_decided", "report_car_gone"],
    status: 200,
    params: idParams,
    notFound: "report_not_found",
    output: adminReport,
    summary: "Leaves the car as it is; tells who left an address.",
  },
  "GET /api/admin/social": {
    ...adminPage,
    query: postListQuery,
    output: z.object({ posts: z.array(socialPost), pagination: pageInfo }),
    summary: "Cars to be posted on social networks, the most urgent first; or those that were.",
  },
  "POST /api/admin/social/{id}/posted": {
    access: "admin",
    errors: ["already_promoted"],
    status: 200,
    params: idParams,
    notFound: "post_not_found",
    output: socialPost,
    summary: "Ticks a post off. Once more changes nothing.",
  },
  "DELETE /api/admin/social/{id}/posted": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "post_not_found",
    output: socialPost,
    summary: "Takes the tick back.",
  },
} as const satisfies Record<string, Endpoint>;
