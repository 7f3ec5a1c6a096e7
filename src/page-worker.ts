import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createLogger } from "#server/log.ts";
import { logEverything } from "#server/log-everything.ts";
import { toPageAnswer } from "#server/pages/page-answer.ts";
import type {
  ApiReply,
  FromPage,
  PageTask,
  PageWorkerData,
  WorkerReady,
} from "#server/pages/page-messages.ts";
import { type ApiRequest, pageErrors, pagesModule } from "./pages-module.ts";

/** A worker thread that renders pages; `PageRenderer` starts it. */

const parent = parentPort;
if (parent === null) throw new Error("This is a thread's module.");
const { bundle, site }: PageWorkerData = workerData;
const log = createLogger();
logEverything(log);
const loaded: unknown = await import(bundle);
const { createPageHandler, pagePatterns } = pagesModule(loaded);
const handle = createPageHandler({ site, onError: pageErrors(log) });

/** Where cores are short the thread that answers the API goes first: a page can wait, a refusal or a webhook should not. */
function lowerPriority(): void {
  try {
    // Linux alone gives threads a priority each; there this names the thread that asks.
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), 5);
  } catch {
    // Elsewhere all threads are equal.
  }
}
lowerPriority();

/** The site's API over a page's port. */
class ApiOverPort {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PromiseWithResolvers<Response>>();
  #nextId = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on("message", (reply: ApiReply) => {
      const call = this.#pending.get(reply.id);
      if ("failure" in reply) call?.reject(new Error(reply.failure));
      else {
        const { status, headers, text } = reply;
        call?.resolve(new Response(text === "" ? null : text, { status, headers }));
      }
    });
  }

  async send(path: string, { method, headers, signal, body }: ApiRequest): Promise<Response> {
    const id = this.#nextId++;
    const call = Promise.withResolvers<Response>();
    const giveUp = (): void => call.reject(new Error("The call took too long."));
    signal.addEventListener("abort", giveUp);
    this.#pending.set(id, call);
    const sent = typeof body === "string" ? body : null;
    const message: FromPage = { kind: "call", id, path, method, headers: [...headers], body: sent };
    try {
      this.#port.postMessage(message, []);
      return await call.promise;
    } finally {
      // A signal that is listened to keeps the answer in memory until its time is up.
      signal.removeEventListener("abort", giveUp);
      this.#pending.delete(id);
    }
  }
}

async function render({ url, method, headers }: PageTask, port: MessagePort): Promise<void> {
  const api = new ApiOverPort(port);
  const request = new Request(url, { method, headers });
  let message: FromPage;
  try {
    const response = await handle(request, (path, call) => api.send(path, call));
    const answer = await toPageAnswer(response, request.headers.get("accept-encoding"));
    message = { kind: "rendered", answer };
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    message = { kind: "failed", reason };
  }
  const transferred = message.kind === "rendered" ? [message.answer.body.buffer] : [];
  port.postMessage(message, transferred);
}

parent.on("message", ({ task, port }: { task: PageTask; port: MessagePort }) => void render(task, port));

const ready: WorkerReady = { routes: pagePatterns };
parent.postMessage(ready, []);
