import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { messages } from "#domain/messages/messages.ts";
import type { HttpConfig } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import { apiPaths, healthPaths } from "./front.ts";

/** The site can't listen; the message names the variable to change. */
export class ListenError extends Error {
  override name = "ListenError";
}

export interface HttpServer {
  /**
   * Takes no further connection, lets what is under way finish, and cuts what is still open after `patience`
   * milliseconds. Before that, for `notice` milliseconds, requests are still taken, each on a connection that ends with
   * its answer: a balancer finds out in time, and no request is on its way to us over an old connection when we close.
   */
  close(patience: number, notice?: number): Promise<void>;
  /** Lets `serve` answer what it knows; it calls `next` for the rest. For a development server. */
  serveFirst(serve: NodeMiddleware): void;
}

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Long enough for a 40 MB car over a slow mobile network. */
const requestTimeout = 300_000;
/** A visitor who sends headers slower than this is none. */
const headersTimeout = 15_000;
/** Longer than load balancers keep idle connections, so that they close them and not we under their request. */
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

/**
 * One line a request, written when the answer is out or the visitor gone. The query may hold tokens: left out.
 * The API writes its own lines, since only it knows the account; a load balancer's probes would drown the rest.
 */
function logRequest(log: Logger, request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? "";
  if (apiPaths.test(url) || healthPaths.has(url)) return;
  const since = performance.now();
  response.once("close", () => {
    const path = request.url?.split("?", 1)[0];
    log.info("request", {
      method: request.method,
      path: path === undefined ? undefined : path.slice(0, 500),
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round((performance.now() - since) * 10) / 10,
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}

/** So long at most until a moment comes in which nobody knocks. */
const longestQuiet = 1000;
/** So many turns of the event loop without a new connection: each takes one that waits. */
const quietTurns = 3;

/**
 * Whoever stands in the listener's queue when it closes is cut off with the request already sent, and a balancer repeats
 * nothing that may have been done. Resolves right after a look at the queue that found it empty.
 */
async function nobodyWaits(server: Server): Promise<void> {
  let arrived = 0;
  const count = (): void => {
    arrived += 1;
  };
  server.on("connection", count);
  const until = performance.now() + longestQuiet;
  for (let quiet = 0; quiet < quietTurns && performance.now() < until;) {
    const before = arrived;
    await nextTurn();
    quiet = arrived === before ? quiet + 1 : 0;
  }
  server.off("connection", count);
}

/** Listens on the configured address; throws a ListenError that says what to change where it can't. */
export async function startHttpServer(
  config: HttpConfig,
  log: Logger,
  handle: (request: Request, bindings: HttpBindings) => Promise<Response>,
): Promise<HttpServer> {
  const listener = getRequestListener(
    // The bindings are HTTP/1's: this server speaks nothing else.
    (request, bindings) => handle(request, bindings as HttpBindings),
    {
      overrideGlobalObjects: true,
      errorHandler: (error) => {
        // Whoever went away while sending or reading is no fault of ours.
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
  let closing = false;
  let first: NodeMiddleware | null = null;
  const server = createServer(
    { requestTimeout, headersTimeout, keepAliveTimeout, connectionsCheckingInterval: 5000 },
    (request, response) => {
      logRequest(log, request, response);
      // The connection ends with this answer, so that the visitor's next request goes to a living process.
      if (closing) response.setHeader("Connection", "close");
      // One whose request came before the stop would be kept open for the next.
      response.once("close", () => {
        if (closing) setImmediate(() => server.closeIdleConnections());
      });
      if (first === null) void listener(request, response);
      else first(request, response, () => void listener(request, response));
    },
  );
  await listen(server, config);
  server.on("error", (error) => log.error("http.failed", error));

  return {
    serveFirst: (serve) => {
      first = serve;
    },
    close: async (patience, notice = 0) => {
      closing = true;
      if (notice > 0) {
        await sleep(notice);
        await nobodyWaits(server);
      }
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), patience);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}
