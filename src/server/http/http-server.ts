import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { messages } from "#domain/messages/messages.ts";
import type { HttpConfig } from "#server/config.ts";
import { ListenError } from "#server/listen-error.ts";
import type { Logger } from "#server/log.ts";
import type { PageAnswer } from "./page-answer.ts";
import { Admission, type AdmissionFigures } from "./admission.ts";
import { setAnswerHeaders } from "./headers.ts";
import { busyAnswer } from "./busy-answer.ts";
import { closeServer } from "./close-server.ts";
import { beginNotes, notesOf } from "./request-notes.ts";

export interface HttpServer {
  /**
   * Stops accepting connections, lets requests finish, and cuts those open after `patience` milliseconds.
   * Before that, for `notice` milliseconds, requests are still accepted, each on a connection that then closes.
   * So a balancer notices in time, and no request is on its way over an old connection when we close.
   */
  close(patience: number, notice?: number): Promise<void>;
  readonly figures: HttpFigures;
}

export interface HttpFigures extends AdmissionFigures {
  readonly connections: number;
  /** Connections refused since the start because there were too many. */
  readonly dropped: number;
}

/** Counts finished requests; `status` is null if the visitor disconnected before an answer. */
export interface RequestCounter {
  request(method: string, path: string, status: number | null, seconds: number): void;
}

/** Runs a request's work in its own trace. */
export interface RequestTracer {
  request<Answer extends { readonly status: number }>(
    request: { readonly incoming: IncomingMessage; readonly path: string; readonly id: string | null },
    work: () => Promise<Answer>,
  ): Promise<Answer>;
}

export interface HttpServerOptions {
  readonly metrics?: RequestCounter | null;
  readonly traces?: RequestTracer | null;
  /** Lateness of other threads that do part of the work, in ms. */
  readonly lateness?: () => number;
  /** The site's address is https. */
  readonly secure?: boolean;
  /** A cached page: served without admission control, which is for work. */
  readonly cachedPage?: (request: IncomingMessage) => PageAnswer | null;
  /** Overrides the timeouts for slow visitors; for tests. */
  readonly limits?: Partial<Patience>;
}

/** Timeouts for slow visitors, in ms. */
const patienceWithVisitors = {
  /** Long enough for a 40 MB car over a slow mobile network. */
  requestTimeout: 300_000,
  /** A client that sends headers slower than this is disconnected. */
  headersTimeout: 15_000,
  /** The longest time without a byte on a connection with a request: its client is gone or not reading. */
  silenceTimeout: 60_000,
  /** Maximum duration of a request, however slow its client. */
  maxAnswerMs: 600_000,
  checkEvery: 5_000,
} as const;
type Patience = { readonly [Name in keyof typeof patienceWithVisitors]: number };

/** Maximum connections, below the systems' limit; a slow one costs about 10 kB. */
const maxConnections = 10_000;
/** Longer than load balancers keep idle connections, so that they close them first. */
const keepAliveTimeout = 75_000;

function listen(server: Server, { host, port }: HttpConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT ${port} is taken on ${host}. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
        EACCES: `PORT ${port} may not be used without more rights. Choose one above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
        ENOTFOUND: `HOST ${host} is no address of this machine.`,
      };
      reject(
        new ListenError(reasons[error.code ?? ""] ?? `HOST ${host}, PORT ${port} can't be listened on.`, {
          cause: error,
        }),
      );
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

/** The site's own addresses are short; longer ones are attacks. */
const maxPathLength = 200;

/** Requested by load balancers every few seconds. */
const healthPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);
/** Never refused under load: the payment provider's webhooks. */
const alwaysTaken: ReadonlySet<string> = new Set([...healthPaths, "/api/payment/webhook"]);

/**
 * One log line per request, after the answer was sent or the visitor disconnected. The query is omitted,
 * because it may have words, tokens and phones. Load balancers' probes are not logged.
 */
function watchRequest(
  { log, metrics }: { log: Logger; metrics: RequestCounter | null },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  since: number,
): void {
  const notes = beginNotes(request);
  response.once("close", () => {
    const ms = performance.now() - since;
    const status = response.headersSent ? response.statusCode : null;
    metrics?.request(request.method ?? "", path, status, ms / 1000);
    if (healthPaths.has(path)) return;
    log.info("request", {
      id: notes.id,
      method: request.method,
      path: path.slice(0, maxPathLength),
      status,
      ms: Math.round(ms * 10) / 10,
      account: notes.account,
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** Ends answers that a visitor reads too slowly. */
function endSlowReaders(
  open: ReadonlyMap<ServerResponse, number>,
  { maxAnswerMs, checkEvery }: Patience,
): NodeJS.Timeout {
  return setInterval(() => {
    const oldest = performance.now() - maxAnswerMs;
    // Oldest first.
    for (const [response, since] of open) {
      if (since > oldest) return;
      response.destroy();
    }
  }, checkEvery).unref();
}

/** Listens on the configured address; throws a ListenError that says what to change. */
export async function startHttpServer(
  config: HttpConfig,
  log: Logger,
  handle: (request: Request, bindings: HttpBindings) => Promise<Response>,
  {
    metrics = null,
    traces = null,
    lateness = () => 0,
    cachedPage,
    secure = false,
    limits = {},
  }: HttpServerOptions = {},
): Promise<HttpServer> {
  const patience: Patience = { ...patienceWithVisitors, ...limits };
  const whenHandled = new WeakMap<object, () => void>();
  const listener = getRequestListener(
    async (request, sent) => {
      // The bindings are HTTP/1's: this server supports nothing else.
      const bindings = sent as HttpBindings;
      try {
        const { incoming } = bindings;
        if (traces === null) return await handle(request, bindings);
        const path = incoming.url?.split("?", 1)[0] ?? "";
        const id = notesOf(incoming)?.id ?? null;
        return await traces.request({ incoming, path, id }, () => handle(request, bindings));
      } finally {
        whenHandled.get(bindings.incoming)?.();
      }
    },
    {
      overrideGlobalObjects: true,
      errorHandler: (error) => {
        // A client that disconnects while sending or reading is no error of ours.
        if (!(error instanceof Error && (error.name === "AbortError" || error.name === "RequestError"))) {
          log.error("request.failed", error);
        }
        const malformed = error instanceof Error && error.name === "RequestError";
        const text = malformed ? messages.errors.malformed : messages.errors.internal;
        return Response.json(
          { message: text, code: malformed ? "malformed" : "internal" },
          { status: malformed ? 400 : 500, headers: { "X-Content-Type-Options": "nosniff" } },
        );
      },
    },
  );
  const admission = new Admission({
    lateness,
    onRefused: (count, { running, waiting, limit }) =>
      log.warn("overloaded", { refused: count, running, waiting, limit }),
  });
  let closing = false;
  /** The notice period is over. */
  let ending = false;
  const open = new Map<ServerResponse, number>();
  const slowReaders = endSlowReaders(open, patience);

  const serve = (request: IncomingMessage, response: ServerResponse, handled: () => void): void => {
    whenHandled.set(request, handled);
    response.once("close", () => {
      open.delete(response);
      handled();
      // A connection with an earlier request would stay open for the next one. During the notice it may: a
      // balancer's next request may be on its way on any idle connection, and would be cut.
      if (ending) setImmediate(() => server.closeIdleConnections());
    });
    open.set(response, performance.now());
    void listener(request, response);
  };

  const server = createServer(
    {
      requestTimeout: patience.requestTimeout,
      headersTimeout: patience.headersTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: patience.checkEvery,
    },
    (request, response) => {
      // The connection closes after this answer, so that the visitor's next request goes to a running process.
      if (closing) response.setHeader("Connection", "close");
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      setAnswerHeaders(response, path, secure);
      const since = performance.now();
      const page = closing ? null : (cachedPage?.(request) ?? null);
      if (page !== null) {
        watchRequest({ log, metrics }, request, response, path, since);
        const { status, headers, body } = page;
        response.writeHead(status, [...headers.flat(), "Content-Length", String(body.length)]).end(body);
        return;
      }
      const start = (handled: () => void) => {
        watchRequest({ log, metrics }, request, response, path, since);
        serve(request, response, handled);
      };
      if (alwaysTaken.has(path)) {
        start(() => {});
        return;
      }
      admission.take({
        start,
        refuse: () => busyAnswer(request, response),
        isGone: () => response.destroyed,
        ...(hasBody(request) ? { onceArrived: (callback) => request.once("end", callback) } : {}),
      });
    },
  );
  server.timeout = patience.silenceTimeout;
  server.maxConnections = maxConnections;
  let dropped = 0;
  server.on("drop", () => {
    dropped += 1;
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, config);
  server.on("error", (error) => log.error("http.failed", error));

  return {
    get figures() {
      return { ...admission.figures, connections: sockets.size, dropped };
    },
    close: async (graceMs, notice = 0) => {
      closing = true;
      clearInterval(slowReaders);
      await closeServer(server, { graceMs, notice, sockets, onEnding: () => (ending = true) });
    },
  };
}
