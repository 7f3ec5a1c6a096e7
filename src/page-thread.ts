import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createLogger } from "#server/log.ts";
import { logEverything } from "#server/log-everything.ts";
import { encodePage } from "#server/serving/encode-page.ts";
import { Outbox } from "#server/serving/outbox.ts";
import { encodingFor, type PageForm, recode } from "#server/serving/page-forms.ts";
import type { FromPageThread, PageThreadData, ToPageThread } from "#server/serving/page-protocol.ts";
import { pageErrors, pagesModule, type SentAnswer, type SentCall, sentAnswer } from "./pages-module.ts";

/** A thread that renders pages; `PageThreads` starts it and talks with it. */

const port = parentPort;
if (port === null) throw new Error("This is a thread's module.");
const { bundle, site }: PageThreadData = workerData;
const log = createLogger();
logEverything(log);
const loaded: unknown = await import(bundle);
const { createPageHandler, pagePatterns } = pagesModule(loaded);
const handle = createPageHandler({ site, encode: encodePage, onError: pageErrors(log) });

interface Asked {
  readonly resolve: (answer: SentAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Where cores are short the thread that answers the API goes first: a page can wait, a refusal or a webhook should not. */
function goSecond(): void {
  try {
    // Linux alone gives threads a priority each; there this names the thread that asks.
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), 5);
  } catch {
    // Elsewhere all threads are equal.
  }
}
goSecond();

let nextAsk = 1;
const asked = new Map<number, Asked>();

const outbox = new Outbox<FromPageThread>((messages, transferred) => port.postMessage(messages, transferred));

function askApi(
  page: number,
  path: string,
  { method, headers, signal, body }: SentCall,
): Promise<SentAnswer> {
  const ask = nextAsk++;
  return new Promise<SentAnswer>((resolve, reject) => {
    // Whoever asked waits no longer: the answer, when it comes, is nobody's.
    const giveUp = (): void => {
      asked.delete(ask);
      reject(new Error("The call took too long."));
    };
    signal.addEventListener("abort", giveUp);
    // While it is listened to, a signal keeps the answer until its time is up: thousands of them, a dozen kB each.
    const heard = (): void => signal.removeEventListener("abort", giveUp);
    asked.set(ask, {
      resolve: (answer) => {
        heard();
        resolve(answer);
      },
      reject: (error) => {
        heard();
        reject(error);
      },
    });
    const sent = typeof body === "string" ? body : null;
    outbox.put({ kind: "ask", page, ask, call: { path, method, headers: [...headers], body: sent } });
  });
}

async function render(
  page: number,
  sent: Extract<ToPageThread, { kind: "render" }>["request"],
): Promise<void> {
  const { url, method, headers } = sent;
  const response = await handle(new Request(url, { method, headers }), (path, call) =>
    askApi(page, path, call),
  );
  const body = response.whole ?? new Uint8Array(await response.arrayBuffer());
  const accepted = new Headers(headers).get("accept-encoding");
  const plain: PageForm = { encoding: "identity", body };
  const form = recode(plain, encodingFor(accepted, response, plain));
  // Others that this thread renders next need not keep it.
  outbox.putAtOnce(
    { kind: "rendered", page, status: response.status, headers: [...response.headers], form },
    form.body.buffer,
  );
}

function hear(message: ToPageThread): void {
  switch (message.kind) {
    case "render": {
      const { page, request } = message;
      render(page, request).catch((error: unknown) => {
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
        outbox.putAtOnce({ kind: "failed", page, reason });
      });
      return;
    }
    case "answer": {
      const { ask, status, headers, text } = message;
      asked.get(ask)?.resolve(sentAnswer(status, new Headers(headers), text));
      asked.delete(ask);
      return;
    }
    case "noAnswer":
      asked.get(message.ask)?.reject(new Error(message.reason));
      asked.delete(message.ask);
  }
}

port.on("message", (messages: readonly ToPageThread[]) => {
  for (const message of messages) hear(message);
});

outbox.put({ kind: "ready", routes: pagePatterns });
