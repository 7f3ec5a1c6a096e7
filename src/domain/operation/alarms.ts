import type { EndpointState } from "#domain/payments/endpoint-states.ts";
import type { PriceFitOutcome } from "./fit-outcomes.ts";

/** What raises an alarm (docs/operations/admins.md); each is mailed. */
export const alarmKinds = [
  /** Somebody paid and got nothing. */
  "payments_unfulfilled",
  "disputes",
  /** Paid or refunded without a document: usually the company's data is missing. */
  "invoices_waiting",
  "jobs_late",
  "jobs_failed",
  "mails_failed",
  "disk_low",
  "provider",
  /** Visitors see old cars. */
  "search_blind",
  /** A social promotion promised within a day is late. */
  "posts_overdue",
  "prices_worse",
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Input of the alarms, as the health page shows it. */
export interface AlarmFacts {
  readonly jobs: { readonly oldestDueAt: string | null; readonly failed: number };
  readonly mails: { readonly failed: number };
  readonly payments: {
    readonly oldestUnfulfilledAt: string | null;
    readonly disputes: number;
    readonly oldestInvoiceDueAt: string | null;
    readonly provider: {
      readonly reachable: boolean;
      readonly https: boolean;
      readonly endpoint: EndpointState | null;
    } | null;
  };
  readonly storage: { readonly diskFreeBytes: number; readonly diskTotalBytes: number };
  readonly prices: { readonly outcome: PriceFitOutcome | null };
  readonly search: { readonly listening: boolean };
  readonly at: string;
}

/** Seconds after which an unfulfilled payment, a missing invoice or a due job raises an alarm. */
export const patience = { payment: 300, invoice: 3600, job: 600 } as const;
/** Free disk space. */
const minFree = 0.1;

/** The alarms at this moment. */
export function alarmsOf(facts: AlarmFacts, postsOverdue: number): AlarmKind[] {
  const { jobs, mails, payments, storage, prices, search } = facts;
  const olderThan = (moment: string | null, seconds: number): boolean =>
    moment !== null && Date.parse(facts.at) - Date.parse(moment) > seconds * 1000;
  const { provider } = payments;
  const endpointIsWrong = provider?.endpoint !== null && provider?.endpoint !== "registered";
  const holds: Readonly<Record<AlarmKind, boolean>> = {
    payments_unfulfilled: olderThan(payments.oldestUnfulfilledAt, patience.payment),
    disputes: payments.disputes > 0,
    invoices_waiting: olderThan(payments.oldestInvoiceDueAt, patience.invoice),
    jobs_late: olderThan(jobs.oldestDueAt, patience.job),
    jobs_failed: jobs.failed > 0,
    mails_failed: mails.failed > 0,
    disk_low: storage.diskFreeBytes < storage.diskTotalBytes * minFree,
    provider: provider !== null && (!provider.reachable || !provider.https || endpointIsWrong),
    search_blind: !search.listening,
    posts_overdue: postsOverdue > 0,
    prices_worse: prices.outcome === "worse",
  };
  return alarmKinds.filter((kind) => holds[kind]);
}
