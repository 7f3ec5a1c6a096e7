import { spawn, type ChildProcess } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { clusterUser, programEnv } from "./embedded-cluster.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import type { ClusterPlace } from "./embedded-place.ts";
import { isPostgres, processLives, readLockFile, signal } from "./embedded-process.ts";
import { advisoryLocks } from "./lock-names.ts";

/** Timeout of each shutdown mode, in milliseconds. */
const stopTimeout = 20_000;
/** Attempts and pauses (in milliseconds) while a killed server's remains disappear: ten seconds in all. */
const maxAttempts = 100;
const betweenAttempts = 100;

/** Settings for a small machine shared with the site. */
export function serverSettings(place: ClusterPlace): Record<string, string> {
  const constrained = process.constrainedMemory();
  const memory = constrained > 0 && constrained < totalmem() ? constrained : totalmem();
  const megabytes = Math.floor(memory / 2 ** 20);
  return {
    // Only this machine's user, by the socket in a folder of mode 0700, and with the password.
    listen_addresses: "",
    unix_socket_directories: place.socket,
    unix_socket_permissions: "0700",
    port: "5432",
    max_connections: "100",
    shared_buffers: `${Math.min(Math.max(Math.floor(megabytes / 8), 128), 1024)}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), 256)}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    random_page_cost: "1.1",
    wal_compression: "on",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "on",
    log_directory: join(place.home, "log"),
    // One file per weekday, overwritten a week later: the log is bounded.
    log_filename: "postgres-%a.log",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    log_truncate_on_rotation: "on",
    // Statements contain people's data; the log needs only the error.
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: "0",
  };
}

function clientFor(place: ClusterPlace, socket: string): Client {
  const client = new Client({
    host: socket,
    port: 5432,
    user: clusterUser,
    password: place.password,
    database: "postgres",
    connectionTimeoutMillis: 5000,
    application_name: `vetura owner ${process.pid}`,
  });
  client.on("error", () => {});
  return client;
}

export interface Ownership {
  /** The connection whose lock marks the server as ours. */
  readonly guard: Client;
  /** Resolves when that connection is gone. */
  readonly guardLost: Promise<"guard">;
}

/** Connects and takes ownership; null if another process has it. */
export async function takeOwnership(place: ClusterPlace, socket: string): Promise<Ownership | null> {
  const guard = clientFor(place, socket);
  const guardLost = new Promise<"guard">((resolve) => {
    guard.on("end", () => resolve("guard"));
  });
  try {
    await guard.connect();
    const { rows } = await guard.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      advisoryLocks.embeddedServer,
    ]);
    if (rows[0]?.taken === true) return { guard, guardLost };
  } catch (error) {
    await guard.end().catch(() => {});
    throw error;
  }
  await guard.end();
  return null;
}

async function inUse(place: ClusterPlace, socket: string): Promise<EmbeddedPostgresError> {
  const client = clientFor(place, socket);
  let owner = "";
  try {
    await client.connect();
    const { rows } = await client.query<{ application_name: string }>(
      `SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)
       WHERE locktype = 'advisory' AND granted AND application_name LIKE 'vetura owner %'`,
    );
    owner = rows[0]?.application_name.replace("vetura owner", "process") ?? "";
  } catch {
    // The message is good enough without the number.
  } finally {
    await client.end().catch(() => {});
  }
  return new EmbeddedPostgresError(
    `The data folder is in use by another running Vetura${owner === "" ? "" : ` (${owner})`}: ${place.home}. Stop it, or set another DATA_DIR.`,
  );
}

/** Ends a server that outlived its owner (kill -9); refuses if the owner is alive. */
export async function endOrphan(place: ClusterPlace): Promise<void> {
  const lock = await readLockFile(place.cluster);
  if (lock === null || !(await processLives(lock.pid))) return;
  if (!(await isPostgres(lock.pid))) {
    // After a reboot the old id may belong to any process; PostgreSQL itself would refuse.
    await rm(join(place.cluster, "postmaster.pid"), { force: true });
    return;
  }
  // A starting server has no owner yet: it must be found without one twice.
  for (let found = 0; found < 2 && (await processLives(lock.pid));) {
    if (found > 0) await sleep(300);
    try {
      const owned = await takeOwnership(place, lock.socket);
      if (owned === null) throw await inUse(place, lock.socket);
      await owned.guard.end();
      found += 1;
    } catch (error) {
      if (error instanceof EmbeddedPostgresError) throw error;
      // Starting, recovering, or stuck: treated as without an owner.
      found += 1;
    }
  }
  signal(lock.pid, "SIGINT");
  const deadline = Date.now() + stopTimeout;
  while (await processLives(lock.pid)) {
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `A PostgreSQL of an earlier start (process ${lock.pid}) does not stop. End it, then start again.`,
      );
    }
    await sleep(20);
  }
}

export interface RunningServer extends Ownership {
  readonly child: ChildProcess;
  readonly exited: Promise<"exit">;
}

/** Fast shutdown: ends connections and flushes data. Then harder signals. */
export async function shutDown({ child, exited, guard }: RunningServer): Promise<void> {
  await guard.end().catch(() => {});
  for (const [how, wait] of [
    ["SIGINT", stopTimeout],
    ["SIGQUIT", 5000],
    ["SIGKILL", 5000],
  ] as const) {
    child.kill(how);
    const timer = new AbortController();
    const late = sleep(wait, "late", { signal: timer.signal }).catch(() => "in time");
    const first = await Promise.race([exited, late]);
    timer.abort();
    if (first === "exit") return;
  }
}

async function launch(place: ClusterPlace, settings: Record<string, string>): Promise<RunningServer> {
  const logFile = join(place.home, "start.log");
  const output = await open(logFile, "w", 0o600);
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(place.programs, "bin", "postgres"), ["-D", place.cluster, ...args], {
    ...place.runAs,
    cwd: place.home,
    env: programEnv(),
    stdio: ["ignore", output.fd, output.fd],
    // Its own session: Ctrl-C in the terminal must reach us first, so that requests end before it does.
    detached: true,
  });
  const exited = new Promise<"exit">((resolve) => {
    child.on("error", () => resolve("exit"));
    child.on("exit", () => resolve("exit"));
  });
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  await output.close();
  while (!hasEnded()) {
    try {
      const owned = await takeOwnership(place, place.socket);
      if (owned !== null) return { child, exited, ...owned };
      child.kill("SIGINT");
      throw await inUse(place, place.socket);
    } catch (error) {
      if (error instanceof EmbeddedPostgresError) throw error;
      // Not ready yet, or recovering after a crash, without a time limit.
      await Promise.race([sleep(30), exited]);
    }
  }
  throw new EmbeddedPostgresError((await readFile(logFile, "utf8").catch(() => "")).trim().slice(-2000));
}

/**
 * Whether the server in the lock file runs. PostgreSQL takes a dead process for a running one while its id is
 * in use, which lasts seconds if the first process reaps slowly.
 */
async function isHeld(place: ClusterPlace): Promise<boolean> {
  const lock = await readLockFile(place.cluster);
  return lock !== null && (await processLives(lock.pid));
}

/** Starts the server; waits for the remains of a killed one. */
export async function launchPatiently(
  place: ClusterPlace,
  settings: Record<string, string>,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(place, settings);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      const locked = /lock file "postmaster\.pid" already exists/.test(reason);
      if (locked && (await isHeld(place))) throw await inUse(place, place.socket);
      const [, major] = /was initialized by PostgreSQL version (\d+)/.exec(reason) ?? [];
      if (major !== undefined) {
        throw new EmbeddedPostgresError(
          `The database in ${place.home} is of PostgreSQL ${major}, and this version of Vetura brings another one. Run npm run upgrade-database: it brings the data over and leaves the old database as it is.`,
        );
      }
      const remains = locked || /pre-existing shared memory block|still in use/.test(reason);
      if (!remains || attempt >= maxAttempts) {
        throw error instanceof EmbeddedPostgresError && !reason.startsWith("The data folder")
          ? new EmbeddedPostgresError(`The embedded PostgreSQL does not start: ${reason}`)
          : error;
      }
      await sleep(betweenAttempts);
    }
  }
}
