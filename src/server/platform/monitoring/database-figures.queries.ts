import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** The whole site's figures from the database. */
export interface DatabaseFigures {
  readonly jobs: readonly { task: string; waiting: number; failed: number }[];
  readonly lateSeconds: number;
  readonly payments: { readonly open: number; readonly unfulfilled: number; readonly refunds_due: number };
  /** Paid and fulfilled. */
  readonly settled: number;
  readonly unfulfilledSeconds: number;
}

type UnsettledFigures = Omit<DatabaseFigures, "settled">;

/** Reads the whole ledger. */
export async function countSettled(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ settled: number }>`
    select count(*) as settled from payments where status = 'fulfilled'`.execute(db);
  return rows[0]?.settled ?? 0;
}

/** Everything that changes by the minute. */
export async function loadUnsettled(db: Kysely<DB>): Promise<UnsettledFigures> {
  const [jobs, payments] = await Promise.all([
    sql<{ task: string; waiting: number; failed: number; late: number }>`
      select task_identifier as task,
        count(*) filter (where attempts < max_attempts) as waiting,
        count(*) filter (where attempts >= max_attempts) as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (
          where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float8 as late
      from graphile_worker.jobs group by 1`.execute(db),
    // Index payments_unsettled.
    sql<{ open: number; unfulfilled: number; refundsDue: number; unfulfilledSeconds: number }>`
      select count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'paid' and refund_reason is null) as unfulfilled,
        count(*) filter (where status = 'paid' and refund_reason is not null) as "refundsDue",
        coalesce(extract(epoch from now() - min(paid_at) filter (
          where status = 'paid' and refund_reason is null)), 0)::float8 as "unfulfilledSeconds"
      from payments where status in ('open', 'paid', 'failed')`.execute(db),
  ]);
  const [found] = payments.rows;
  return {
    jobs: jobs.rows.map(({ task, waiting, failed }) => ({ task, waiting, failed })),
    lateSeconds: Math.max(0, ...jobs.rows.map(({ late }) => late)),
    payments: {
      open: found?.open ?? 0,
      unfulfilled: found?.unfulfilled ?? 0,
      refunds_due: found?.refundsDue ?? 0,
    },
    unfulfilledSeconds: found?.unfulfilledSeconds ?? 0,
  };
}
