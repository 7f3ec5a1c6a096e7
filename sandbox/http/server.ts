import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Failure } from "./failure.ts";
import type { Answer, Incoming } from "./answer.ts";
import type { FaultKind, Faults } from "./faults.ts";

const maxBody = 1_000_000;
/** Maximum duration of a request that a test lets hang, in ms. */
const hangLimit = 120_000;

/** The HTTP server: bounded bodies and times, and the faults that a test has injected. */
export function httpServer(faults: Faults, answer: (incoming: Incoming) => Answer | Promise<Answer>): Server {
  const server = createServer((request, response) => {
    handle(request, response, faults, answer).catch((error: unknown) => {
      // A bug of the sandbox: logged for its developer; the caller gets no details.
      process.stderr.write(
        `sandbox: ${error instanceof Error ? (error.stack ?? error.message) : "failed"}\n`,
      );
      if (response.headersSent) request.socket.destroy();
      else send(response, plain(500, "The sandbox failed."), "GET");
    });
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.maxConnections = 500;
  return server;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  answer: (incoming: Incoming) => Answer | Promise<Answer>,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://sandbox");
  const method = request.method ?? "GET";
  const body = await readBody(request);
  if (body === null) return send(response, plain(413, "Too large."), method);
  const fault = url.pathname.startsWith("/_sandbox/") ? null : faults.take(method, url.pathname);
  if (fault !== null && fault !== "lose_answer") return injectFault(fault, request, response);
  const done = await answer({
    method,
    path: url.pathname,
    query: url.search.slice(1),
    body,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  });
  // The work is committed, and the caller gets no answer.
  if (fault === "lose_answer") request.socket.destroy();
  else send(response, done, method);
}

function injectFault(fault: FaultKind, request: IncomingMessage, response: ServerResponse): void {
  if (fault === "reset") {
    request.socket.resetAndDestroy();
  } else if (fault === "hang") {
    const timer = setTimeout(() => request.socket.destroy(), hangLimit);
    timer.unref();
    request.socket.once("close", () => clearTimeout(timer));
  } else {
    const limited = fault === "rate_limit";
    const failure = new Failure({
      status: limited ? 429 : 500,
      type: limited ? "rate_limit_error" : "api_error",
      message: "This trouble was ordered by a test.",
      code: limited ? "rate_limit" : undefined,
    });
    const answer = { ...plain(failure.details.status, JSON.stringify(failure.body("req_fault"))) };
    answer.headers["content-type"] = "application/json";
    send(response, answer, "GET");
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // The rest is read and discarded, so that the sender receives the error.
    if (size <= maxBody) chunks.push(chunk);
    else if (size > 10 * maxBody) request.socket.destroy();
  }
  return size > maxBody ? null : Buffer.concat(chunks).toString("utf8");
}

function plain(status: number, body: string): Answer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

function send(response: ServerResponse, answer: Answer, method: string): void {
  response.writeHead(answer.status, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...answer.headers,
    "content-length": Buffer.byteLength(answer.body),
  });
  response.end(method === "HEAD" ? undefined : answer.body);
}
