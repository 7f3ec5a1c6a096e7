import { createHash } from "node:crypto";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Logger as WorkerLogger, runMigrations } from "graphile-worker";
import { Client } from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { isPhotoId, parsePhotoFile } from "#domain/photos/photo-addresses.ts";
import { migrate, migrateWithin, refuse010 } from "#server/platform/db/migrate.ts";
import type { PhotoFile, FileStore } from "#server/market/photos/file-store.ts";
import { BackupError, readArchive } from "./archive.ts";
import {
  type BackedUpDatabase,
  databaseSchema,
  headerSchema,
  readName,
  tableTotalsSchema,
} from "./format.ts";
import { dropJobs, restoreJobs } from "./jobs.ts";
import { dropTables, isInUse, quote, settleFormats } from "./tables.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

export interface RestoreProgress {
  readonly photos: number;
  readonly rows: number;
}

export interface RestoreOptions {
  readonly file: string;
  /** The database to fill; its contents are replaced only with `replace`. */
  readonly url: string;
  /** Null for a backup without photos. */
  readonly store: FileStore | null;
  /** Replaces an existing site. */
  readonly replace: boolean;
  readonly onProgress?: (progress: RestoreProgress) => void;
}

export interface RestoreResult {
  /** The moment of the restored site. */
  readonly at: string;
  readonly rows: number;
  readonly photos: number;
  readonly jobs: number;
}

const uncompress = promisify(gunzip);
/** Photos written at once. */
const atOnce = 4;

/** Stores photos, a few at a time. */
class PhotoLoader {
  readonly #store: FileStore;
  readonly #underWay = new Set<Promise<void>>();
  #id = "";
  #files: PhotoFile[] = [];
  #failure: { readonly error: unknown } | null = null;
  photos = 0;

  constructor(store: FileStore) {
    this.#store = store;
  }

  async add(id: string, file: string, bytes: Buffer): Promise<void> {
    const which = parsePhotoFile(file);
    if (which === null || !isPhotoId(id))
      throw new BackupError(`photos/${id}/${file} is no photo of this site.`);
    if (id !== this.#id) await this.#flush();
    this.#id = id;
    this.#files.push({ ...which, bytes });
  }

  async end(): Promise<void> {
    await this.#flush();
    await Promise.all(this.#underWay);
    this.#assertSound();
  }

  #assertSound(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async #flush(): Promise<void> {
    if (this.#files.length === 0) return;
    while (this.#underWay.size >= atOnce) await Promise.race(this.#underWay);
    this.#assertSound();
    const work = this.#put(this.#id, this.#files)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    this.#files = [];
    this.photos += 1;
  }

  async #put(id: string, files: readonly PhotoFile[]): Promise<void> {
    try {
      await this.#store.put(id, files);
    } catch (error) {
      // Already there, from an interrupted restore or the replaced site.
      const code: unknown = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      await this.#store.remove([id]);
      await this.#store.put(id, files);
    }
  }
}

/** Fills one table after the other from their parts, and records what came in. */
class TableLoader {
  readonly #client: Client;
  readonly #columns: ReadonlyMap<string, readonly string[]>;
  readonly #totals = new Map<string, { rows: number; hash: string }>();
  #open: { name: string; stream: CopyStreamQuery; hash: ReturnType<typeof createHash>; rows: number } | null =
    null;
  rows = 0;

  constructor(client: Client, tables: BackedUpDatabase["tables"]) {
    this.#client = client;
    this.#columns = new Map(tables.map(({ name, columns }) => [name, columns]));
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    if (this.#open?.name !== name) {
      await this.close();
      const columns = this.#columns.get(name);
      if (columns === undefined)
        throw new BackupError(`The backup holds a table that it does not name: ${name}.`);
      const copy = copyFrom(`COPY public.${quote(name)} (${columns.map(quote).join(", ")}) FROM STDIN`);
      const stream = this.#client.query(copy);
      // The next write, or closing, throws it.
      stream.on("error", () => {});
      this.#open = { name, stream, hash: createHash("sha256"), rows: 0 };
    }
    const { stream, hash } = this.#open;
    hash.update(bytes);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#open.rows += 1;
    // Rejects if the database refused a row.
    await new Promise<void>((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#open === null) return;
    const { name, stream, hash, rows } = this.#open;
    this.#open = null;
    stream.end();
    await finished(stream);
    if (stream.rowCount !== rows) throw new BackupError(`${name} took ${stream.rowCount} rows of ${rows}.`);
    this.#totals.set(name, { rows, hash: hash.digest("hex") });
    this.rows += rows;
  }

  /** Throws if a table differs from what was written. */
  check(expected: Readonly<Record<string, { rows: number; hash: string }>>): void {
    for (const [name, { rows, hash }] of Object.entries(expected)) {
      const found = this.#totals.get(name);
      if (rows === 0 ? found !== undefined : found?.rows !== rows || found.hash !== hash)
        throw new BackupError(`${name} is not whole: ${found?.rows ?? 0} rows instead of ${rows}.`);
    }
  }
}

/** An empty schema as of the backup, in the caller's transaction; triggers are disabled. */
async function makeTables(client: Client, { migrations, tables }: BackedUpDatabase): Promise<void> {
  await dropTables(client);
  await migrateWithin(client, migrations);
  await dropJobs(client);
  const names = tables.map(({ name }) => `public.${quote(name)}`);
  // Rows of migrations are in the backup too.
  await client.query(`truncate ${names.join(", ")}`);
  // Rows are restored as they were, without notifications, guards or side effects.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
}

async function wakeTables(client: Client, { tables, sequences }: BackedUpDatabase): Promise<void> {
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} enable trigger user`);
  for (const [name, value] of Object.entries(sequences))
    await client.query("select setval($1::regclass, $2::bigint)", [`public.${quote(name)}`, value]);
}

async function load(
  client: Client,
  options: RestoreOptions,
): Promise<RestoreResult & { gone: readonly string[] }> {
  const photos = options.store === null ? null : new PhotoLoader(options.store);
  let tables: TableLoader | null = null;
  let database: BackedUpDatabase | null = null;
  let jobs = 0;
  let checked = false;
  let first = true;
  for await (const { name, bytes } of readArchive(options.file)) {
    const entry = readName(name);
    if (first) {
      const known = entry?.kind === "header" && headerSchema.safeParse(JSON.parse(bytes.toString())).success;
      if (!known)
        throw new BackupError(`${options.file} is no backup of this site, or one of a newer version.`);
      first = false;
    } else if (entry?.kind === "photo" && photos !== null) {
      await photos.add(entry.id, entry.file, bytes);
    } else if (entry?.kind === "database") {
      await photos?.end();
      database = databaseSchema.parse(JSON.parse(bytes.toString()));
      await client.query("begin");
      await makeTables(client, database);
      tables = new TableLoader(client, database.tables);
    } else if (entry?.kind === "table" && tables !== null) {
      await tables.add(entry.table, await uncompress(bytes));
    } else if (entry?.kind === "jobs" && tables !== null) {
      await tables.close();
      jobs += await restoreJobs(client, bytes);
    } else if (entry?.kind === "totals" && tables !== null) {
      await tables.close();
      tables.check(tableTotalsSchema.parse(JSON.parse(bytes.toString())));
      checked = true;
    } else {
      throw new BackupError(`${name} stands where it has no place: this is no backup of this version.`);
    }
    options.onProgress?.({ photos: photos?.photos ?? 0, rows: tables?.rows ?? 0 });
  }
  if (database === null || tables === null || !checked) throw new BackupError("The backup holds no tables.");
  // Deferred constraints lock their tables until the commit.
  await client.query("set constraints all immediate");
  await wakeTables(client, database);
  await client.query("commit");
  return { at: database.at, rows: tables.rows, photos: photos?.photos ?? 0, jobs, gone: database.photosGone };
}

/** Nobody may be using the database to be filled. */
async function assertFree(client: Client, replace: boolean): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and (application_name like 'vetura%' or application_name = 'backup') limit 1`,
  );
  if (rows.length > 0) throw new BackupError("The site is running on this database. Stop it, then restore.");
  if (!replace && (await isInUse(client)))
    throw new BackupError(
      "There is a site with people's data in this database. Restore into an empty one, or say --replace: then what is there now is gone for good.",
    );
}

/**
 * Restores a site from a backup: tables, photos, waiting jobs, then newer migrations. The database is filled in
 * one transaction: a failed or interrupted restore leaves it unchanged. Throws a BackupError for an incomplete
 * archive, a running site, and one that would be lost.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const client = new Client({
    connectionString: options.url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "restore",
  });
  client.on("error", () => {});
  await client.connect();
  let result: Awaited<ReturnType<typeof load>>;
  try {
    await settleFormats(client);
    // A site that is started meanwhile waits before its migrations.
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migrations]);
    await assertFree(client, options.replace);
    // The queue's own tables, empty or replaced.
    const logger = new WorkerLogger(() => () => {});
    await runMigrations({ connectionString: options.url, maxPoolSize: 1, logger });
    result = await load(client, options);
  } finally {
    // Closing it also rolls back an uncommitted transaction.
    await client.end().catch(() => {});
  }
  await migrate(options.url);
  // The site is restored; the sweep removes what an unavailable store left of these.
  await options.store?.remove(result.gone).catch(() => undefined);
  const { at, rows, photos, jobs } = result;
  return { at, rows, photos, jobs };
}

/**
 * Reads a backup to its end and verifies every hash; changes nothing. Returns the number of entries. Throws for
 * an incomplete one, and for one of 0.1.0.
 */
export async function checkBackup(file: string): Promise<number> {
  let entries = 0;
  let header = false;
  for await (const { name, bytes } of readArchive(file)) {
    const entry = readName(name);
    if (entry === null) throw new BackupError(`${name} has no place in a backup.`);
    header ||= entry.kind === "header";
    if (entry.kind === "database") {
      const { migrations } = databaseSchema.parse(JSON.parse(bytes.toString()));
      refuse010(
        migrations.map((migration) => migration.name),
        "backup",
      );
    }
    entries += 1;
  }
  if (!header) throw new BackupError(`${file} is no backup of this site.`);
  return entries;
}
