import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { startHttpServer } from "#server/http/http-server.ts";
import { createLogger } from "#server/log.ts";
import { logEverything } from "#server/log-everything.ts";
import { createServices } from "#server/services.ts";
import { ensureAdmin } from "#server/people/accounts/admins.commands.ts";
import { setClockOffset } from "./clock.ts";
import { toCopy } from "./messages.ts";

// One of the site's processes, without pages: node --import testing/year/clock.ts
// testing/year/copy-process.ts, with the product's environment and an IPC channel to the simulator, which
// sets its clock and runs its schedules.

const log = createLogger();
logEverything(log);
const config = loadConfig(process.env);
const { url } = config.database;
if (url === null) throw new Error("DATABASE_URL is missing");
const database = createDatabase(url, { log, maxConnections: 8 });
const { db, pool } = database;
const { payments } = config;
if (payments.mode !== "stripe") throw new Error("STRIPE_SECRET_KEY is missing");
const address = {
  host: "127.0.0.1",
  port: Number(process.env["YEAR_PROVIDER_PORT"]),
  protocol: "http",
} as const;
const services = createServices({
  config,
  db,
  pool,
  databaseUrl: url,
  log,
  followsClock: false,
  provider: { secretKey: payments.secretKey, webhookSecret: payments.webhookSecret, address },
});
await services.prepare();
if (config.admin !== null) await ensureAdmin({ db, log }, config.admin);
await services.start();
const app = createApp(services);
const server = await startHttpServer(config.http, log, async (request, bindings) =>
  app.fetch(request, bindings),
);

process.on("message", (sent) => {
  const message = toCopy.parse(sent);
  if (message.do === "clock") setClockOffset(message.ahead);
  const work = message.do === "flush" ? services.statistics.recorder.flush() : Promise.resolve();
  void work.then(() => process.send?.({ done: message.id }));
});
// Ends with its simulator.
process.on("disconnect", () => process.exit(1));
process.on("SIGTERM", () => {
  void (async () => {
    await server.close(5_000);
    await services.stop();
    await database.close();
    process.exit(0);
  })();
});
const schedule = Object.fromEntries(
  Object.entries(services.schedule).map(([name, { cron }]) => [name, cron]),
);
process.send?.({ ready: schedule });
