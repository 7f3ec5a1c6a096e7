import type { Pool } from "pg";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { HttpFigures, RequestCounter } from "#server/http/http-server.ts";
import type { PageCacheFigures } from "#server/pages/page-cache.ts";
import type { PageFigures } from "#server/pages/page-renderer.ts";
import type { RouteNames } from "./route-names.ts";
import type { DatabaseFigures } from "./database-figures.queries.ts";

/** The metrics of this process for Prometheus (docs/operations/monitoring.md "Metrics"). */
export interface Metrics extends RequestCounter {
  /** A job succeeded or failed in this process. Seconds. */
  job(task: string, outcome: "done" | "failed", seconds: number): void;
  /** Adds a reader for each scrape. */
  watch(sources: Partial<MetricSources>): void;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricSources {
  readonly routes: RouteNames;
  readonly http: () => HttpFigures;
  readonly pageCache: () => PageCacheFigures;
  readonly pages: () => PageFigures;
  readonly pool: Pool;
  readonly statistics: () => { recorded: number; dropped: number };
  readonly search: () => { cars: number; behind: number; listening: boolean };
  /** Null if the database did not answer in time. */
  readonly database: () => Promise<DatabaseFigures | null>;
}

/** Seconds: a hot page takes less than the first, a call to the payment provider the last. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A separate registry: several sites in one process (tests) do not share it. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const sources: { -readonly [Key in keyof MetricSources]?: MetricSources[Key] } = {};
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: "vetura_http_request_seconds",
    help: "Requests answered, by route pattern, and how long they took.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const jobs = new Histogram({
    name: "vetura_job_seconds",
    help: "Background jobs ended in this process, and how long they took.",
    labelNames: ["task", "outcome"],
    buckets: [0.05, 0.25, 1, 5, 30],
    registers,
  });

  // Registered explicitly: nothing else references the gauges.
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      }),
    );
  const counter = (name: string, help: string, read: () => number | undefined) =>
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset();
          this.inc(read() ?? 0);
        },
      }),
    );

  const http = () => sources.http?.();
  gauge("vetura_http_running", "Requests being worked on.", () => http()?.running);
  gauge("vetura_http_waiting", "Requests waiting to be worked on.", () => http()?.waiting);
  gauge("vetura_http_limit", "Requests that may be worked on at once at present.", () => http()?.limit);
  gauge("vetura_http_connections", "Open connections.", () => http()?.connections);
  counter("vetura_http_refused_total", "Requests refused for overload.", () => http()?.refused);
  counter("vetura_http_dropped_total", "Connections not taken, being too many.", () => http()?.dropped);

  registry.registerMetric(
    new Counter({
      name: "vetura_pages_total",
      help: "Pages answered from the page cache, and rendered.",
      labelNames: ["outcome"],
      registers: [],
      collect() {
        this.reset();
        const figures = sources.pageCache?.();
        this.inc({ outcome: "cached" }, figures?.cached ?? 0);
        this.inc({ outcome: "rendered" }, figures?.rendered ?? 0);
      },
    }),
  );

  const pages = () => sources.pages?.();
  gauge("vetura_pages_rendering", "Pages that threads render or have before them.", () => pages()?.underWay);
  gauge("vetura_pages_late_seconds", "How long a page has waited for a thread to turn to it.", () => {
    const lateness = pages()?.lateness;
    return lateness === undefined ? undefined : lateness / 1000;
  });
  counter("vetura_page_threads_lost_total", "Threads for pages that ended.", () => pages()?.threadsLost);

  registry.registerMetric(
    new Gauge({
      name: "vetura_database_connections",
      help: "Connections of this process's pool.",
      labelNames: ["state"],
      registers: [],
      collect() {
        const { pool } = sources;
        if (pool === undefined) return;
        this.set({ state: "in_use" }, pool.totalCount - pool.idleCount);
        this.set({ state: "idle" }, pool.idleCount);
      },
    }),
  );
  gauge(
    "vetura_database_waiting",
    "Callers waiting for a connection to the database.",
    () => sources.pool?.waitingCount,
  );

  gauge("vetura_search_cars", "Cars in this process's search index.", () => sources.search?.().cars);
  gauge(
    "vetura_search_behind",
    "Changes that the search index was notified of and has not read yet.",
    () => sources.search?.().behind,
  );
  gauge("vetura_search_listening", "1 while change notifications arrive.", () => {
    const listening = sources.search?.().listening;
    return listening === undefined ? undefined : Number(listening);
  });

  counter(
    "vetura_statistics_recorded_total",
    "Events of the statistics that were stored.",
    () => sources.statistics?.().recorded,
  );
  counter(
    "vetura_statistics_dropped_total",
    "Events of the statistics that were lost: the database was away, or there were too many.",
    () => sources.statistics?.().dropped,
  );

  watchDatabase(registry, () => sources.database?.() ?? Promise.resolve(null));

  return {
    contentType: registry.contentType,
    request: (method, path, status, seconds) =>
      requests.observe(
        {
          method: methods.has(method) ? method : "other",
          route: sources.routes?.(path) ?? "starting",
          status: status ?? "gone",
        },
        seconds,
      ),
    job: (task, outcome, seconds) => jobs.observe({ task, outcome }, seconds),
    watch: (further) => Object.assign(sources, further),
    text: () => registry.metrics(),
  };
}

/** The figures that all processes share: each returns the same. */
function watchDatabase(registry: Registry, read: () => Promise<DatabaseFigures | null>): void {
  // Each gauge calls this, because they are collected in parallel; they share one read.
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    fill: (set: (value: number, labels?: Record<string, string>) => void, figures: DatabaseFigures) => void,
  ) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const figures = await read();
          // Figures from before a failure of the database expire.
          this.reset();
          if (labelNames.length === 0) this.remove();
          if (figures !== null) fill((value, labels = {}) => this.set(labels, value), figures);
        },
      }),
    );

  gauge("vetura_jobs_waiting", "Background jobs to be done, now or later.", ["task"], (set, { jobs }) => {
    for (const { task, waiting } of jobs) set(waiting, { task });
  });
  gauge(
    "vetura_jobs_failed",
    "Background jobs that will not be tried again by themselves.",
    ["task"],
    (set, { jobs }) => {
      for (const { task, failed } of jobs) set(failed, { task });
    },
  );
  gauge(
    "vetura_jobs_late_seconds",
    "How long the job that has been due longest has been due.",
    [],
    (set, { lateSeconds }) => set(lateSeconds),
  );
  gauge(
    "vetura_payments",
    "Payments that are not over: open, paid and not carried out, refunds due.",
    ["state"],
    (set, { payments }) => {
      for (const [state, count] of Object.entries(payments)) set(count, { state });
    },
  );
  gauge(
    "vetura_payments_settled",
    "Payments made and carried out since the beginning.",
    [],
    (set, { settled }) => set(settled),
  );
  gauge(
    "vetura_payments_unfulfilled_seconds",
    "How long the payment that was paid first and is not carried out has been so.",
    [],
    (set, { unfulfilledSeconds }) => set(unfulfilledSeconds),
  );
  registry.registerMetric(
    new Gauge({
      name: "vetura_database_up",
      help: "1 if the database answered within two seconds.",
      registers: [],
      async collect() {
        this.set((await read()) === null ? 0 : 1);
      },
    }),
  );
}
