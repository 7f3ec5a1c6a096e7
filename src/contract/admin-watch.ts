import { endpointStates } from "#domain/payments/endpoint-states.ts";
import { z } from "zod";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { auditActions, auditTargets } from "#domain/admin/audit.ts";
import { configurationFaults } from "#domain/operation/configuration.ts";
import { priceFitOutcomes } from "#domain/operation/fit-outcomes.ts";
import { adminMessages as text } from "#domain/messages/admin.ts";
import { pageInfo } from "./admin-queues.ts";
import { adminPage, pageQuery, searchText } from "./admin-lists.ts";
import type { Endpoint } from "./endpoint.ts";
import { noContent } from "./common.ts";

/** A day in Kosovo of this century, YYYY-MM-DD; "" counts as omitted. */
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

/** One admin write. `before` and `after` have the changed fields, or the deleted record; null if empty. */
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

/** Every day of the range, oldest first. `income` in dollars: paid that day minus refunded that day. */
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

/** The last twelve weeks, oldest first; the current one so far. `income` as in the charts. */
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

/** The site's health. Bytes and seconds are whole numbers. */
export const adminHealth = z.object({
  jobs: z.object({
    /** Waiting jobs, without those that failed for good. */
    waiting: z.number(),
    /** When the oldest due job should have started; null if none is due. */
    oldestDueAt: z.string().nullable(),
    /** Failed at least once, to be retried. */
    retrying: z.number(),
    /** Retries are used up. */
    failed: z.number(),
    /** When the newest of them failed; null if there is none. */
    lastFailedAt: z.string().nullable(),
    /** Failed and failing jobs, newest first, at most 50. */
    troubled: z.array(
      z.object({
        id: z.string(),
        task: z.string(),
        attempts: z.number(),
        maxAttempts: z.number(),
        /** The error's first line, without addresses. */
        error: z.string(),
        nextTryAt: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
  }),
  configuration: z.object({ publicUrl: z.string(), faults: z.array(z.enum(configurationFaults)) }),
  mails: z.object({
    transport: z.enum(["smtp", "outbox"]),
    waiting: z.number(),
    failed: z.number(),
    lastFailedAt: z.string().nullable(),
  }),
  payments: z.object({
    /** Card pages that are open. */
    open: z.number(),
    /** Paid, but not fulfilled: more than a few for a minute is a problem. */
    unfulfilled: z.number(),
    oldestUnfulfilledAt: z.string().nullable(),
    refundsDue: z.number(),
    /** Undecided disputes. */
    disputes: z.number(),
    /** Payments and refunds without a document, and since when the oldest waits. */
    invoicesDue: z.number(),
    oldestInvoiceDueAt: z.string().nullable(),
    /** The sandbox, or a key of Stripe's test mode. */
    testMode: z.boolean(),
    /** The connection to Stripe at start; null with the sandbox, and until it is known. */
    provider: z
      .object({
        reachable: z.boolean(),
        https: z.boolean(),
        /** The webhook endpoint for this site's address; null if unknown. */
        endpoint: z.enum(endpointStates).nullable(),
      })
      .nullable(),
    /** An event signed with the current webhook secret has arrived. */
    webhookConfirmed: z.boolean(),
  }),
  storage: z.object({
    databaseBytes: z.number(),
    photos: z.number(),
    /** Null with an S3 store, and until it is measured. */
    photoBytes: z.number().nullable(),
    photoStore: z.enum(["disk", "s3"]),
    /** Of the disk that holds the data folder. */
    diskFreeBytes: z.number(),
    diskTotalBytes: z.number(),
    /** The newest backup in DATA_DIR/backups; null if there is none, or if backups are stored elsewhere. */
    lastBackupAt: z.string().nullable(),
  }),
  /** Fitting prices (specification.md#price-estimate). */
  prices: z.object({
    /** The fit in use; null before the first. The error is the median one on its hold-out, as a share. */
    fittedAt: z.string().nullable(),
    listings: z.number().nullable(),
    medianError: z.number().nullable(),
    /** The last attempt; null before the first. `worse`: rejected, because it is worse by a fifth. */
    triedAt: z.string().nullable(),
    outcome: z.enum(priceFitOutcomes).nullable(),
    triedError: z.number().nullable(),
  }),
  /** Cars that wait for a review (GET /api/admin/review). */
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
    ...adminPage,
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
