import { mkdir } from "node:fs/promises";
import { sql } from "kysely";
import { ensureAdmin } from "#server/people/accounts/admins.commands.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { demoRows, prepareDemo } from "#server/demo/prepare-demo.ts";
import { openDatabase } from "#server/platform/db/open-database.ts";
import type { Logger } from "#server/log.ts";
import { logEverything } from "#server/log-everything.ts";
import { createFront } from "#server/front.ts";
import { type HttpServer, startHttpServer } from "#server/http/http-server.ts";
import { createDatabaseFigures } from "#server/platform/monitoring/database-figures.ts";
import { createRouteNames } from "#server/platform/monitoring/route-names.ts";
import { siteForPages } from "#server/pages/site-for-pages.ts";
import { openProvider, paymentRows } from "#server/money/billing/open-provider.ts";
import { openMetrics, openTraces } from "#server/platform/monitoring/open-monitoring.ts";
import { createServices } from "#server/services.ts";
import { createStartReport, withProgress } from "#server/start-report.ts";
import { openBuiltPages, openDevelopmentPages } from "./pages.ts";

/** How long requests in progress may take after a signal, in milliseconds. */
const patience = 20_000;
/**
 * How long a site behind a proxy continues after it announced its stop on /readyz, in milliseconds: longer than
 * the proxy keeps an idle connection (deploy/nginx.conf, deploy/Caddyfile), and than a few of its checks take.
 */
const noticeToProxy = 4000;
type Close = () => Promise<void>;

/** What was opened so far and must be closed. */
export interface Opened {
  server: Close | null;
  /** No more jobs are begun. Beside the server's close, because requests only add jobs. */
  jobs: Close | null;
  /** What requests need, in the order of opening. */
  readonly rest: Close[];
}

/**
 * Opens everything in order and serves the site. Everything opened is recorded in `opened`, even if the start
 * fails or `signal` ends it.
 */
export async function startSite(log: Logger, opened: Opened, signal: AbortSignal): Promise<void> {
  const config = loadConfig(process.env);
  // Vite writes to the terminal itself.
  if (config.environment !== "development") logEverything(log);
  const report = createStartReport();
  const front = createFront(log);
  const onOpen = (closeOne: Close): void => void opened.rest.push(closeOne);
  const metrics = await openMetrics(config, log, onOpen);
  const traces = await openTraces(config, onOpen);

  const behindProxy = config.http.trustedProxies.length > 0;
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
      await server.close(patience, behindProxy ? noticeToProxy : 0);
    };
    return server;
  };
  // Before anything heavy: a used port is reported at once, and /readyz answers meanwhile. Behind a proxy it
  // listens only when it is ready: until then a balancer uses other processes, and Caddy queues requests.
  const early = behindProxy ? null : await listen();

  await mkdir(config.dataDir, { recursive: true });
  // It starts while the database does.
  const paymentsOpening = openProvider(config, log, onOpen);
  paymentsOpening.catch(() => {});
  const { database, databaseUrl } = await openDatabase({
    config,
    log,
    report,
    onOpen,
    ...(traces === null ? {} : { onStatement: (...statement) => traces.statement(...statement) }),
  });
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
  // Stripe is checked in parallel, and awaited at the end, 5 s at most.
  const checking = services.billing.check();
  front.tellProgress(() => ({ search: services.search.progress }));
  const pages = await report.step("Prepare the site", async (onDetail) => {
    await services.prepare();
    if (config.admin !== null) await ensureAdmin({ db, log }, config.admin);
    signal.throwIfAborted();
    opened.jobs = () => services.stopJobs();
    onOpen(() => services.stop());
    await withProgress(services.start(), () => {
      const { cars, of } = services.search.progress;
      onDetail(`${cars} of about ${of} cars`);
    });
    const site = siteForPages(config, services.settings.current());
    if (config.dev !== null) return openDevelopmentPages(config.dev.pages, site);
    return openBuiltPages({
      apiFetch: (request) => front.apiFetch(request),
      site,
      log,
      offlineReading: config.offlineReading,
    });
  });
  services.settings.onChange((settings) => pages.setSite(siteForPages(config, settings)));
  // A setting saved while the threads were starting.
  pages.setSite(siteForPages(config, services.settings.current()));
  onOpen(() => pages.close());
  signal.throwIfAborted();

  const demo = config.demo.enabled
    ? await report.step("Demo data", (onDetail) =>
        prepareDemo({
          config,
          db,
          log,
          payments: payments.access,
          photos: services.photos,
          secretBox: services.ctx.secretBox,
          now: new Date(),
          onProgress: (done, total) => {
            signal.throwIfAborted();
            onDetail(`${done} of ${total} pictures`);
          },
        }),
      )
    : null;
  // After the data is complete: a first start has just stored the demo's cars.
  await services.prices.learnSoon();
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
    statistics: () => services.statistics.recorder.figures,
    database: createDatabaseFigures(db),
  });
  front.open({
    api: (request, env) => app.fetch(request, env),
    pages: (request) => pages.render(request),
    pageLateness: () => pages.figures.lateness,
    onPageShown: (request, shown) => services.statistics.shown.page(request, shown),
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

/** Closes everything in the right order: requests in progress still need the rest. */
export async function closeAll(log: Logger, opened: Opened): Promise<void> {
  const close = async (closeOne: Close | null) =>
    closeOne?.().catch((error: unknown) => log.error("stop.failed", error));
  await Promise.all([close(opened.server), close(opened.jobs)]);
  for (const closeOne of opened.rest.toReversed()) await close(closeOne);
}
