import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { clusterUser } from "./embedded-cluster.ts";
import { findPlace } from "./embedded-place.ts";
import { exists } from "./embedded-programs.ts";
import { processLives, readLockFile } from "./embedded-process.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";

export interface OpenedDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** Throws if no start has created an embedded database in `dataDir` yet. */
export async function assertMade(dataDir: string): Promise<void> {
  const made =
    (await exists(join(dataDir, "postgres"))) || (await exists(join(dataDir, "postgres.location")));
  if (!made) {
    throw new EmbeddedPostgresError(
      `There is no database in ${dataDir} yet. Run npm start once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** The embedded database: the site's if it is running, else started temporarily. */
async function openEmbedded(dataDir: string): Promise<OpenedDatabase> {
  await assertMade(dataDir);
  const place = await findPlace(dataDir, () => {});
  const lock = await readLockFile(place.cluster);
  if (lock === null || !(await processLives(lock.pid))) return openEmbeddedAlone(dataDir);
  const url = new URL(`postgres://${clusterUser}@localhost:5432/vetura`);
  url.password = encodeURIComponent(place.password);
  url.searchParams.set("host", lock.socket);
  return { url: url.href, close: async () => {} };
}

/** The embedded database, created if missing; refused while a site is running on it. */
async function openEmbeddedAlone(dataDir: string): Promise<OpenedDatabase> {
  const server = await startEmbeddedPostgres({ dataDir });
  return { url: server.url, close: () => server.stop() };
}

/** The site's database, DATABASE_URL's or the embedded one, whether or not the site is running. */
export async function openSiteDatabase({ database, dataDir }: Config): Promise<OpenedDatabase> {
  if (database.url !== null) return { url: database.url, close: async () => {} };
  return openEmbedded(dataDir);
}

/** The same with exclusive use: the embedded one is created if missing. */
export async function openSiteDatabaseAlone({ database, dataDir }: Config): Promise<OpenedDatabase> {
  if (database.url !== null) return { url: database.url, close: async () => {} };
  return openEmbeddedAlone(dataDir);
}
