import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { watchedLog } from "#testing/faults.ts";
import { expectOneSite, type SiteCopy } from "#testing/one-site.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { type S3Store, startS3Store } from "#testing/s3-store.ts";
import { ensureAdmin } from "./people/accounts/admins.commands.ts";
import { createApp } from "./app.ts";
import { loadConfig } from "./config.ts";
import { createDatabase } from "./platform/db/connection.ts";
import { createServices, type Services } from "./services.ts";

interface Running extends SiteCopy {
  readonly services: Services;
  readonly dataDir: string;
  close(): Promise<void>;
}

const admin = { email: "admin@example.com", password: "fjalëkalim-i-gjatë" };
let database: TestDatabase;
let folder: string;
let store: S3Store;
const running: Running[] = [];

/** All that a process holds for itself: pool, services, jobs, listening connections, data folder. */
async function startCopy(name: string): Promise<Running> {
  const dataDir = join(folder, name);
  const config = loadConfig({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...store.env,
  });
  const own = createDatabase(database.url, { log: watchedLog, maxConnections: 10 });
  const { db, pool } = own;
  const services = createServices({ config, db, pool, databaseUrl: database.url, log: watchedLog });
  await services.prepare();
  await ensureAdmin({ db, log: watchedLog }, admin);
  await services.start();
  const app = createApp(services);
  return {
    services,
    dataDir,
    fetch: async (path, init) =>
      app.fetch(new Request(`http://localhost:3000${path}`, init), { remoteAddress: "203.0.113.7" }),
    close: async () => {
      await services.stop();
      await own.close();
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "vetura-one-site-"));
  store = await startS3Store(join(folder, "s3"));
  running.push(await startCopy("first"), await startCopy("second"));
});

afterAll(async () => {
  for (const copy of running) await copy.close();
  await store.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test(
  "two processes on one database and one store are one site (specification.md#reliability)",
  { timeout: 180_000 },
  async () => {
    const [first, second] = running;
    if (first === undefined || second === undefined) throw new Error("two were started");
    const found: string[] = [];
    await expectOneSite(
      {
        first,
        second,
        admin,
        mails: async () => {
          const boxes = await Promise.all(running.map(({ dataDir }) => readOutbox(join(dataDir, "outbox"))));
          return boxes.flat();
        },
        hasPages: false,
        seenWithin: 1_000,
      },
      (what) => found.push(what),
    );
    expect(found).toHaveLength(9);
  },
);
