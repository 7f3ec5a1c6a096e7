import { endpointStates } from "#domain/payments/endpoint-states.ts";
import { z } from "zod";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { auditActions, auditTargets } from "#domain/admin/audit.ts";
import { configurationFaults } from "#domain/operation/configuration.ts";
import { priceFitOutcomes } from "#domain/operation/fit-outcomes.ts";
import { adminMessages as text } from "#domain/messages/admin.ts";
import { pageInfo } from "./admin-desk.ts";
import { pageQuery, searchText } from "./admin-lists.ts";
import type { Endpoint } from "./endpoint.ts";
import { noContent } from "./common.ts";

/** A day in Kosovo of this century, YYYY-MM-DD; "" as if it were left out. */
export const day = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.iso
    .date(text.dayInvalid)
    .refine((value) => value.startsWith("20"), text.dayInvalid)
    .optional(),
);

export function inOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

// Audit log ---------------------------------------------------------------------------------------------------------

/** `who`: part of the admin's e-mail; `q`: part of the target's label or its id; days in Kosovo, both included. */
export const auditQuery = pageQuery
  .extend({
    who: searchText,
    action: z.enum(auditActions).optional().catch(undefined),
    target: z.enum(auditTargets).optional().catch(undefined),
    q: searchText,
    from: day,
    to: day,
  })
  .refine(inOrder, { path: ["from"], error: text.daysReversed });
export type AuditQuery = z.output<typeof auditQuery>;

/** One admin write. `before` and `after` hold the fields that changed, or what was deleted; null where there is nothing. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  who: z.object({ _id: z.string(), email: z.string() }),
  action: z.enum(auditActions),
  target: z.object({ kind: z.enum(auditTargets), id: z.string(), label: z.string() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

// Charts ------------------------------------------------------------------------------------------------------------

/** Days in Kosovo, both included; the last 30 by default, at most two years. */
export const chartQuery = z
  .object({ from: day, to: day })
  .refine(inOrder, { path: ["from"], error: text.daysReversed })
  .refine(
    ({ from, to }) =>
      from === undefined ||
      to === undefined ||
      (Date.parse(to) - Date.parse(from)) / 86_400_000 < adminLimits.maxChartDays,
    { path: ["from"], error: text.daysTooMany },
  );

/** Every day of the range, oldest first. `income` in dollars: what was paid that day, less what went back. */
export const adminCharts = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(
    z.object({
      day: z.string(),
      registrations: z.number(),
      /** Published. */
      cars: z.number(),
      /** Marked as sold. */
      sales: z.number(),
      income: z.number(),
    }),
  ),
});
export type AdminCharts = z.infer<typeof adminCharts>;

/** The last twelve weeks, oldest first; the present one as far as it has come. `income` as in the charts. */
export const adminWeeks = z.object({
  weeks: z.array(
    z.object({
      /** Its Monday in Kosovo. */
      from: z.string(),
      accounts: z.number(),
      /** Published. */
      cars: z.number(),
      income: z.number(),
    }),
  ),
});
export type AdminWeeks = z.infer<typeof adminWeeks>;

// Health ------------------------------------------------------------------------------------------------------------

/** The site as its operator wants to see it. Bytes and seconds are whole numbers. */
export const adminHealth = z.object({
  jobs: z.object({
    /** To be done, now or later; not those that failed for good. */
    waiting: z.number(),
    /** When the longest due one should have begun; null where none is due. */
    oldestDueAt: z.string().nullable(),
    /** Failed at least once, and will be tried again. */
    retrying: z.number(),
    /** Tried as often as allowed. */
    failed: z.number(),
    /** The failed and failing ones, newest first, at most 50. */
    troubled: z.array(
      z.object({
        id: z.string(),
        task: z.string(),
        attempts: z.number(),
        maxAttempts: z.number(),
        /** The failure's first line, without addresses. */
        error: z.string(),
        nextTryAt: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
  }),
  configuration: z.object({ publicUrl: z.string(), faults: z.array(z.enum(configurationFaults)) }),
  mails: z.object({ transport: z.enum(["smtp", "outbox"]), waiting: z.number(), failed: z.number() }),
  payments: z.object({
    /** Card pages that are open. */
    open: z.number(),
    /** Paid, and not carried out yet: more than a few for a minute is trouble. */
    unfulfilled: z.number(),
    oldestUnfulfilledAt: z.string().nullable(),
    refundsDue: z.number(),
    /** Objections of cardholders' banks that wait for an answer or a decision. */
    disputes: z.number(),
    /** Payments and refunds that wait for their document, and since when the oldest does. */
    invoicesDue: z.number(),
    oldestInvoiceDueAt: z.string().nullable(),
    /** The sandbox, or a key of Stripe's test mode. */
    testMode: z.boolean(),
    /** How the site stands with Stripe, as its start found it; null with the sandbox, and until it is known. */
    provider: z
      .object({
        reachable: z.boolean(),
        https: z.boolean(),
        /** The webhook endpoint for this site's address; null where it can't be told. */
        endpoint: z.enum(endpointStates).nullable(),
      })
      .nullable(),
    /** An event has come that was signed with the webhook secret that is set now. */
    webhookConfirmed: z.boolean(),
  }),
  storage: z.object({
    databaseBytes: z.number(),
    photos: z.number(),
    /** Null where photos lie in an S3 store, and until it has been measured. */
    photoBytes: z.number().nullable(),
    photoStore: z.enum(["disk", "s3"]),
    /** Of the disk that holds the data folder. */
    diskFreeBytes: z.number(),
    diskTotalBytes: z.number(),
    /** The newest in DATA_DIR/backups; null where there is none, as where they are made elsewhere. */
    lastBackupAt: z.string().nullable(),
  }),
  /** Learning prices (specification.md#price-estimate). */
  prices: z.object({
    /** Of the fit in use; null until one was taken. The error is the median one on its hold-out, of 1. */
    fittedAt: z.string().nullable(),
    listings: z.number().nullable(),
    medianError: z.number().nullable(),
    /** Of the last try; null before the first. `worse`: not taken, because it is worse by a fifth. */
    triedAt: z.string().nullable(),
    outcome: z.enum(priceFitOutcomes).nullable(),
    triedError: z.number().nullable(),
  }),
  /** Cars that wait for an admin's look (GET /api/admin/review). */
  reviews: z.object({ open: z.number() }),
  search: z.object({ loaded: z.boolean(), listening: z.boolean(), cars: z.number() }),
  versions: z.object({
    site: z.string(),
    node: z.string(),
    postgres: z.string(),
    migration: z.string(),
  }),
  process: z.object({ uptimeSeconds: z.number(), memoryBytes: z.number(), startedAt: z.string() }),
  at: z.string(),
});
export type AdminHealth = z.infer<typeof adminHealth>;

export const adminWatchEndpoints = {
  "GET /api/admin/audit": {
    access: "admin",
    tells: ["X-Total-Count"],
    status: 200,
    query: auditQuery,
    output: z.object({ entries: z.array(auditEntry), pagination: pageInfo }),
    summary: "Admin writes, newest first; who, action, target, q, from, to.",
  },
  "GET /api/admin/charts": {
    access: "admin",
    status: 200,
    query: chartQuery,
    output: adminCharts,
    summary: "Registrations, cars, sales and income by day.",
  },
  "GET /api/admin/weeks": {
    access: "admin",
    status: 200,
    output: adminWeeks,
    summary: "Accounts, cars and income by week, of the last twelve.",
  },
  "GET /api/admin/health": {
    access: "admin",
    monitoring: true,
    status: 200,
    output: adminHealth,
    summary: "Jobs, mails, payments, storage, versions of this process.",
  },
  "POST /api/admin/jobs/{id}/retry": {
    access: "admin",
    errors: ["job_not_found"],
    status: 204,
    params: z.object({ id: z.string() }),
    output: noContent,
    summary: "Tries a failed job again, now.",
  },
} as const satisfies Record<string, Endpoint>;
