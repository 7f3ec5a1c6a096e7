import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { freePort } from "#testing/free-port.ts";
import { siteCpu, siteMemory } from "./processes.ts";

/** The product as it runs, on its own database. */
export interface BenchSite {
  readonly url: string;
  readonly pid: number;
  /** Memory of all processes including PostgreSQL, in MB (PSS). */
  memory(): Promise<number>;
  /** CPU time of all processes so far, in ms. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  readonly url: string;
  readonly folder: string;
  /** Stops it and removes its folder, except with "keeping". */
  stop(keeping?: "keeping"): Promise<void>;
}

/** A migrated embedded PostgreSQL in a temporary folder. */
export async function startDatabase(): Promise<BenchDatabase> {
  const database = await startEmptyDatabase();
  await migrate(database.url);
  return database;
}

/**
 * An embedded PostgreSQL in a temporary folder, without tables: the product migrates it when it first starts.
 */
export async function startEmptyDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "vetura-bench-"));
  // If root starts it, the database runs as another user, who needs access.
  await chmod(folder, 0o755);
  const embedded = await startEmbeddedPostgres({ dataDir: folder, onNote: () => undefined });
  return {
    url: embedded.url,
    folder,
    stop: async (keeping) => {
      await embedded.stop();
      if (keeping === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The baseline: a server that sends the same bytes from memory, in a process of its own as the site is. */
export async function startMemoryServer(page: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ["bench/memory-server.ts"], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  child.stdin.end(page);
  const [port] = await once(child.stdout, "data");
  return {
    url: `http://localhost:${String(port).trim()}`,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

const maxStartMs = 300_000;
/** Of prices and reviews after a start on 50,000 new cars. */
const maxBusyMs = 600_000;

/** Resolves when the site is ready. Throws if `child` has ended, or after `longest` ms. */
export async function waitUntilReady(url: string, child: ChildProcess, longest: number): Promise<void> {
  const deadline = Date.now() + longest;
  while (Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`);
    await sleep(20);
  }
  throw new Error("the site did not start");
}

/**
 * Resolves when the site is idle. After its start it fits the price model in a process of its own and rates
 * every car, beginning within 20 s; that would count as the pages' CPU time. Scheduled jobs run every few
 * seconds all the same, so the mean of `seconds` counts.
 */
export async function waitUntilIdle(site: Pick<BenchSite, "cpu">, seconds = 25): Promise<void> {
  const deadline = Date.now() + maxBusyMs;
  const readings = [await site.cpu()];
  for (;;) {
    await sleep(1_000);
    const now = await site.cpu();
    readings.push(now);
    const before = readings.at(-1 - seconds);
    if (before !== undefined && now - before < 50 * seconds) return;
    if (Date.now() > deadline) throw new Error("the site did not become idle");
  }
}

/**
 * Starts the built product on the database and waits until it is ready. `env` is added; `log` is its log
 * file.
 */
export async function startSite(
  database: Pick<BenchDatabase, "url" | "folder">,
  env: Readonly<Record<string, string>> = {},
  log?: string,
): Promise<BenchSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // The same V8 flags as `npm start` (scripts/steps/setup.mjs).
  const flags = ["--heap-growing-percent=200", "--max-semi-space-size=8"];
  const lines = log === undefined ? "ignore" : openSync(log, "a");
  const child = spawn(process.execPath, [...flags, "src/main.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: database.folder,
      DEMO: "0",
      RATE_LIMITS: "off",
      ...env,
    },
    stdio: ["ignore", lines, lines],
  });
  if (typeof lines === "number") closeSync(lines);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await waitUntilReady(url, child, maxStartMs);
  return {
    url,
    pid: child.pid ?? 0,
    memory: () => siteMemory(child.pid ?? 0),
    cpu: () => siteCpu(child.pid ?? 0),
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
