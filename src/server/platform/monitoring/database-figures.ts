import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { countSettled, type DatabaseFigures, loadUnsettled } from "./database-figures.queries.ts";

/** Concurrent and frequent scrapes share one query. The whole ledger is counted rarely. In ms. */
const lifetimes = { figures: 5_000, settled: 60_000 } as const;
const answerWithin = 2_000;

/** Caches the last answer that came in time; null if there was none. */
function cached<Answer>(askNow: () => Promise<Answer>, ms: number) {
  let last: { until: number; answer: Promise<Answer | null> } | null = null;
  return (): Promise<Answer | null> => {
    if (last !== null && last.until > performance.now()) return last.answer;
    const inTime = new AbortController();
    const asked = { until: performance.now() + ms, answer: Promise.resolve<Answer | null>(null) };
    asked.answer = Promise.race([
      askNow().catch(() => null),
      sleep(answerWithin, null, { signal: inTime.signal, ref: false }).catch(() => null),
    ]).then((found) => {
      inTime.abort();
      // After a failure the database is soon read again.
      if (found === null) asked.until = performance.now() + lifetimes.figures;
      return found;
    });
    last = asked;
    return asked.answer;
  };
}

/** Reads the database's figures, rarely and with a timeout; null if it does not answer. */
export function createDatabaseFigures(db: Kysely<DB>): () => Promise<DatabaseFigures | null> {
  const figures = cached(() => loadUnsettled(db), lifetimes.figures);
  const settled = cached(() => countSettled(db), lifetimes.settled);
  return async () => {
    const [found, count] = await Promise.all([figures(), settled()]);
    return found === null || count === null ? null : { ...found, settled: count };
  };
}
