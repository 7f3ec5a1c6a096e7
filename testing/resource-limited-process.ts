import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createServices } from "#server/services.ts";

// The API in its own process, for tests that limit a process: node testing/resource-limited-process.ts, with
// the product's environment. It prints its port once it is ready.
const config = loadConfig(process.env);
const { url } = config.database;
if (url === null) throw new Error("DATABASE_URL is missing");
const watchedLog = createLogger(() => {});
const { db, pool } = createDatabase(url, { log: watchedLog, maxConnections: 6 });
const services = createServices({ config, db, pool, databaseUrl: url, log: watchedLog, provider: null });
await services.start();
const app = createApp(services);
const listener = getRequestListener((request) => app.fetch(request, { remoteAddress: "127.0.0.1" }));
const server = createServer((request, response) => void listener(request, response));
await once(server.listen(0, "127.0.0.1"), "listening");
const address = server.address();
process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
