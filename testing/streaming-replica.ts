import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { clusterUser } from "#server/platform/db/embedded-cluster.ts";
import { findPlace } from "#server/platform/db/embedded-place.ts";
import { launchPatiently, serverSettings, shutDown } from "#server/platform/db/embedded-server.ts";

/** A second PostgreSQL that replicates another one by streaming its write-ahead log. */
export interface StreamingReplica {
  /** The URL of the same database on the replica. */
  urlOf(database: string): string;
  /** Pauses replay: changes arrive but are not applied. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Copies a running embedded cluster's files (a base backup, as in PostgreSQL's manual) and starts it as a
 * replica.
 */
export async function startStreamingReplica(primary: {
  url: string;
  home: string;
}): Promise<StreamingReplica> {
  const dataDir = await mkdtemp(join(tmpdir(), "vetura-replica-"));
  // If root starts it, the database runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const found = await findPlace(dataDir, () => {});
  const from = new URL(primary.url);
  const password = decodeURIComponent(from.password);
  // The copy has the primary's password.
  const place = { ...found, password };

  const client = new Client(primary.url);
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', fast => true)");
    await cp(join(primary.home, "cluster"), place.cluster, {
      recursive: true,
      filter: (path) => !/postmaster\.(pid|opts)$|pg_replslot\/.+|pg_stat_tmp\/.+/.test(path),
    });
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(wait_for_archive => false)",
    );
    await writeFile(join(place.cluster, "backup_label"), rows[0]?.labelfile ?? "");
    await writeFile(join(place.cluster, "standby.signal"), "");
  } finally {
    await client.end();
  }
  if (place.runAs !== null) await chownRecursively(place.cluster, place.runAs);
  await chmod(place.cluster, 0o700);
  const socket = from.searchParams.get("host") ?? "";
  const running = await launchPatiently(place, {
    ...serverSettings(place),
    // Must not be lower than the primary's, else the standby does not start.
    max_connections: "200",
    hot_standby: "on",
    shared_buffers: "64MB",
    primary_conninfo: `host=${socket} port=5432 user=${clusterUser} password=${password}`,
  });
  const onReplica = async (statement: string) => {
    const there = new Client({
      host: place.socket,
      port: 5432,
      user: clusterUser,
      password,
      database: "postgres",
    });
    await there.connect();
    await there.query(statement);
    await there.end();
  };
  return {
    urlOf: (database) =>
      `postgres://${clusterUser}:${encodeURIComponent(password)}@localhost:5432/${database}?host=${encodeURIComponent(place.socket)}`,
    pause: () => onReplica("select pg_wal_replay_pause()"),
    resume: () => onReplica("select pg_wal_replay_resume()"),
    stop: async () => {
      await shutDown(running);
      await rm(place.home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function chownRecursively(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}
