import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ClientRequest, type IncomingMessage } from "node:http";
import {
  type Context,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { RequestTracer } from "#server/http/http-server.ts";
import type { RouteNames } from "./route-names.ts";

/** Exports a request's spans to an OpenTelemetry collector. */
export interface Traces extends RequestTracer {
  /** Records an SQL statement. It has no values; only the operation and the table are exported. */
  statement(text: string, milliseconds: number, failed: boolean): void;
  /** From now on paths have names. */
  watch(routes: RouteNames): void;
  /** Exports the remaining spans, for a few seconds at most. */
  stop(): Promise<void>;
}

/** The time limit of an export, in ms: the collector may be unreachable. */
const exportTimeout = 5_000;
const stopTimeout = 3_000;
/** Maximum of spans that wait for the collector; more are dropped. */
const maxWaiting = 2_048;

/** `select cars`: the first operation and its table. */
function nameOf(statement: string): string {
  const [verb = "statement"] = /^\s*\w+/.exec(statement.slice(0, 100)) ?? [];
  const table = /\b(?:from|into|update|table)\s+"?([a-z_]+)"?/i.exec(statement.slice(0, 5_000))?.[1];
  return `${verb.trim().toLowerCase()}${table === undefined ? "" : ` ${table}`}`;
}

/** W3C Trace Context: a proxy before us has started the trace. */
function parentOf({ headers }: IncomingMessage): Context {
  const header = headers.traceparent;
  const parts = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(
    typeof header === "string" ? header : "",
  );
  if (parts === null) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "00"] = parts;
  const parent: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

function fail(span: Span): void {
  // No message: errors contain what people sent.
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Loaded only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set; `endpoint` as the specification has it, without /v1/traces. */
export function createTraces(options: { endpoint: string; service: string }): Traces {
  const url = `${options.endpoint.replace(/\/+$/, "")}/v1/traces`;
  const collector = new URL(url).host;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": options.service }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: exportTimeout }),
        exportTimeoutMillis: exportTimeout,
        maxQueueSize: maxWaiting,
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer("vetura");
  const current = new AsyncLocalStorage<Context>();
  let routes: RouteNames | null = null;

  // Every library calls other services through Node's client.
  const calls = new WeakMap<ClientRequest, Span>();
  const onCall = (message: unknown) => {
    const within = current.getStore();
    const request = requestOf(message);
    if (within === undefined || request === null || request.host === undefined) return;
    const host = String(request.getHeader("host") ?? request.host);
    // The export itself is not traced.
    if (host === collector) return;
    const attributes = { "server.address": request.host, "http.request.method": request.method };
    calls.set(
      request,
      tracer.startSpan(`${request.method} ${host}`, { kind: SpanKind.CLIENT, attributes }, within),
    );
  };
  const onAnswer = (message: unknown) => {
    const request = requestOf(message);
    const span = request === null ? undefined : calls.get(request);
    if (span === undefined) return;
    const status = statusOf(message);
    if (status !== null) span.setAttribute("http.response.status_code", status);
    if (status === null || status >= 500) fail(span);
    span.end();
  };
  const channels = [
    ["http.client.request.start", onCall],
    ["http.client.response.finish", onAnswer],
    ["http.client.request.error", onAnswer],
  ] as const;
  for (const [channel, listener] of channels) subscribe(channel, listener);

  return {
    watch: (named) => {
      routes = named;
    },
    request: async ({ incoming, path, id }, work) => {
      const method = incoming.method ?? "GET";
      const route = routes?.(path) ?? "starting";
      const parent = parentOf(incoming);
      const attributes = {
        "http.request.method": method,
        "http.route": route,
        ...(id === null ? {} : { "vetura.request_id": id }),
      };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
      try {
        const answer = await current.run(trace.setSpan(parent, span), work);
        span.setAttribute("http.response.status_code", answer.status);
        if (answer.status >= 500) fail(span);
        return answer;
      } catch (error) {
        fail(span);
        throw error;
      } finally {
        span.end();
      }
    },
    statement: (text, milliseconds, failed) => {
      const within = current.getStore();
      if (within === undefined) return;
      const now = Date.now();
      const span = tracer.startSpan(
        nameOf(text),
        {
          kind: SpanKind.CLIENT,
          startTime: now - milliseconds,
          attributes: { "db.system.name": "postgresql" },
        },
        within,
      );
      if (failed) fail(span);
      span.end(now);
    },
    stop: async () => {
      for (const [channel, listener] of channels) unsubscribe(channel, listener);
      await provider.forceFlush({ timeoutMillis: stopTimeout }).catch(() => {});
      await provider.shutdown().catch(() => {});
    },
  };
}

function requestOf(message: unknown): ClientRequest | null {
  if (typeof message !== "object" || message === null || !("request" in message)) return null;
  return message.request instanceof ClientRequest ? message.request : null;
}

function statusOf(message: unknown): number | null {
  if (typeof message !== "object" || message === null || !("response" in message)) return null;
  const { response } = message;
  if (typeof response !== "object" || response === null || !("statusCode" in response)) return null;
  return typeof response.statusCode === "number" ? response.statusCode : null;
}
