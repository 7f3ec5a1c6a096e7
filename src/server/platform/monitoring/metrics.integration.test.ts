import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { toPageAnswer } from "#server/pages/encoding.ts";
import { createFront } from "#server/front.ts";
import { type HttpServer, startHttpServer } from "#server/http/http-server.ts";
import { ListenError } from "#server/listen-error.ts";
import { createRouteNames } from "./route-names.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { freePort } from "#testing/free-port.ts";
import { createDatabaseFigures } from "./database-figures.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { type MetricsServer, startMetricsServer } from "./metrics-server.ts";

const host = "127.0.0.1";
let site: TestApp;
let seller: TestUser;
let server: HttpServer;
let metrics: Metrics;
let metricsServer: MetricsServer;
let url: string;
let metricsUrl: string;

beforeAll(async () => {
  site = await createTestApp();
  await site.services.start();
  seller = await site.registerUser();
  metrics = createMetrics();
  const app = createApp(site.services);
  const front = createFront(watchedLog);
  front.open({
    api: (request, env) => app.fetch(request, env),
    pages: () => toPageAnswer(new Response("page", { headers: { "Content-Type": "text/html" } }), null),
    files: () => null,
    checkReady: async () => {},
  });
  const [port, metricsPort] = [await freePort(), await freePort()];
  url = `http://${host}:${port}`;
  metricsUrl = `http://${host}:${metricsPort}/metrics`;
  server = await startHttpServer(
    { host, port, trustedProxies: [], rateLimits: false },
    watchedLog,
    (request, bindings) => front.handle(request, bindings),
    { metrics },
  );
  metrics.watch({
    routes: createRouteNames([...app.routes.map(({ path }) => path), "/search", "/car/:id?"]),
    http: () => server.figures,
    pageCache: () => front.pageCache,
    pool: site.database.pool,
    search: () => site.services.search.stats,
    database: createDatabaseFigures(site.database.db),
  });
  metricsServer = await startMetricsServer({ host, port: metricsPort }, metrics, watchedLog);
});

afterAll(async () => {
  await server?.close(100);
  await metricsServer?.close();
  await site?.close();
});

/** The figures as `name{labels}` to number. */
async function read(): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(" ")),
      Number(line.slice(line.lastIndexOf(" ") + 1)),
    ]),
  );
}

const requests = (route: string, status: number, method = "GET") =>
  `vetura_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`;

async function ask(path: string, init: RequestInit = {}): Promise<void> {
  await (await fetch(`${url}${path}`, init)).arrayBuffer();
}

test("requests are counted by route pattern and status, also for pages", async () => {
  const car = await site.publishCar(seller);
  await ask(`/api/cars/${car._id}`);
  await ask(`/api/cars/${car._id}`);
  await ask("/api/cars/facets");
  await ask("/search?q=golf");
  await ask(`/car/${car._id}`);
  await ask("/api/login", { method: "POST", body: "{}" });
  await expect.poll(async () => (await read()).get(requests("/api/login", 400, "POST"))).toBe(1);
  const figures = await read();
  expect(figures.get(requests("/api/cars/{id}", 200))).toBe(2);
  expect(figures.get(requests("/api/cars/facets", 200))).toBe(1);
  expect(figures.get(requests("/search", 200))).toBe(1);
  expect(figures.get(requests("/car/{id}", 200))).toBe(1);
});

test("unknown addresses add no label values", async () => {
  await ask("/a/b/c");
  await expect.poll(async () => (await read()).get(requests("other", 200))).toBeGreaterThan(0);
  const before = [...(await read()).keys()].filter((name) => name.includes('le="+Inf"'));
  for (let n = 0; n < 60; n += 1)
    await ask(`/wp-${n}/${n}.php`, { method: n % 2 === 0 ? "GET" : "PROPFIND" });
  await ask("/api/login", { method: "POST", body: "{}" });
  const after = [...(await read()).keys()].filter((name) => name.includes('le="+Inf"'));
  // The method that we do not know, and what was under way.
  expect(after.length - before.length).toBeLessThan(5);
});

test("the metrics cover the pool, the search, jobs, payments and the process", async () => {
  const figures = await read();
  for (const name of [
    'vetura_database_connections{state="in_use"}',
    "vetura_database_waiting",
    "vetura_search_behind",
    "vetura_jobs_late_seconds",
    'vetura_payments{state="unfulfilled"}',
    "vetura_payments_settled",
    "vetura_http_running",
    "vetura_http_refused_total",
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
  ]) {
    expect(figures.get(name), name).toBeGreaterThanOrEqual(0);
  }
  expect(figures.get("vetura_database_up")).toBe(1);
  expect(figures.get("vetura_search_listening")).toBe(1);
  expect(figures.get("vetura_search_cars")).toBeGreaterThan(0);
});

test("the visitors' port does not serve metrics", async () => {
  expect(await (await fetch(`${url}/metrics`)).text()).not.toContain("vetura_");
  expect((await fetch(metricsUrl.replace("/metrics", "/"))).status).toBe(404);
});

test("without the database the remaining metrics are served soon", async () => {
  metrics.watch({ database: createDatabaseFigures(site.database.db) });
  const { db } = site.database;
  // Every connection is in use.
  const release = Promise.withResolvers<void>();
  const held = Array.from({ length: 20 }, () => db.connection().execute(() => release.promise));
  try {
    const since = performance.now();
    const figures = await read();
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(figures.get("vetura_database_up")).toBe(0);
    expect(figures.has('vetura_payments{state="open"}')).toBe(false);
    expect(figures.has("vetura_payments_settled")).toBe(false);
    expect(figures.get('vetura_database_connections{state="in_use"}')).toBe(20);
  } finally {
    release.resolve();
    await Promise.all(held);
  }
});

test("a taken metrics port fails the start with the variable to change", async () => {
  const taken = { host, port: Number(new URL(metricsUrl).port) };
  const second = startMetricsServer(taken, metrics, watchedLog);
  await expect(second).rejects.toThrow(ListenError);
  await expect(second).rejects.toThrow(/METRICS_PORT/);
});
