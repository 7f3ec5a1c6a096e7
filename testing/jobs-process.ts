import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createServices } from "#server/services.ts";

// A process of its own that works on jobs until it is killed: node testing/jobs-process.ts, with the environment that
// the product takes. It says "ready" once it works.
const config = loadConfig(process.env);
const { url } = config.database;
if (url === null) throw new Error("DATABASE_URL is missing");
const watchedLog = createLogger(() => {});
const { db, pool } = createDatabase(url, { log: watchedLog, maxConnections: 6 });
const services = createServices({ config, db, pool, databaseUrl: url, log: watchedLog, provider: null });
await services.start();
process.stdout.write("ready\n");
