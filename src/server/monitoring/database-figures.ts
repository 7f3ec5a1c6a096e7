import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";

/** What the database says of the whole site. */
export interface DatabaseFigures {
  readonly jobs: readonly { task: string; waiting: number; failed: number }[];
  readonly lateSeconds: number;
  readonly payments: { readonly open: number; readonly unfulfilled: number; readonly refunds_due: number };
  /** Paid and carried out. */
  readonly settled: number;
  readonly unfulfilledSeconds: number;
}

/** Scrapes that come together, or soon after each other, are one question. The whole ledger is counted seldom. In ms. */
const keptFor = { figures: 5_000, settled: 60_000 } as const;
const answerWithin = 2_000;

type Unsettled = Omit<DatabaseFigures, "settled">;

async function countSettled(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ settled: number }>`
    select count(*) as settled from payments where status = 'fulfilled'`.execute(db);
  return rows[0]?.settled ?? 0;
}

async function ask(db: Kysely<DB>): Promise<Unsettled> {
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

/** The last answer that came in time, for a while; null where none did. */
function keep<Answer>(askNow: () => Promise<Answer>, ms: number, now: () => number) {
  let kept: { until: number; answer: Promise<Answer | null> } | null = null;
  return (): Promise<Answer | null> => {
    if (kept !== null && kept.until > now()) return kept.answer;
    const inTime = new AbortController();
    const asked = { until: now() + ms, answer: Promise.resolve<Answer | null>(null) };
    asked.answer = Promise.race([
      askNow().catch(() => null),
      sleep(answerWithin, null, { signal: inTime.signal, ref: false }).catch(() => null),
    ]).then((found) => {
      inTime.abort();
      // No answer is not kept for longer than another question needs.
      if (found === null) asked.until = now() + keptFor.figures;
      return found;
    });
    kept = asked;
    return asked.answer;
  };
}

/** Asks the database for its figures, seldom and never for long; null where it does not answer. */
export function createDatabaseFigures(
  db: Kysely<DB>,
  now: () => number = () => performance.now(),
): () => Promise<DatabaseFigures | null> {
  const figures = keep(() => ask(db), keptFor.figures, now);
  const settled = keep(() => countSettled(db), keptFor.settled, now);
  return async () => {
    const [found, count] = await Promise.all([figures(), settled()]);
    return found === null || count === null ? null : { ...found, settled: count };
  };
}
