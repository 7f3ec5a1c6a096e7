import { readdir } from "node:fs/promises";
import { isLoopback } from "#domain/operation/configuration.ts";
import { EmbeddedPostgresError } from "#server/platform/db/embedded-error.ts";
import {
  countAdmins,
  type DatabaseFacts,
  loadDatabaseFacts,
  loadMigrations,
  tryWriting,
  withConnection,
} from "./database.queries.ts";
import {
  type Check,
  describeError,
  type DoctorContext,
  type Finding,
  findings,
  isPublic,
} from "./finding.ts";

const subject = "Database";
const { good, note, act } = findings(subject);

const oldestPostgres = 16;
/** Of one process, without a pooler (docs/operations/deploying.md). */
const connectionsOfProcess = 32;

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

async function productMigrations(): Promise<string[]> {
  const files = await readdir(new URL("../db/migrations/", import.meta.url));
  return files.filter((file) => file.endsWith(".sql")).map((file) => file.slice(0, -".sql".length));
}

/** A socket of this machine, or a private network. */
function isNear(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return hostname === "" || isLoopback(hostname) || (searchParams.get("host") ?? "").startsWith("/");
}

function judgeFacts(facts: DatabaseFacts, url: string): Finding[] {
  const found: Finding[] = [];
  if (facts.versionNumber < oldestPostgres * 10_000)
    found.push(
      act(`PostgreSQL ${facts.version} is too old.`, `Move to PostgreSQL ${oldestPostgres} or newer.`),
    );
  if (facts.isReplica)
    found.push(
      act("DATABASE_URL leads to a replica, which takes no writes.", "Name the primary in DATABASE_URL."),
    );
  else if (facts.isReadOnly)
    found.push(
      act(
        "The database takes no writes.",
        "Take default_transaction_read_only off; a full disk may have set it.",
      ),
    );
  else if (!facts.mayCreate)
    found.push(
      act(
        "The account may not make tables.",
        "GRANT CREATE ON DATABASE … TO …; GRANT CREATE ON SCHEMA public TO …; or make it the database's owner.",
      ),
    );
  if (facts.maxConnections < connectionsOfProcess + 5)
    found.push(
      act(
        `max_connections is ${facts.maxConnections}; one process needs ${connectionsOfProcess}.`,
        "Raise it, or set DATABASE_POOL_URL.",
      ),
    );
  if (!facts.isEncrypted && !isNear(url))
    found.push(
      note("The connection is not encrypted.", "Where it leaves your own network, add ?sslmode=verify-full."),
    );
  return found;
}

async function checkPrimary(context: DoctorContext): Promise<Finding[]> {
  let url: string;
  try {
    url = await context.databaseUrl();
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return [act(error.message)];
    throw error;
  }
  try {
    return await withConnection(url, async (client) => {
      const facts = await loadDatabaseFacts(client);
      const found = judgeFacts(facts, url);
      if (found.some(({ state }) => state === "act")) return found;
      try {
        await tryWriting(client);
      } catch (error) {
        return [act(`A write failed: ${describeError(error)}`, "Look at its disk and its log.")];
      }
      const [done, known] = [await loadMigrations(client), await productMigrations()];
      const pending = known.filter((name) => !done?.includes(name));
      const unknown = done?.filter((name) => !known.includes(name)) ?? [];
      if (done === null) found.push(note("It is empty: the first start makes its tables."));
      else if (pending.length > 0)
        found.push(note(`${pending.length} migrations are not run yet: the next start runs them.`));
      if (unknown.length > 0)
        found.push(
          act(
            `It is of a newer version of Vetura (${unknown[0]}).`,
            "Install that version, or restore a backup.",
          ),
        );
      if (
        done !== null &&
        pending.length === 0 &&
        isPublic(context.config) &&
        (await countAdmins(client)) === 0
      )
        found.push(
          act("The site has no admin.", "Register on the site, then: npm run admin -- grant E-MAIL"),
        );
      return [good(`PostgreSQL ${facts.version}, ${megabytes(facts.bytes)}, takes writes.`), ...found];
    });
  } catch (error) {
    return [act(`It can't be used: ${describeError(error)}`, adviceOf(error))];
  }
}

function adviceOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "28P01" || code === "28000") return "Put the right user name and password into DATABASE_URL.";
  if (code === "3D000") return "Make the database: createdb.";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "Look at the host's name in DATABASE_URL.";
  return "See that PostgreSQL runs and DATABASE_URL is its address.";
}

async function checkPooler(url: string): Promise<Finding[]> {
  try {
    const { statementTimeout } = await withConnection(url, loadDatabaseFacts);
    if (statementTimeout === "0")
      return [act("The pooler sets no limit on statements.", "Set one as deploy/pgbouncer.ini does.")];
    return [good("The pooler answers and limits statements.")];
  } catch (error) {
    return [act(`DATABASE_POOL_URL can't be used: ${describeError(error)}`, "See that the pooler runs.")];
  }
}

async function checkReplica(url: string): Promise<Finding[]> {
  try {
    const { isReplica } = await withConnection(url, loadDatabaseFacts);
    if (!isReplica)
      return [note("DATABASE_REPLICA_URL is no replica.", "Name a streaming replica, or take it out.")];
    return [good("The replica answers.")];
  } catch (error) {
    return [act(`DATABASE_REPLICA_URL can't be used: ${describeError(error)}`, "See that the replica runs.")];
  }
}

/** Version, rights, a write, migrations, admins; pooler and replica if they are set. */
export const checkDatabase: Check = {
  subject,
  // The embedded one may have to start and recover first.
  maxDuration: 60_000,
  run: async (context) => {
    const { poolUrl, replicaUrl } = context.config.database;
    return [
      ...(await checkPrimary(context)),
      ...(poolUrl === null ? [] : await checkPooler(poolUrl)),
      ...(replicaUrl === null ? [] : await checkReplica(replicaUrl)),
    ];
  },
};
