import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createServices, type Services } from "#server/services.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { watchedLog } from "./faults.ts";

/** The API of one process, called without a network. */
export interface TestProcess {
  readonly services: Services;
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
}

export interface TestSite extends TestProcess {
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly publicUrl: string;
  /** Another process on the same database, with its own rate limits and caches. */
  addProcess(): TestProcess;
  close(): Promise<void>;
}

/**
 * The whole API on its own database. `environment` are the product's variables; rate limits are off unless
 * set.
 */
export async function createTestSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "vetura-site-"));
  const config = loadConfig({ DATA_DIR: dataDir, NODE_ENV: "test", RATE_LIMITS: "off", ...environment });
  const addProcess = (): TestProcess => {
    const { db, pool, url } = database;
    const services = createServices({ config, db, pool, databaseUrl: url, log: watchedLog });
    const app = createApp(services);
    return {
      services,
      fetch: async (request, remoteAddress = "203.0.113.1") => app.fetch(request, { remoteAddress }),
    };
  };
  const first = addProcess();
  await first.services.prepare();
  return {
    ...first,
    database,
    dataDir,
    publicUrl: config.site.publicUrl,
    addProcess,
    close: async () => {
      await first.services.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
