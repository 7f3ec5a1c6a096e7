import { chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { clusterUser, createCluster } from "./embedded-cluster.ts";
import { findPlace, type ClusterPlace } from "./embedded-place.ts";
import { exists } from "./embedded-programs.ts";
import { endOrphan, launchPatiently, serverSettings, shutDown, takeOwnership } from "./embedded-server.ts";

export interface EmbeddedPostgresOptions {
  /** The cluster is in its `postgres` folder, or at the path in `postgres.location`. */
  readonly dataDir: string;
  /** Reports the current step, for a person who waits. */
  readonly onProgress?: (step: "creating" | "starting") => void;
  /** A warning for the operator. */
  readonly onNote?: (note: string) => void;
  /** Server settings on top of ours; for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** A postgres:// address with password, valid while the server runs. */
  readonly url: string;
  /** The folder of the cluster's files. */
  readonly home: string;
  /** Ends all connections and shuts the server down cleanly. */
  stop(): Promise<void>;
}

const databaseName = "vetura";

async function ensureDatabase(guard: Client): Promise<void> {
  const { rowCount } = await guard.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
  if (rowCount === 0) await guard.query(`CREATE DATABASE ${databaseName}`);
}

/**
 * Starts the product's PostgreSQL, creating its cluster if there is none. Ends a server left by a killed
 * process, and restarts it if it dies. Throws an EmbeddedPostgresError if the folder is in use by another
 * process or the server cannot run.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await findPlace(options.dataDir, options.onNote ?? (() => {}));
  try {
    return await startCluster(place, options);
  } catch (error) {
    await removePassingSocket(place);
    throw error;
  }
}

export async function removePassingSocket(place: ClusterPlace): Promise<void> {
  if (place.socketIsPassing) await rm(place.socket, { recursive: true, force: true });
}

/** The same for a known place; the caller calls `removePassingSocket` if it throws. */
export async function startCluster(
  place: ClusterPlace,
  options: Omit<EmbeddedPostgresOptions, "dataDir">,
): Promise<EmbeddedPostgres> {
  const note = options.onNote ?? (() => {});
  if (!(await exists(join(place.cluster, "PG_VERSION")))) {
    options.onProgress?.("creating");
    await createCluster(place);
  }
  options.onProgress?.("starting");
  const logFolder = join(place.home, "log");
  await mkdir(logFolder, { recursive: true, mode: 0o700 });
  if (place.runAs !== null) await chown(logFolder, place.runAs.uid, place.runAs.gid);
  await endOrphan(place);

  const settings = { ...serverSettings(place), ...options.settings };
  let running = await launchPatiently(place, settings);
  const onExit = () => running.child.kill("SIGINT");
  process.on("exit", onExit);
  const state = { stopping: false };

  const relaunch = async (): Promise<void> => {
    note("The embedded PostgreSQL ended by itself and is started again.");
    for (let pause = 100; !state.stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        running = await launchPatiently(place, settings);
        // Stopped while the server was starting.
        if (state.stopping) await shutDown(running);
        return;
      } catch (error) {
        note(error instanceof Error ? error.message : String(error));
        await sleep(pause);
      }
    }
  };

  /** Restarts the server if it dies (memory, kill), and keeps ownership. */
  const supervise = async (): Promise<void> => {
    while (!state.stopping) {
      const ended = await Promise.race([running.exited, running.guardLost]);
      if (state.stopping) return;
      if (ended === "exit") {
        await running.guard.end().catch(() => {});
        await relaunch();
      } else {
        // One of its processes was killed, and it closed all connections to recover.
        await sleep(100);
        const owned = await takeOwnership(place, place.socket).catch(() => null);
        if (owned !== null) running = { ...running, ...owned };
      }
    }
  };
  const supervision = supervise();

  const stop = async (): Promise<void> => {
    if (state.stopping) return supervision;
    state.stopping = true;
    await shutDown(running);
    await supervision;
    process.off("exit", onExit);
    await removePassingSocket(place);
  };

  try {
    await ensureDatabase(running.guard);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://${clusterUser}:${encodeURIComponent(place.password)}@localhost:5432/${databaseName}?host=${encodeURIComponent(place.socket)}`,
    home: place.home,
    stop,
  };
}
