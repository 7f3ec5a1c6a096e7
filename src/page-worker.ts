import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createLogger } from "#server/log.ts";
import { logEverything } from "#server/log-everything.ts";
import { toPageAnswer } from "#server/pages/encoding.ts";
import type { FromThread, PageWorkerData, ToThread } from "#server/pages/page-messages.ts";
import type { ApiRequest, ApiResponse } from "#web/lib/api-client.ts";
import { pageErrors, pagesModule } from "./pages-module.ts";

/** A worker thread that renders pages; `PageRenderer` starts it. */

const parent = parentPort;
if (parent === null) throw new Error("This is a thread's module.");
const { bundle, site }: PageWorkerData = workerData;
const log = createLogger();
logEverything(log);
const loaded: unknown = await import(bundle);
const { createPageHandler, pagePatterns } = pagesModule(loaded);
const onError = pageErrors(log);
let handle = createPageHandler({ site, onError });

/** With few cores the main thread has priority: a page can wait, a refusal or a webhook cannot. */
function lowerPriority(): void {
  try {
    // Only Linux has a priority per thread; there this means the calling thread.
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), 5);
  } catch {
    // Elsewhere all threads are equal.
  }
}
lowerPriority();

const pending = new Map<number, PromiseWithResolvers<ApiResponse>>();
let lastCall = 0;

const tell = (message: FromThread, transferred: ArrayBuffer[] = []): void =>
  parent.postMessage(message, transferred);

/** Calls the site's API for a page. */
async function send(
  page: number,
  path: string,
  { method, headers, signal, body }: ApiRequest,
): Promise<ApiResponse> {
  const call = ++lastCall;
  const answer = Promise.withResolvers<ApiResponse>();
  const giveUp = (): void => answer.reject(new Error("The call took too long."));
  signal.addEventListener("abort", giveUp);
  pending.set(call, answer);
  try {
    const text = typeof body === "string" ? body : null;
    tell({ kind: "call", page, call, path, method, headers: [...headers], body: text });
    return await answer.promise;
  } finally {
    // A listened signal retains the answer until its timeout.
    signal.removeEventListener("abort", giveUp);
    pending.delete(call);
  }
}

async function render({ page, url, method, headers }: ToThread & { kind: "render" }): Promise<void> {
  const request = new Request(url, { method, headers });
  try {
    const response = await handle(request, (path, call) => send(page, path, call));
    const answer = await toPageAnswer(response, request.headers.get("accept-encoding"));
    tell({ kind: "rendered", page, answer }, [answer.body.buffer]);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ kind: "failed", page, reason });
  }
}

parent.on("message", (message: ToThread) => {
  if (message.kind === "render") void render(message);
  else if (message.kind === "site") handle = createPageHandler({ site: message.site, onError });
  else if (message.kind === "unanswered") pending.get(message.call)?.reject(new Error(message.reason));
  else {
    const { call, status, headers, text } = message;
    // A Response would wrap the text in a stream just to be read once.
    const ok = status >= 200 && status < 300;
    pending.get(call)?.resolve({ ok, status, headers: new Headers(headers), text: async () => text });
  }
});

tell({ kind: "ready", routes: pagePatterns });
