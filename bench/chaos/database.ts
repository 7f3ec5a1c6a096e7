import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "#server/platform/db/connection.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { createLogger } from "#server/log.ts";
import { type FaultyTcpProxy, type ConnectionState, startFaultyTcpProxy } from "#testing/faulty-tcp-proxy.ts";
import { seedManyCars } from "#bench/seed-many.ts";
import { startDatabase, startSite } from "#bench/site.ts";

/** Timeouts of getting a connection and of a query, plus slack for a busy machine. */
const maxAnswerMs = 5_000 + 10_500 + 3_000;
const recoverWithin = 5_000;
const watchedAfterwards = 8_000;
const visitors = 24;

interface Seen {
  statuses: Record<string, number>;
  slowest: number;
}

/** A faulty proxy in front of a database on a Unix socket, and the database's URL through it. */
async function throughProxy(url: string): Promise<{ proxy: FaultyTcpProxy; url: string }> {
  const real = new URL(url);
  const proxy = await startFaultyTcpProxy({ path: `${real.searchParams.get("host")}/.s.PGSQL.5432` });
  real.search = "";
  real.host = `127.0.0.1:${proxy.port}`;
  return { proxy, url: real.href };
}

/** How long the site takes to do a job that is queued now, in ms. */
async function timeOfJob(db: Kysely<DB>): Promise<number> {
  const since = performance.now();
  const { rows } = await sql<{
    id: number;
  }>`select id from graphile_worker.add_job('sweep_sessions')`.execute(db);
  const id = rows[0]?.id ?? null;
  const isLeft = () => sql`select from graphile_worker.jobs where id = ${id}`.execute(db);
  while ((await isLeft()).rows.length > 0)
    await sleep(20, undefined, { signal: AbortSignal.timeout(60_000) });
  return Math.round(performance.now() - since);
}

/**
 * The database slow, silent, disconnected, and unreachable without a reset, under load
 * (specification.md#reliability). `given`: rounds of all faults.
 */
export async function database(given?: string): Promise<void> {
  const rounds = Number(given ?? 5);
  const real = await startDatabase();
  const { proxy, url } = await throughProxy(real.url);
  const pooled = createDatabase(real.url, {
    log: createLogger((text) => process.stderr.write(text)),
    statementTimeout: 60_000,
  });
  try {
    await seedManyCars(pooled.db, 2_000);
    const ids = await pooled.db.selectFrom("cars").select("id").where("state", "=", "active").execute();
    const site = await startSite({ url, folder: real.folder });
    let seen: Seen = { statuses: {}, slowest: 0 };
    const ending = new AbortController();
    let last = 0;
    let lastTurnedAway = 0;
    const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
      const since = performance.now();
      const status = await fetch(`${site.url}${path}`, init).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      if (status !== 200 && status !== 401) lastTurnedAway = Math.max(lastTurnedAway, since);
      seen.slowest = Math.max(seen.slowest, Math.round(performance.now() - since));
      return status;
    };
    const login: RequestInit = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.com", password: "wrong-password" }),
    };
    const visit = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const { id } = ids[(last += 1) % ids.length] ?? { id: "" };
        await (last % 20 === 0
          ? ask("/api/login", login)
          : ask(last % 3 === 0 ? `/search?minPrice=${last}` : `/car/${id}`));
      }
    };
    const crowd = Array.from({ length: visitors }, visit);
    const printSeen = (what: string, extra = "") => {
      console.log(`${what.padEnd(26)} ${JSON.stringify(seen.statuses)} slowest ${seen.slowest} ms ${extra}`);
      const wrong = Object.keys(seen.statuses).filter((status) => !["200", "401", "503"].includes(status));
      if (wrong.length > 0) throw new Error(`${what}: answered ${wrong.join(", ")}`);
      if (seen.slowest > maxAnswerMs) throw new Error(`${what}: an answer took ${seen.slowest} ms`);
      seen = { statuses: {}, slowest: 0 };
    };
    const recovery = async (what: string): Promise<void> => {
      const since = performance.now();
      lastTurnedAway = since;
      proxy.setState({ kind: "working" });
      const [jobMs] = await Promise.all([timeOfJob(pooled.db), sleep(watchedAfterwards)]);
      // The last request that was refused or failed, by when it was sent.
      const ms = Math.round(lastTurnedAway - since);
      printSeen(what, `${ms === 0 ? "whole at once" : `whole after ${ms} ms`}, a job after ${jobMs} ms`);
      if (ms > recoverWithin) throw new Error(`${what}: whole only after ${ms} ms`);
      if (jobMs > recoverWithin) throw new Error(`${what}: a job only after ${jobMs} ms`);
    };
    const faults: readonly [string, ConnectionState | "black hole", number][] = [
      ["slow, 50 ms a piece", { kind: "slow", ms: 50 }, 8_000],
      ["silent", { kind: "stalled" }, 15_000],
      ["cut", { kind: "reset" }, 6_000],
      // Connections are dead without a FIN or RST; this lasts until timeouts have found all of them.
      ["gone without a word", "black hole", 12_000],
    ];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        await sleep(3_000);
        printSeen(`${round}: whole`);
        for (const [what, state, ms] of faults) {
          if (state === "black hole") proxy.blackHoleConnections();
          else proxy.setState(state);
          await sleep(ms);
          await recovery(`${round}: ${what}`);
        }
      }
      ending.abort();
      await Promise.all(crowd);
      console.log(
        `${rounds} rounds of ${faults.length} faults; the process lived through all: ${process.kill(site.pid, 0)}`,
      );
    } finally {
      ending.abort();
      proxy.setState({ kind: "working" });
      await site.stop();
    }
  } finally {
    await pooled.close();
    await proxy.close();
    await real.stop();
  }
}
