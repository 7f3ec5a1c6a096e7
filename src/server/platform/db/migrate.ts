import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { advisoryLocks } from "./lock-names.ts";

export interface MigrateOptions {
  /** Folder with NNNN_name.sql files; the product's own by default. */
  readonly folder?: string | URL;
  /** Called before each migration. */
  readonly onProgress?: (step: { name: string; number: number; total: number }) => void;
  /** Called for a migration in the database that this code lacks: a newer version was here. */
  readonly onUnknown?: (name: string) => void;
}

export interface MigrateResult {
  /** The migrations of this call, in order. */
  readonly applied: readonly string[];
}

/** A migration cannot run, or those that ran differ from those in the folder. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

const productMigrations = new URL("./migrations/", import.meta.url);
const filePattern = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** The first migration of 0.1.0, whose schema was never released and cannot be migrated. */
const firstOf010 = "0001_accounts_cars_photos";

/** Throws a MigrationError if these migrations are those of 0.1.0. */
export function refuse010(names: readonly string[], what: "database" | "backup"): void {
  if (!names.includes(firstOf010)) return;
  throw new MigrationError(
    what === "database"
      ? "This database is of Vetura 0.1.0, which this version does not read. Start with an empty DATA_DIR or database."
      : "This backup is of Vetura 0.1.0, which this version does not read. Restore it with Vetura 0.1.0.",
  );
}

const recordTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  hash text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/**
 * How long a migration waits for a lock before it rolls back and starts again. Copies of the previous version go
 * on writing meanwhile: their queries wait no longer than this behind it. Shorter than PostgreSQL's deadlock_timeout
 * of 1 s, so that in a deadlock the migration gives way, not somebody's request. In ms.
 */
const lockTimeoutMs = 250;
const retryAfterMs = 250;
/** A backup may hold its locks for minutes. */
const maxLockWaitMs = 15 * 60_000;
const lockConflicts = new Set(["55P03", "40P01"]);

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  return Promise.all(
    files.map(async (file) => {
      const number = filePattern.exec(file)?.[1];
      if (number === undefined) throw new MigrationError(`${file} is not named NNNN_name.sql.`);
      if (numbers.has(number)) throw new MigrationError(`Two migrations have the number ${number}.`);
      numbers.add(number);
      const sql = await readFile(folder instanceof URL ? new URL(file, folder) : `${folder}/${file}`, "utf8");
      // Line endings differ between checkouts; the statements do not.
      const hash = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
      return { name: file.slice(0, -".sql".length), sql, hash };
    }),
  );
}

/**
 * Migrates the database at `url` to the newest schema. Forward only: each file once, in its own transaction,
 * recorded with its hash. Safe when several processes start at once: one works, the others wait. Throws a
 * MigrationError naming the file that fails or was changed after it ran, and for a database of 0.1.0.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<MigrateResult> {
  const migrations = await readMigrations(options.folder ?? productMigrations);
  // Its own connection: no statement timeout, and the session lock ends with it in any case.
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "vetura-migrate",
  });
  // A lost connection also fails the running query; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [advisoryLocks.migrations]);
    await client.query(recordTable);
    const { rows } = await client.query<{ name: string; hash: string }>(
      "SELECT name, hash FROM schema_migrations ORDER BY name",
    );
    refuse010(
      rows.map(({ name }) => name),
      "database",
    );
    const done = new Map(rows.map((row) => [row.name, row.hash]));
    const known = new Set(migrations.map(({ name }) => name));
    for (const name of done.keys()) if (!known.has(name)) options.onUnknown?.(name);
    for (const { name, hash } of migrations) {
      const recorded = done.get(name);
      if (recorded !== undefined && recorded !== hash) {
        throw new MigrationError(
          `${name}.sql was changed after this database had run it. Put it back as it was, and write what is new into a migration of its own.`,
        );
      }
    }

    const pending = migrations.filter(({ name }) => !done.has(name));
    for (const [index, { name, sql, hash }] of pending.entries()) {
      options.onProgress?.({ name, number: index + 1, total: pending.length });
      try {
        await runWithLockRetry(client, async () => {
          await client.query(sql);
          await client.query("INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)", [name, hash]);
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new MigrationError(`${name}.sql failed: ${reason}`, { cause: error });
      }
    }
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs `work` in a transaction, again each time that it does not get a lock, for at most `maxLockWaitMs`. */
async function runWithLockRetry(client: Client, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    await client.query("BEGIN");
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await work();
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      const isLocked = error instanceof DatabaseError && lockConflicts.has(error.code ?? "");
      if (!isLocked || performance.now() - startedAt > maxLockWaitMs) throw error;
      await sleep(retryAfterMs);
    }
  }
}

/**
 * Runs exactly these migrations on an empty database, in the caller's transaction: the schema as of a backup.
 * Throws a MigrationError if one is unknown here, or was different.
 */
export async function migrateWithin(
  client: Client,
  wanted: readonly { readonly name: string; readonly hash: string }[],
): Promise<void> {
  refuse010(
    wanted.map(({ name }) => name),
    "backup",
  );
  const known = await readMigrations(productMigrations);
  await client.query(recordTable);
  for (const { name, hash } of wanted) {
    const migration = known.find((each) => each.name === name);
    if (migration === undefined)
      throw new MigrationError(`${name} is not known here: the backup is of a newer version of the site.`);
    if (migration.hash !== hash)
      throw new MigrationError(`${name}.sql is another than when the backup was made.`);
    await client.query(migration.sql);
    await client.query("INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)", [name, hash]);
  }
}
