import { Client } from "pg";

/** Milliseconds. */
const maxConnect = 5_000;
const maxStatement = 5_000;

/** One connection for the doctor's queries, closed afterwards. */
export async function withConnection<Value>(
  url: string,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: maxConnect,
    query_timeout: maxStatement,
    application_name: "vetura-doctor",
  });
  // A lost connection also fails the running query.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export interface DatabaseFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly bytes: number;
  readonly maxConnections: number;
  readonly isReplica: boolean;
  readonly isReadOnly: boolean;
  readonly isEncrypted: boolean;
  readonly mayCreate: boolean;
  readonly statementTimeout: string;
  readonly now: Date;
}

export async function loadDatabaseFacts(client: Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      pg_database_size(current_database())::float8 as bytes,
      current_setting('max_connections')::int as "maxConnections",
      pg_is_in_recovery() as "isReplica",
      current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
      current_setting('statement_timeout') as "statementTimeout",
      clock_timestamp() as now`);
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database told nothing of itself.");
  return facts;
}

/** Writes a row and rolls it back: a full disk or missing rights show only then. */
export async function tryWriting(client: Client): Promise<void> {
  await client.query("begin");
  try {
    await client.query("create table public.vetura_doctor (written text)");
    await client.query("insert into public.vetura_doctor values (repeat('x', 8192))");
  } finally {
    await client.query("rollback");
  }
}

/** Names of the migrations that ran; null if the site never started on this database. */
export async function loadMigrations(client: Client): Promise<readonly string[] | null> {
  const { rows: made } = await client.query(
    "select where to_regclass('public.schema_migrations') is not null",
  );
  if (made.length === 0) return null;
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
  return rows.map(({ name }) => name);
}

export async function countAdmins(client: Client): Promise<number> {
  const { rows } = await client.query<{ admins: number }>(
    "select count(*)::int as admins from users where is_admin",
  );
  return rows[0]?.admins ?? 0;
}

/** The hash of the webhook secret of the last verified event; null before the first. */
export async function loadConfirmedSecret(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ hash: string | null }>(
    "select confirmed_secret as hash from provider_poll",
  );
  return rows[0]?.hash ?? null;
}
