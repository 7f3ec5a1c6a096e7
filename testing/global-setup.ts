import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that test databases are copied from; it accepts no connections. */
    templateDatabaseUrl: string;
  }
}

/** One embedded PostgreSQL for all integration tests, with the migrations run once. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "vetura-test-"));
  // If root starts it, the database runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    // Tests need speed, not durability.
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "200",
      shared_buffers: "128MB",
    },
  });
  const url = new URL(server.url);
  url.pathname = "/vetura_template";
  const client = new Client(server.url);
  await client.connect();
  await client.query("CREATE DATABASE vetura_template");
  await client.end();
  await migrate(url.href);
  project.provide("templateDatabaseUrl", url.href);

  return async () => {
    await server.stop();
    await rm(server.home, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
}
