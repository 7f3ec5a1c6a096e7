import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { photoFiles, type FileStore } from "#server/market/photos/file-store.ts";
import { ArchiveWriter, BackupError } from "./archive.ts";
import { type BackedUpDatabase, headerName, type Header, partName, photoName } from "./format.ts";
import { readJobs } from "./jobs.ts";
import {
  quote,
  readMigrationsOf,
  readSequences,
  readTables,
  settleFormats,
  type TableShape,
} from "./tables.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

/** The current step, for a person who waits. */
export interface BackupProgress {
  readonly step: "photos" | "tables";
  readonly done: number;
  readonly total: number;
  /** Bytes written so far. */
  readonly bytes: number;
}

export interface BackupOptions {
  /** The archive's file name, used once it is complete. */
  readonly file: string;
  readonly url: string;
  /** Null: without photos, for a restore beside the existing photos. */
  readonly store: FileStore | null;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** Called with the snapshot before the tables are read; for tests that read it too. */
  readonly onSnapshot?: (snapshot: string) => Promise<void>;
}

export interface BackupResult {
  readonly rows: number;
  readonly photos: number;
  readonly bytes: number;
  /** Photos with a row but no files on the site: a backup cannot include them. */
  readonly withoutFiles: readonly string[];
}

/** Uncompressed bytes of a table per entry. */
const partBytes = 8 * 1024 * 1024;
/** Photos read at once. */
const atOnce = 6;
/** With so few new photos left, deletions are blocked for the rest. */
const fewPhotos = 60;
const maxRounds = 5;

const compress = promisify(gzip);

/** All files of a photo in the store; empty if it is gone. */
async function readPhoto(store: FileStore, id: string): Promise<{ name: string; bytes: Buffer }[]> {
  const files = await Promise.all(
    photoFiles.map(async ({ width, format }) => {
      const file = await store.get(id, width, format);
      if (file === null) return null;
      const bytes = Buffer.from(await new Response(file.body).arrayBuffer());
      return { name: photoName(id, width, format), bytes };
    }),
  );
  return files.filter((file) => file !== null);
}

/** Writes photos that the archive lacks. Returns ids without files. */
async function writePhotos(
  client: Client,
  store: FileStore | null,
  archive: ArchiveWriter,
  each: { readonly remember: boolean; readonly onPhotos: (count: number) => void },
): Promise<{ written: number; withoutFiles: string[] }> {
  const withoutFiles: string[] = [];
  let written = 0;
  if (store === null) return { written, withoutFiles };
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await client.query<{ id: string }>(
      `select p.id from photos p
       where p.id > $1 and not exists (select from backed_up_photos b where b.id = p.id) order by p.id limit $2`,
      [after, atOnce],
    );
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return { written, withoutFiles };
    after = last;
    const there: string[] = [];
    const photos = await Promise.all(ids.map(async (id) => ({ id, files: await readPhoto(store, id) })));
    for (const { id, files } of photos) {
      if (files.length === 0) {
        withoutFiles.push(id);
        continue;
      }
      for (const { name, bytes } of files) await archive.add(name, bytes);
      there.push(id);
    }
    written += there.length;
    if (each.remember) await client.query("insert into backed_up_photos select unnest($1::uuid[])", [there]);
    each.onPhotos(there.length);
  }
}

/** A table of the snapshot, in parts of a bounded size. Returns what a restore must find. */
async function writeTable(
  client: Client,
  archive: ArchiveWriter,
  { name, columns }: TableShape,
): Promise<{ rows: number; hash: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  let parts = 0;
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    const bytes = Buffer.concat(chunks);
    [chunks, size] = [[], 0];
    parts += 1;
    await archive.add(partName(name, parts), await compress(bytes));
  };
  const copy = copyTo(`COPY public.${quote(name)} (${columns.map(quote).join(", ")}) TO STDOUT`);
  const stream: AsyncIterable<Buffer> = client.query(copy);
  for await (const chunk of stream) {
    hash.update(chunk);
    // A row is a line: line breaks in values are written as
    // .
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    chunks.push(chunk);
    size += chunk.length;
    if (size >= partBytes) await flush();
  }
  await flush();
  return { rows, hash: hash.digest("hex") };
}

/** No photo of the snapshot may be deleted before it is read; the lock ends as soon as possible. */
async function openSnapshot(client: Client): Promise<void> {
  await client.query("set lock_timeout = '60s'");
  await client.query("select pg_advisory_lock($1)", [advisoryLocks.photoRows]);
  await client.query("begin isolation level repeatable read read only");
  // The first statement takes the snapshot.
  await client.query("select 1");
}

async function writeArchive(
  client: Client,
  archive: ArchiveWriter,
  options: BackupOptions,
): Promise<BackupResult> {
  const { store, onSnapshot } = options;
  const header: Header = { format: "vetura-backup", version: 1, begunAt: new Date().toISOString() };
  await archive.add(headerName, Buffer.from(JSON.stringify(header)));

  let photos = 0;
  const count = async () => {
    const { rows } = await client.query<{ n: string }>("select count(*) as n from photos");
    return Number(rows[0]?.n ?? 0);
  };
  let total = await count();
  const onPhotos = (more: number) => {
    photos += more;
    options.onProgress?.({
      step: "photos",
      done: photos,
      total: Math.max(total, photos),
      bytes: archive.size,
    });
  };
  // Nearly all photos are read without a lock; those added meanwhile in further rounds.
  await client.query("create temporary table backed_up_photos (id uuid primary key)");
  for (let round = 1; round <= maxRounds; round += 1) {
    const { written } = await writePhotos(client, store, archive, { remember: true, onPhotos });
    if (written <= fewPhotos) break;
  }

  await openSnapshot(client);
  total = await count();
  const { withoutFiles } = await writePhotos(client, store, archive, { remember: false, onPhotos });
  const { rows: goneRows } = await client.query<{ id: string }>(
    "select id from backed_up_photos b where not exists (select from photos p where p.id = b.id)",
  );
  await client.query("select pg_advisory_unlock($1)", [advisoryLocks.photoRows]);

  const { rows: snapshotRows } = await client.query<{ at: Date; snapshot: string }>(
    "select now() as at, pg_export_snapshot() as snapshot",
  );
  const snapshot = snapshotRows[0];
  if (snapshot === undefined) throw new BackupError("The database gives no snapshot.");
  await onSnapshot?.(snapshot.snapshot);

  const tables = await readTables(client);
  const database: BackedUpDatabase = {
    at: snapshot.at.toISOString(),
    migrations: await readMigrationsOf(client),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    sequences: await readSequences(client),
    photosGone: goneRows.map(({ id }) => id),
  };
  await archive.add("database.json", Buffer.from(JSON.stringify(database)));
  const written: Record<string, { rows: number; hash: string }> = {};
  for (const [index, table] of tables.entries()) {
    options.onProgress?.({ step: "tables", done: index, total: tables.length, bytes: archive.size });
    written[table.name] = await writeTable(client, archive, table);
  }
  for await (const { name, bytes } of readJobs(client)) await archive.add(name, bytes);
  await archive.add("tables.json", Buffer.from(JSON.stringify(written)));
  await client.query("commit");
  options.onProgress?.({ step: "tables", done: tables.length, total: tables.length, bytes: archive.size });
  return {
    rows: Object.values(written).reduce((sum, { rows }) => sum + rows, 0),
    photos,
    bytes: archive.size,
    withoutFiles,
  };
}

/**
 * Writes the database and its photos into one archive, as of one moment, while the site keeps working. The
 * tables come from one snapshot; every photo in it is in the archive. Throws a BackupError if that is
 * impossible, and leaves no partial archive.
 */
export async function takeBackup(options: BackupOptions): Promise<BackupResult> {
  const client = new Client({
    connectionString: options.url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "backup",
  });
  // A lost connection also fails the running query; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await settleFormats(client);
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.backup,
    ]);
    if (rows[0]?.taken !== true) throw new BackupError("Another backup of this site is being made.");
    if ((await readMigrationsOf(client)).length === 0)
      throw new BackupError("There is no site in this database yet: nothing to back up.");
    const archive = await ArchiveWriter.create(options.file);
    try {
      const result = await writeArchive(client, archive, options);
      await archive.finish();
      return { ...result, bytes: archive.size };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}
