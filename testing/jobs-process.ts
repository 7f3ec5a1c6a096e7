import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createServices } from "#server/services.ts";

// A process that runs jobs until it is killed: node testing/jobs-process.ts, with the product's environment.
// It prints "ready" once its worker runs.
const config = loadConfig(process.env);
const { url } = config.database;
if (url === null) throw new Error("DATABASE_URL is missing");
const watchedLog = createLogger(() => {});
const { db, pool } = createDatabase(url, { log: watchedLog, maxConnections: 6 });
const services = createServices({ config, db, pool, databaseUrl: url, log: watchedLog, provider: null });
await services.start();
process.stdout.write("ready\n");
