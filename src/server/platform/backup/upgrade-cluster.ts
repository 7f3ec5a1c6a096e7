import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedPostgresError } from "#server/platform/db/embedded-error.ts";
import {
  findPlace,
  finishUpgrade,
  makeHome,
  upgradedCluster,
  type ClusterPlace,
} from "#server/platform/db/embedded-place.ts";
import { exists } from "#server/platform/db/embedded-programs.ts";
import { type EmbeddedPostgres, removePassingSocket, startCluster } from "#server/platform/db/embedded.ts";
import { syncFolder } from "./archive.ts";
import { restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

export interface UpgradeOptions {
  readonly dataDir: string;
  /** The npm package with the programs of the cluster's PostgreSQL version. */
  readonly oldPrograms: string;
  readonly onProgress?: (text: string) => void;
}

export interface UpgradeResult {
  readonly rows: number;
  /** Where the old cluster lies now. */
  readonly oldCluster: string;
}

/** The embedded cluster's major version of PostgreSQL; null if there is none. */
export async function readClusterMajor({ cluster }: ClusterPlace): Promise<string | null> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  return text === null ? null : text.trim();
}

/** Where the new cluster is filled: beside the old one, which runs meanwhile and uses the usual socket. */
async function newPlace(dataDir: string): Promise<ClusterPlace> {
  const place = await findPlace(dataDir, () => {});
  await removePassingSocket(place);
  const socket = await mkdtemp(join(tmpdir(), "vetura-"));
  await makeHome(socket, place.runAs);
  return { ...place, cluster: join(place.home, upgradedCluster), socket, socketIsPassing: true };
}

/** A fresh cluster with the rows of `archive`, shut down cleanly. */
async function fillCluster(
  place: ClusterPlace,
  archive: string,
  onRows: (rows: number) => void,
): Promise<number> {
  await rm(place.cluster, { recursive: true, force: true });
  let server: EmbeddedPostgres | null = null;
  try {
    server = await startCluster(place, {});
    const { rows } = await restoreBackup({
      file: archive,
      url: server.url,
      store: null,
      replace: false,
      onProgress: (done) => onRows(done.rows),
    });
    return rows;
  } finally {
    await server?.stop();
    await removePassingSocket(place);
  }
}

/**
 * Migrates the embedded database to a fresh cluster of the product's PostgreSQL, by a backup of its tables and
 * a restore. Nothing else in `dataDir` is changed. The old cluster runs, owned by this process, until the new
 * one is complete, so that no site writes to it meanwhile; then it is renamed. Interrupted before that, it is
 * unchanged, and all of it can be repeated. Throws an EmbeddedPostgresError if a site is running.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<UpgradeResult> {
  const { dataDir, oldPrograms } = options;
  const tell = options.onProgress ?? (() => {});
  const old = await findPlace(dataDir, () => {}, oldPrograms);
  const oldCluster = join(old.home, `cluster.postgresql-${await readClusterMajor(old)}`);
  const archive = join(old.home, "upgrade.tar");
  let server: EmbeddedPostgres | null = null;
  try {
    if (await exists(oldCluster))
      throw new EmbeddedPostgresError(
        `${oldCluster} is there already, from an earlier upgrade: move it elsewhere or delete it, then try again.`,
      );
    server = await startCluster(old, {});
    await rm(archive, { force: true });
    await takeBackup({
      file: archive,
      url: server.url,
      store: null,
      onProgress: ({ done, total }) => tell(`Read: ${done} of ${total} tables`),
    });
    const rows = await fillCluster(await newPlace(dataDir), archive, (done) => tell(`Written: ${done} rows`));
    await server.stop();
    await rename(old.cluster, oldCluster);
    await finishUpgrade(old.home);
    await syncFolder(old.home);
    return { rows, oldCluster };
  } finally {
    await server?.stop();
    await removePassingSocket(old);
    await rm(archive, { force: true });
  }
}
