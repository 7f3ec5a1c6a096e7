import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setAdmin } from "#server/accounts/accounts.queries.ts";
import { ConfigError, loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/db/connection.ts";
import { clusterUser } from "#server/db/embedded-cluster.ts";
import { findPlace } from "#server/db/embedded-place.ts";
import { processLives, readLockFile } from "#server/db/embedded-process.ts";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "#server/db/embedded.ts";
import { migrate, MigrationError } from "#server/db/migrate.ts";
import { createLogger } from "#server/log.ts";

const usage = `Makes an account an admin, or takes that right from it.

  npm run admin -- grant EMAIL
  npm run admin -- revoke EMAIL

It works on the database of DATABASE_URL, else on the embedded one in DATA_DIR, whether or not the site is running.`;

/** What went wrong is the operator's to mend: told without a stack. */
class UsageError extends Error {}

interface OpenedDatabase {
  readonly url: string;
  close(): Promise<void>;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The embedded database: the site's where it is running, else started for the moment. */
async function openEmbedded(dataDir: string): Promise<OpenedDatabase> {
  const made =
    (await exists(join(dataDir, "postgres"))) || (await exists(join(dataDir, "postgres.location")));
  if (!made) {
    throw new UsageError(
      `There is no database in ${dataDir} yet. Run npm start once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const place = await findPlace(dataDir, (note) => console.error(note));
  const lock = await readLockFile(place.cluster);
  if (lock === null || !processLives(lock.pid)) {
    const server = await startEmbeddedPostgres({ dataDir });
    return { url: server.url, close: () => server.stop() };
  }
  const url = new URL(`postgres://${clusterUser}@localhost:5432/vetura`);
  url.password = encodeURIComponent(place.password);
  url.searchParams.set("host", lock.socket);
  return { url: url.href, close: async () => {} };
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const [action, given, ...rest] = positionals;
  if ((action !== "grant" && action !== "revoke") || given === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const email = given.trim().toLowerCase();
  const config = loadConfig(process.env);
  const opened =
    config.database.url === null
      ? await openEmbedded(config.dataDir)
      : { url: config.database.url, close: async () => {} };
  try {
    await migrate(opened.url);
    const database = createDatabase(opened.url, { log: createLogger(() => {}), maxConnections: 1 });
    try {
      if (!(await setAdmin(database.db, email, action === "grant"))) {
        throw new UsageError(`Nobody is registered as ${email}. Register the account on the site first.`);
      }
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
  console.log(action === "grant" ? `${email} is an admin now.` : `${email} is no longer an admin.`);
}

/** A database that can't be reached is no bug of this program. */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    [UsageError, ConfigError, EmbeddedPostgresError, MigrationError].some((kind) => error instanceof kind) ||
    ("code" in error && typeof error.code === "string")
  );
}

try {
  await main();
} catch (error) {
  if (!isExpected(error)) throw error;
  const code = String(Reflect.get(error, "code") ?? "");
  if (code.startsWith("ERR_PARSE_ARGS")) console.error(`${error.message}\n\n${usage}`);
  else console.error(code === "" ? error.message : `The database can't be used: ${error.message} (${code})`);
  process.exitCode = 1;
}
