import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";

/**
 * A custom now() in a schema before pg_catalog on the search path, so that statements, defaults, views and
 * functions of the product and the job queue use the simulator's clock.
 */
const clockSchema = `
  create schema clock;
  create table clock.ahead (ahead interval not null);
  insert into clock.ahead values ('0');
  create function clock.ahead() returns interval language plpgsql stable parallel safe as
    $$ begin return (select a.ahead from clock.ahead a); end $$;
  create function clock.now() returns timestamptz language plpgsql stable parallel safe as
    $$ begin return pg_catalog.now() + clock.ahead(); end $$;
  create function clock.clock_timestamp() returns timestamptz language plpgsql volatile parallel safe as
    $$ begin return pg_catalog.clock_timestamp() + clock.ahead(); end $$;
  grant usage on schema clock to public;`;

export interface ClockedDatabase {
  readonly url: string;
  readonly folder: string;
  /** For the simulator's own queries. */
  readonly pool: Pool;
  setAhead(milliseconds: number): Promise<void>;
  /** Adds an empty database to the cluster, with the real clock. */
  addDatabase(name: string): Promise<string>;
  close(): Promise<void>;
}

/** An embedded PostgreSQL with a migrated database whose clock can be set. */
export async function startClockedDatabase(): Promise<ClockedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "vetura-year-"));
  // If root starts it, the database runs as another user, who needs access.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    onNote: () => undefined,
    // A simulated site needs no durability.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "128MB" },
  });
  const urlOf = (name: string): string => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const onServer = async (database: string, ...statements: string[]): Promise<void> => {
    const client = new Client(urlOf(database));
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await onServer(
    new URL(server.url).pathname.slice(1),
    "create database year",
    "alter database year set search_path = public, clock, pg_catalog",
  );
  const url = urlOf("year");
  await onServer("year", clockSchema);
  await migrate(url);
  const pool = new Pool({ connectionString: url, max: 4 });
  return {
    url,
    folder,
    pool,
    setAhead: async (milliseconds) => {
      await pool.query("update clock.ahead set ahead = make_interval(secs => $1)", [milliseconds / 1000]);
    },
    addDatabase: async (name) => {
      await onServer("year", `create database ${name}`);
      return urlOf(name);
    },
    close: async () => {
      await pool.end();
      await server.stop();
      await rm(server.home, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
