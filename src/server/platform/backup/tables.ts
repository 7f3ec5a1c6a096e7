import type { Client } from "pg";
import { BackupError } from "./archive.ts";

/** A table in a backup. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Excluded tables: migrations recreate `schema_migrations`, `rate_limits` are unlogged counts of the last
 * minutes, and `visitor_salts` must disappear with their day.
 */
const leftOut = ["schema_migrations", "rate_limits", "visitor_salts"];

/** Quotes a name for SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** All tables of the site with their writable columns, each after those that it references. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] | null }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [leftOut],
  );
  const ordered: TableShape[] = [];
  const placed = new Set<string>();
  let waiting = rows;
  while (waiting.length > 0) {
    const next = waiting.filter(({ refers_to }) => (refers_to ?? []).every((other) => placed.has(other)));
    if (next.length === 0) {
      const names = waiting.map(({ name }) => name).join(", ");
      throw new BackupError(`These tables refer to each other in a ring: ${names}.`);
    }
    for (const { name, columns } of next) {
      ordered.push({ name, columns });
      placed.add(name);
    }
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** The value of each sequence; unused ones are omitted. */
export async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The migrations that a database has run, in order; empty if it was never a site's. */
export async function readMigrationsOf(client: Client): Promise<{ name: string; hash: string }[]> {
  const { rows: found } = await client.query(
    "select 1 where to_regclass('public.schema_migrations') is not null",
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string; hash: string }>(
    "select name, hash from schema_migrations order by name",
  );
  return rows;
}

/** Whether this database has people's data. Rows of migrations and the catalogue do not count. */
export async function isInUse(client: Client): Promise<boolean> {
  for (const table of ["users", "cars", "photos", "payments"]) {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.${table}') is not null as there`,
    );
    if (rows[0]?.there !== true) continue;
    const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
    if (rowCount !== 0) return true;
  }
  return false;
}

/** Drops the site's tables and functions; extensions and the schema's rights stay. */
export async function dropTables(client: Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  if (tables.length > 0)
    await client.query(`drop table ${tables.map(({ name }) => name).join(", ")} cascade`);
  const { rows: functions } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  if (functions.length > 0)
    await client.query(`drop routine ${functions.map(({ name }) => name).join(", ")} cascade`);
}

/** Session settings so that values are written and read alike on every server. */
export async function settleFormats(client: Client): Promise<void> {
  await client.query(
    `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set timezone = 'UTC';
     set client_encoding = 'UTF8'; set search_path = public; set statement_timeout = 0;
     set idle_in_transaction_session_timeout = 0`,
  );
}
