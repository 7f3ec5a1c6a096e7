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

// An invalid page, order or filter falls back to the default, as in the public search.
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

/**
 * Words that must all occur in a row, in any order, ignoring case and accents. Too long a text is refused, not
 * truncated.
 */
export const searchText = z.string().trim().max(adminLimits.maxSearch, text.searchTooLong).optional();

/** The users list, its search and its export. `sort=name_asc`; `role` one of admin, dealer, user. */
export const userListQuery = pageQuery.extend({
  q: searchText,
  sort: sortBy(userSortKeys),
  role: z.enum(userRoles).optional().catch(undefined),
});
export type UserListQuery = z.output<typeof userListQuery>;

/** The cars list, its search and its export. `owner`: only one user's cars. */
export const carListQuery = pageQuery.extend({
  q: searchText,
  sort: sortBy(carSortKeys),
  status: z.enum(carStatuses).optional().catch(undefined),
  owner: z.uuid().optional().catch(undefined),
});
export type CarListQuery = z.output<typeof carListQuery>;

/** `version` is for `If-Match: "<version>"`. */
export const adminUser = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The e-mail address is verified. */
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  /** A dealer now, by hand or by a paid subscription. */
  isDealer: z.boolean(),
  isAdmin: z.boolean(),
  /** The customer's id at the payment provider; null without a subscription. */
  stripeCustomerId: z.string().nullable(),
  /** Active and sold cars. */
  carCount: z.number(),
  businessName: z.string().nullable(),
  /** The latest paid subscription, if any. */
  dealerSubscription: z.object({ active: z.boolean(), expiresAt: z.string().nullable() }).nullable(),
  suspension: suspension.nullable(),
  createdAt: z.string(),
  version: z.number(),
});
export type AdminUser = z.infer<typeof adminUser>;

/** A car with its owner in `user` (specification.md#validation) and the fields for admins. */
export const adminCar = car.omit({ user: true }).extend({
  user: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** Hidden by an admin. */
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

/** specification.md#admin, and the waiting work. All counts are exact; archived cars are in `totalCars`. */
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
    /** Codes of mobile.de in files of the last 90 days without a meaning. */
    codes: z.number(),
    /** Paid for more than five minutes, but not fulfilled. */
    unfulfilled: z.number(),
    refundsDue: z.number(),
    /** Undecided disputes. */
    disputes: z.number(),
    /** Payments and refunds without a document for more than an hour. */
    invoices: z.number(),
    /** Jobs whose retries are used up. */
    failedJobs: z.number(),
  }),
});
export type AdminStats = z.infer<typeof adminStats>;

/** The admin's reason: mailed to the owner and stored in the audit log. Empty counts as none. */
export const reason = z
  .string(text.reasonTooLong)
  .overwrite(cleanText)
  .max(adminLimits.maxReason, text.reasonTooLong)
  .transform((sent) => (sent === "" ? undefined : sent))
  .optional();

/** The body of writes with an optional reason only. */
export const reasonBody = z.strictObject({ reason });
/** For writes whose reason the person must learn. */
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
 * specification.md#admin: any of the fields. `isDealer` makes and unmakes dealers by hand; unmaking is a
 * conflict (409) while a subscription runs.
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

/** The form's own schema: all fields. */
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

/** How many were deleted, and which were not, each with a reason. */
export const bulkDeleted = z.object({
  deleted: z.number(),
  failed: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type BulkDeleted = z.infer<typeof bulkDeleted>;

/** A page of a list for admins. */
export const adminPage = { access: "admin", tells: ["X-Total-Count"], status: 200 } as const;
const oneUser = { access: "admin", status: 200, params: idParams, notFound: "user_not_found" } as const;
const oneCar = { access: "admin", status: 200, params: idParams, notFound: "car_not_found" } as const;
// A list and its search are one call under two addresses.
const usersPage = { ...adminPage, query: userListQuery, output: userList };
const carsPage = { ...adminPage, query: carListQuery, output: carList };

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
    ...oneUser,
    tells: ["ETag"],
    output: adminUser,
    summary: "A user.",
  },
  "PUT /api/admin/users/{id}": {
    ...oneUser,
    reads: ["If-Match"],
    tells: ["ETag"],
    errors: ["email_taken", "admin_protected", "subscription_runs", "last_admin"],
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
    ...oneUser,
    tells: ["ETag"],
    errors: ["admin_protected"],
    body: suspendBody,
    output: adminUser,
    summary:
      "Suspends an account: nothing of it is public, it publishes nothing, its subscription is not charged. 403 for admins.",
  },
  "DELETE /api/admin/users/{id}/suspension": {
    ...oneUser,
    tells: ["ETag"],
    errors: ["admin_protected"],
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
    ...oneCar,
    tells: ["ETag"],
    output: adminCar,
    summary: "A car, whatever its state.",
  },
  "PUT /api/admin/cars/{id}": {
    ...oneCar,
    reads: ["If-Match"],
    tells: ["ETag"],
    errors: ["impossible_move"],
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
    ...oneCar,
    tells: ["ETag"],
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminCar,
    summary: "Takes a car out of public view; its open reports are settled. Once more changes nothing.",
  },
  "POST /api/admin/cars/{id}/show": {
    ...oneCar,
    tells: ["ETag"],
    body: reasonBody,
    bodyMayBeMissing: true,
    output: adminCar,
    summary: "Gives a hidden car back to public view. Once more changes nothing.",
  },
} as const satisfies Record<string, Endpoint>;
