import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { Client } from "pg";
import { v7 as uuidv7 } from "uuid";
import type { DB } from "#server/platform/db/tables.ts";
import { photoFiles, type FileStore } from "#server/market/photos/file-store.ts";

/** Runs statements on their own connection. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Row count and hash of each table and of the queued jobs, computed by PostgreSQL, in a snapshot or now. */
export async function hashTables(url: string, snapshot?: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'; begin isolation level repeatable read");
    if (snapshot !== undefined) await client.query(`set transaction snapshot '${snapshot}'`);
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename not in ('rate_limits', 'schema_migrations')`,
    );
    const sources: Record<string, string> = {
      ...Object.fromEntries(rows.map(({ name }) => [name, name])),
      // The time of each run is checked elsewhere.
      schema_migrations: "(select name, hash from schema_migrations)",
      jobs: "(select 1 where false)",
    };
    const { rows: queue } = await client.query(
      "select 1 where to_regclass('graphile_worker._private_jobs') is not null",
    );
    if (queue.length > 0)
      sources["jobs"] =
        `(select t.identifier, j.payload::jsonb, j.run_at, j.max_attempts, j.attempts, j.key, j.last_error
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id)`;
    const hashes: Record<string, string> = {};
    for (const [name, from] of Object.entries(sources)) {
      const { rows: found } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from ${from} t`,
      );
      hashes[name] = found[0]?.hash ?? "";
    }
    return hashes;
  });
}

/** One hash over all files of a photo; null if one is missing. */
export async function hashPhoto(store: FileStore, id: string): Promise<string | null> {
  const hash = createHash("sha256");
  for (const { width, format } of photoFiles) {
    const file = await store.get(id, width, format);
    if (file === null) return null;
    hash.update(Buffer.from(await new Response(file.body).arrayBuffer()));
  }
  return hash.digest("hex");
}

/** A photo with files of random bytes, and its row. */
export async function addStoredPhoto(
  db: Kysely<DB>,
  store: FileStore,
  ownerId: string | null,
  id = uuidv7(),
): Promise<{ id: string; hash: string | null }> {
  await store.put(
    id,
    photoFiles.map(({ width, format }) => ({ width, format, bytes: randomBytes(600) })),
  );
  await db
    .insertInto("photos")
    .values({ id, owner_id: ownerId, width: 1600, height: 1200, thumbhash: "" })
    .execute();
  return { id, hash: await hashPhoto(store, id) };
}
