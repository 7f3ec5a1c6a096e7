import { z } from "zod";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import {
  carSortKeys,
  carStatuses,
  defaultSort,
  parseSort,
  type Sort,
  userRoles,
  userSortKeys,
} from "#domain/admin/admin-sorts.ts";
import { adminMessages as text } from "#domain/messages/admin.ts";
import { carMessages } from "#domain/messages/car.ts";
import { cleanText } from "#domain/text/clean.ts";
import { registerBody, suspension } from "./accounts.ts";
import { car, carFields } from "./cars.ts";
import type { Endpoint } from "./endpoint.ts";
import { idParams, noContent } from "./common.ts";

// What is no list's page, order or filter falls back to the first page of all, as in the public search.
function wholeNumber(fallback: number, most: number) {
  return z
    .union([z.number(), z.string()])
    .optional()
    .transform((sent) => {
      const value = sent === undefined || sent === "" ? Number.NaN : Number(sent);
      return Number.isInteger(value) && value >= 1 ? Math.min(value, most) : fallback;
    });
}

function sortBy<const Key extends string>(keys: readonly Key[]) {
  return z
    .string()
    .optional()
    .transform((sent): Sort<Key | "createdAt"> => parseSort(keys, sent ?? "") ?? defaultSort);
}

/** `page` from 1, `limit` 20, at most 100. */
export const pageQuery = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(adminLimits.pageSize, adminLimits.maxPageSize),
});

/** Words that must all be found in a row, in any order, case and accents aside. Too long a text is refused, not cut. */
export const searchText = z.string().trim().max(adminLimits.maxSearch, text.searchTooLong).optional();

/** The users list, its search and its export. `sort=name_asc`; `role` one of admin, dealer, user. */
export const userListQuery = pageQuery.extend({
  q: searchText,
  sort: sortBy(userSortKeys),
  role: z.enum(userRoles).optional().catch(undefined),
});
export type UserListQuery = z.output<typeof userListQuery>;

/** The cars list, its search and its export. `owner`: one user's cars alone. */
export const carListQuery = pageQuery.extend({
  q: searchText,
  sort: sortBy(carSortKeys),
  status: z.enum(carStatuses).optional().catch(undefined),
  owner: z.uuid().optional().catch(undefined),
});
export type CarListQuery = z.output<typeof carListQuery>;

/** What `If-Match` compares stands in `version`: send it back as `If-Match: "<version>"`. */
export const adminUser = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A mailed link came back from the address. */
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  /** By hand or by a paid subscription, at this moment. */
  isDealer: z.boolean(),
  isAdmin: z.boolean(),
  /** The payment provider's id; null for who has bought no subscription. */
  stripeCustomerId: z.string().nullable(),
  /** Active and sold cars. */
  carCount: z.number(),
  businessName: z.string().nullable(),
  /** The paid subscription, where there has been one. */
  dealerSubscription: z.object({ active: z.boolean(), expiresAt: z.string().nullable() }).nullable(),
  suspension: suspension.nullable(),
  createdAt: z.string(),
  version: z.number(),
});
export type AdminUser = z.infer<typeof adminUser>;

/** A car as everywhere, but with its owner in `user` (specification.md#validation), and what admins alone need. */
export const adminCar = car.omit({ user: true }).extend({
  user: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** Taken out of public view by an admin. */
  hidden: z.boolean(),
  openReports: z.number(),
  version: z.number(),
});
export type AdminCar = z.infer<typeof adminCar>;

const pagination = {
  page: z.number(),
  totalPages: z.number(),
  hasPrevPage: z.boolean(),
  hasNextPage: z.boolean(),
};

/** "Gjetur {totalUsers} nga {allUsers} përdorues": both exact. */
export const userList = z.object({
  users: z.array(adminUser),
  pagination: z.object({ ...pagination, totalUsers: z.number(), allUsers: z.number() }),
});
export type UserList = z.infer<typeof userList>;

export const carList = z.object({
  cars: z.array(adminCar),
  pagination: z.object({ ...pagination, totalCars: z.number(), allCars: z.number() }),
});
export type CarList = z.infer<typeof carList>;

/** specification.md#admin, and what waits for an admin. All counts exact; archived cars are in `totalCars`. */
export const adminStats = z.object({
  totalUsers: z.number(),
  totalDealers: z.number(),
  totalCars: z.number(),
  activeCars: z.number(),
  soldCars: z.number(),
  recentUsers: z.array(adminUser),
  recentCars: z.array(adminCar),
  waiting: z.object({
    reports: z.number(),
    reviews: z.number(),
    models: z.number(),
    posts: z.number(),
    postsOverdue: z.number(),
    verifications: z.number(),
    /** Codes of mobile.de in files of the last 90 days that nobody has said the meaning of. */
    codes: z.number(),
    /** Paid for more than five minutes, and not carried out. */
    unfulfilled: z.number(),
    refundsDue: z.number(),
    /** Objections of cardholders' banks that nobody has decided. */
    disputes: z.number(),
    /** Payments and refunds that have waited for their document for more than an hour. */
    invoices: z.number(),
    /** Jobs that were tried as often as allowed. */
    failedJobs: z.number(),
  }),
});
export type AdminStats = z.infer<typeof adminStats>;

/** Why an admin does it: the owner is told, and the audit log keeps it. Empty counts as none. */
export const reason = z
  .string(text.reasonTooLong)
  .overwrite(cleanText)
  .max(adminLimits.maxReason, text.reasonTooLong)
  .transform((sent) => (sent === "" ? undefined : sent))
  .optional();

/** The body of writes that take nothing but a reason; it may be left out. */
export const reasonBody = z.strictObject({ reason });
/** Where the person must be told why. */
export const suspendBody = z.strictObject({
  reason: z
    .string(text.reasonRequired)
    .overwrite(cleanText)
    .min(1, text.reasonRequired)
    .max(adminLimits.maxReason, text.reasonTooLong),
});
/** The same for deletions, in the query. */
export const reasonQuery = z.object({ reason });

const person = registerBody.shape;

/**
 * specification.md#admin: any of the fields. `isDealer` makes and unmakes dealers by hand; it is a conflict (409) to
 * take it from somebody whose subscription runs.
 */
export const updateUserBody = z
  .strictObject({
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
    isDealer: z.boolean(carMessages.optionInvalid),
    isAdmin: z.boolean(carMessages.optionInvalid),
    reason,
  })
  .partial();
export type UpdateUser = z.output<typeof updateUserBody>;

/** The form's own: all of them. */
export const userForm = updateUserBody.required().extend({ reason });

/** specification.md#admin; bounds and texts are those of the seller's form. */
export const updateAdminCarBody = carFields
  .pick({
    brand: true,
    model: true,
    year: true,
    price: true,
    mileage: true,
    location: true,
    fuel: true,
    type: true,
  })
  .extend({ sold: z.boolean(carMessages.optionInvalid).optional(), reason });
export type UpdateAdminCar = z.output<typeof updateAdminCarBody>;

export const bulkDeleteBody = z.strictObject({
  ids: z
    .array(z.string(text.idsRequired), text.idsRequired)
    .min(1, text.idsRequired)
    .max(adminLimits.maxBulk, text.idsTooMany),
  reason,
});

/** How many went, and which did not, each with the reason for a person. */
export const bulkDeleted = z.object({
  deleted: z.number(),
  failed: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type BulkDeleted = z.infer<typeof bulkDeleted>;

const aPage = { access: "admin", tells: ["X-Total-Count"], status: 200 } as const;
// A list and its search are one call under two addresses.
const usersPage = { ...aPage, query: userListQuery, output: userList };
const carsPage = { ...aPage, query: carListQuery, output: carList };

export const adminListEndpoints = {
  "GET /api/admin/stats": {
    access: "admin",
    status: 200,
    output: adminStats,
    summary: "The overview: counts, newest users and cars, and what waits for an admin.",
  },
  "GET /api/admin/users": {
    ...usersPage,
    summary: "A page of users; q, role, sort (name_asc, email_desc, …), page, limit.",
  },
  "GET /api/admin/users/search": {
    ...usersPage,
    summary: "The same: users whose name, e-mail, phone or business holds every word of q.",
  },
  "GET /api/admin/users/export": {
    access: "admin",
    status: 200,
    query: userListQuery,
    output: "csv",
    summary: "The whole list, searched and sorted alike, as a CSV file (UTF-8 with BOM, semicolons).",
  },
  "GET /api/admin/users/{id}": {
    access: "admin",
    tells: ["ETag"],
    status: 200,
    params: idParams,
    notFound: "user_not_found",
    output: adminUser,
    summary: "A user.",
  },
  "PUT /api/admin/users/{id}": {
    access: "admin",
    reads: ["If-Match"],
    tells: ["ETag"],
    errors: ["email_taken", "admin_protected", "subscription_runs", "last_admin"],
    status: 200,
    params: idParams,
    notFound: "user_not_found",
    body: updateUserBody,
    output: adminUser,
    summary: "Changes a user; 412 where If-Match names another version, 403 for admins.",
  },
  "DELETE /api/admin/users/{id}": {
    access: "admin",
    errors: ["admin_protected"],
    status: 204,
    params: idParams,
    notFound: "user_not_found",
    query: reasonQuery,
    output: noContent,
    summary: "Deletes a user with sessions, subscription, cars and photos; 403 for admins.",
  },
  "POST /api/admin/users/{id}/suspension": {
    access: "admin",
    tells: ["ETag"],
    errors: ["admin_protected"],
    status: 200,
    params: idParams,
    notFound: "user_not_found",
    body: suspendBody,
    output: adminUser,
    summary:
      "Suspends an account: nothing of it is public, it publishes nothing, its subscription is not charged. 403 for admins.",
  },
  "DELETE /api/admin/users/{id}/suspension": {
    access: "admin",
    tells: ["ETag"],
    errors: ["admin_protected"],
    status: 200,
    params: idParams,
    notFound: "user_not_found",
    query: reasonQuery,
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminUser,
    summary: "Lifts a suspension; the reason may stand in the body or in the query.",
  },
  "POST /api/admin/users/bulk-delete": {
    access: "admin",
    status: 200,
    body: bulkDeleteBody,
    output: bulkDeleted,
    summary: "Deletes up to 500 users; says which were not.",
  },
  "GET /api/admin/cars": {
    ...carsPage,
    summary: "A page of all cars; q, status, owner, sort (name_asc, price_desc, …), page, limit.",
  },
  "GET /api/admin/cars/search": {
    ...carsPage,
    summary: "The same: cars whose brand, model, number, or owner holds every word of q.",
  },
  "GET /api/admin/cars/export": {
    access: "admin",
    status: 200,
    query: carListQuery,
    output: "csv",
    summary: "The whole list, searched and sorted alike, as a CSV file (UTF-8 with BOM, semicolons).",
  },
  "GET /api/admin/cars/{id}": {
    access: "admin",
    tells: ["ETag"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: adminCar,
    summary: "A car, whatever its state.",
  },
  "PUT /api/admin/cars/{id}": {
    access: "admin",
    reads: ["If-Match"],
    tells: ["ETag"],
    errors: ["impossible_move"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: updateAdminCarBody,
    output: adminCar,
    summary: "Changes a car; 412 where If-Match names another version.",
  },
  "DELETE /api/admin/cars/{id}": {
    access: "admin",
    status: 204,
    params: idParams,
    notFound: "car_not_found",
    query: reasonQuery,
    output: noContent,
    summary: "Deletes a car for good; its owner is told, with the reason.",
  },
  "POST /api/admin/cars/bulk-delete": {
    access: "admin",
    status: 200,
    body: bulkDeleteBody,
    output: bulkDeleted,
    summary: "Deletes up to 500 cars for good; says which were not.",
  },
  "POST /api/admin/cars/{id}/hide": {
    access: "admin",
    tells: ["ETag"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminCar,
    summary: "Takes a car out of public view; its open reports are settled. Once more changes nothing.",
  },
  "POST /api/admin/cars/{id}/show": {
    access: "admin",
    tells: ["ETag"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminCar,
    summary: "Gives a hidden car back to public view. Once more changes nothing.",
  },
} as const satisfies Record<string, Endpoint>;
