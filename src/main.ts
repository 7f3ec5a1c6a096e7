import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { ensureAdmin } from "#server/accounts/admins.ts";
import { createApp } from "#server/app.ts";
import { ConfigError, loadConfig, type Config } from "#server/config.ts";
import { createDatabase, type Database } from "#server/db/connection.ts";
import { prepareDemo } from "#server/demo/prepare-demo.ts";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "#server/db/embedded.ts";
import { migrate, MigrationError } from "#server/db/migrate.ts";
import { createLogger, type Logger } from "#server/log.ts";
import { logEverything } from "#server/log-everything.ts";
import { createFront } from "#server/front.ts";
import { type HttpServer, ListenError, startHttpServer } from "#server/http/http-server.ts";
import { createDatabaseFigures } from "#server/monitoring/database-figures.ts";
import type { Metrics } from "#server/monitoring/metrics.ts";
import type { Traces } from "#server/monitoring/traces.ts";
import { createRouteNames } from "#server/monitoring/route-names.ts";
import { siteForPages } from "#server/pages/site-for-pages.ts";
import type { ProviderAccess } from "#server/billing/provider.ts";
import { type ProviderCheck, providerWarnings } from "#server/billing/provider-check.ts";
import { startSandboxProcess } from "#server/billing/sandbox-process.ts";
import { createServices } from "#server/services.ts";
import { createStartReport, type StartReport } from "#server/start-report.ts";
import { openBuiltPages, openDevelopmentPages } from "./pages.ts";

/** Requests under way may take this long after a signal, in milliseconds. */
const patience = 20_000;
/**
 * One of several behind a balancer goes on so long after it has said on /readyz that it stops, in milliseconds: longer
 * than the balancer keeps an idle connection to it (deploy/nginx.conf), and than a few of its questions take.
 */
const noticeToBalancer = 4000;
/** The whole stop; load balancers and supervisors wait half a minute. */
const longestStop = 29_000;
/** How long a start that is under way may take to notice that it is to end. */
const startGrace = 8000;

type Close = () => Promise<void>;

/** What has been opened so far and must be closed. */
interface Opened {
  server: Close | null;
  /** What requests need, in the order of opening. */
  readonly rest: Close[];
}

async function openDatabase(
  config: Config,
  log: Logger,
  report: StartReport,
  opened: Opened,
  traces: Traces | null,
): Promise<{ database: Database; databaseUrl: string }> {
  let { url } = config.database;
  if (url === null) {
    const embedded = await report.step("Start the database", () =>
      startEmbeddedPostgres({
        dataDir: config.dataDir,
        onNote: (note) => log.warn("database.note", { note }),
      }),
    );
    opened.rest.push(() => embedded.stop());
    url = embedded.url;
  }
  const given = url;
  await report.step("Migrate the database", (onDetail) =>
    migrate(given, {
      onProgress: ({ name, number, total }) => onDetail(`${name} (${number} of ${total})`),
      onUnknown: (name) => log.warn("database.newer_migration", { name }),
    }),
  );
  const { poolUrl } = config.database;
  const database = createDatabase(poolUrl ?? url, {
    log,
    pooled: poolUrl !== null,
    ...(traces === null ? {} : { onStatement: (...statement) => traces.statement(...statement) }),
  });
  opened.rest.push(() => database.close());
  if (poolUrl !== null && (await hasNoLimits(database))) log.warn("database.pool_without_limits");
  return { database, databaseUrl: url };
}

/** Whether a statement may run for ever there: a pooler is not told otherwise by those who use it. */
async function hasNoLimits({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    db,
  );
  return rows[0]?.limit === "0";
}

/** Where this process can be reached from this machine: the sandbox's webhooks come that way. */
function localUrl({ host, port }: Config["http"]): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

interface Payments {
  readonly access: ProviderAccess;
  /** The sandbox's address; null: Stripe itself. */
  readonly sandbox: string | null;
}

async function openPayments(config: Config, log: Logger, opened: Opened): Promise<Payments> {
  const { payments, dataDir, http } = config;
  if (payments.mode === "stripe") {
    const { secretKey, webhookSecret } = payments;
    return { access: { secretKey, webhookSecret, address: null }, sandbox: null };
  }
  if (config.dev !== null && config.dev.sandbox !== null) {
    const { sandbox: access } = config.dev;
    return { access, sandbox: `http://${access.address.host}:${access.address.port}` };
  }
  const sandbox = await startSandboxProcess({
    dataDir,
    port: payments.port,
    firstPort: payments.firstPort,
    webhookUrl: `${localUrl(http)}/api/payment/webhook`,
    log,
  });
  opened.rest.push(() => sandbox.stop());
  return { access: sandbox.access, sandbox: sandbox.url };
}

type Demo = NonNullable<Awaited<ReturnType<typeof prepareDemo>>>;

function demoRows({ admin, dealer, seller, password }: Demo): (readonly [string, string])[] {
  return [
    ["Admin", admin],
    ["Dealer", dealer],
    ["Seller", seller],
    ["Password", password ?? "the one of the first start"],
  ];
}

/** What the start tells of card payments; warnings beside it. */
function paymentRows(payments: Payments, check: ProviderCheck | null): (readonly [string, string])[] {
  if (payments.sandbox !== null)
    return [["Card payments", `test mode, ${payments.sandbox} (4242 4242 4242 4242 pays)`]];
  if (check === null) return [];
  const name = check.account === null ? "" : `, ${check.account.split(":")[0]}`;
  return [
    ["Card payments", `Stripe, ${check.mode} mode${name}`],
    ...providerWarnings(check).map((warning) => ["", `Warning: ${warning}`] as const),
  ];
}

/** Only where somebody asks for it: others pay nothing for it. */
async function openMetrics(config: Config, log: Logger, opened: Opened): Promise<Metrics | null> {
  const { metricsPort: port, metricsHost: host } = config.telemetry;
  if (port === null) return null;
  const [{ createMetrics }, { startMetricsServer }] = await Promise.all([
    import("#server/monitoring/metrics.ts"),
    import("#server/monitoring/metrics-server.ts"),
  ]);
  const metrics = createMetrics();
  const server = await startMetricsServer({ host, port }, metrics, log);
  opened.rest.push(() => server.close());
  return metrics;
}

async function openTraces(config: Config, opened: Opened): Promise<Traces | null> {
  const { otlpEndpoint: endpoint } = config.telemetry;
  if (endpoint === null) return null;
  const { createTraces } = await import("#server/monitoring/traces.ts");
  const traces = createTraces({ endpoint, service: config.site.name });
  opened.rest.push(() => traces.stop());
  return traces;
}

async function start(log: Logger, opened: Opened, signal: AbortSignal): Promise<void> {
  const config = loadConfig(process.env);
  // Vite talks to the person at the terminal.
  if (config.environment !== "development") logEverything(log);
  const report = createStartReport();
  const front = createFront(log);
  const metrics = await openMetrics(config, log, opened);
  const traces = await openTraces(config, opened);

  // Several can be one site only behind a proxy and on a database that none of them brings along.
  const oneOfSeveral = config.http.trustedProxies.length > 0 && config.database.url !== null;
  const listen = async (): Promise<HttpServer> => {
    const server = await startHttpServer(
      config.http,
      log,
      (request, bindings) => front.handle(request, bindings),
      {
        metrics,
        traces,
        lateness: () => front.lateness,
        cachedPage: (request) => front.cachedPage(request),
        secure: config.site.secure,
      },
    );
    metrics?.watch({ http: () => server.figures });
    opened.server = async () => {
      front.startStopping();
      await server.close(patience, oneOfSeveral ? noticeToBalancer : 0);
    };
    return server;
  };
  // Before anything heavy: a taken port is told at once, and /readyz can answer while the rest is made ready. One of
  // several listens when it is ready: a balancer turns to the others for as long as nobody takes its connections.
  const early = oneOfSeveral ? null : await listen();

  await mkdir(config.dataDir, { recursive: true });
  // It starts while the database does.
  const paymentsOpening = openPayments(config, log, opened);
  paymentsOpening.catch(() => {});
  const { database, databaseUrl } = await openDatabase(config, log, report, opened, traces);
  signal.throwIfAborted();
  const { db, pool } = database;
  const payments = await report.step("Open the way to card payments", () => paymentsOpening);
  signal.throwIfAborted();
  const services = createServices({
    config,
    db,
    pool,
    databaseUrl,
    log,
    provider: payments.access,
    ...(metrics === null ? {} : { onJobEnded: (...ended) => metrics.job(...ended) }),
  });
  // Stripe is asked while the rest is made ready, and is waited for at the end, 5 s at most.
  const checking = services.billing.check();
  front.tellProgress(() => ({ search: services.search.progress }));
  const pages = await report.step("Prepare the site", async (onDetail) => {
    await services.prepare();
    if (config.admin !== null) await ensureAdmin({ db, log }, config.admin);
    signal.throwIfAborted();
    opened.rest.push(() => services.stop());
    await withProgress(services.start(), () => onDetail(loadedCars(services.search.progress)));
    if (config.dev !== null) return openDevelopmentPages(config.dev.pages);
    return openBuiltPages({
      apiFetch: (request) => front.apiFetch(request),
      site: siteForPages(config),
      log,
    });
  });
  opened.rest.push(() => pages.close());
  signal.throwIfAborted();

  const demo = config.demo.enabled
    ? await report.step("Demo data", (onDetail) =>
        prepareDemo({
          config,
          db,
          log,
          payments: payments.access,
          photos: services.photos,
          now: new Date(),
          onProgress: (done, total) => {
            signal.throwIfAborted();
            onDetail(`${done} of ${total} pictures`);
          },
        }),
      )
    : null;
  signal.throwIfAborted();

  const app = createApp(services);
  const routes = createRouteNames([...app.routes.map(({ path }) => path), ...pages.routes, "/assets/:file"]);
  traces?.watch(routes);
  metrics?.watch({
    routes,
    pageCache: () => front.pageCache,
    pages: () => pages.figures,
    pool,
    search: () => services.search.stats,
    database: createDatabaseFigures(db),
  });
  front.open({
    api: (request, env) => app.fetch(request, env),
    pages: (request) => pages.render(request),
    pageLateness: () => pages.figures.lateness,
    files: pages.files,
    checkReady: async () => {
      await sql`SELECT 1`.execute(db);
    },
  });
  if (early === null) await listen();
  report.block([
    [config.site.name, config.site.publicUrl],
    ...(demo === null ? [] : demoRows(demo)),
    ...paymentRows(payments, await checking),
    ["Data", config.dataDir],
  ]);
  log.info("ready", { port: config.http.port, pid: process.pid });
}

function loadedCars({ cars, of }: { cars: number; of: number }): string {
  return `${cars} of about ${of} cars`;
}

/** Tells twice a second how far something is, while it is under way. */
async function withProgress<T>(work: Promise<T>, tell: () => void): Promise<T> {
  const timer = setInterval(tell, 500);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Closes everything in the right order: requests under way still need all the rest. */
async function close(log: Logger, opened: Opened): Promise<void> {
  for (const closeOne of [opened.server, ...opened.rest.toReversed()]) {
    await closeOne?.().catch((error: unknown) => log.error("stop.failed", error));
  }
}

/** Mistakes of the set-up are told without a stack. */
function explain(error: unknown): string {
  const expected = [ConfigError, ListenError, EmbeddedPostgresError, MigrationError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function main(): void {
  const log = createLogger();
  const opened: Opened = { server: null, rest: [] };
  const ending = new AbortController();

  const end = async (code: number, reason: string): Promise<void> => {
    // Ctrl-C reaches this process from the terminal and again from its parent: one stop serves both.
    if (ending.signal.aborted) return;
    ending.abort();
    log.info("stopping", { reason });
    setTimeout(() => {
      log.error("stop.too_slow");
      process.exit(1);
    }, longestStop).unref();
    // What is just being opened must be known before it can be closed.
    await Promise.race([starting, sleep(startGrace, undefined, { ref: false })]);
    await close(log, opened);
    log.info("stopped");
    process.exit(code);
  };

  const starting = start(log, opened, ending.signal).catch((error: unknown) => {
    if (ending.signal.aborted) return;
    process.stderr.write(`\n${explain(error)}\n\n`);
    void end(1, "start failed");
  });

  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => void end(0, name));
  // The start script was killed: without it nobody would know who keeps the port.
  process.on("disconnect", () => void end(0, "parent gone"));
  process.on("uncaughtException", (error) => {
    log.error("uncaught", error);
    void end(1, "uncaught exception");
  });
}

main();
