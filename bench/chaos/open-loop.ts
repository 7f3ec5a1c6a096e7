/**
 * Load generator in a process of its own, so that it can have its own core. Reads the order as JSON from
 * standard input and writes the result to standard output.
 *
 * `rate` is open loop: requests leave at that rate whether or not earlier ones were answered. `clients` is
 * closed loop: each client sends its next request after an answer.
 */
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { percentile } from "#bench/percentile.ts";

const order = z.object({
  host: z.string(),
  port: z.number(),
  paths: z.array(z.string()),
  seconds: z.number(),
  rate: z.number().optional(),
  clients: z.number().optional(),
  /** Also sends a webhook every 100 ms, as the payment provider does. */
  webhook: z.boolean(),
});

export interface LoadReport {
  sent: number;
  /** Answers by status; 0: no answer. */
  statuses: Record<string, number>;
  /** Milliseconds: median, 99th percentile and maximum, of pages and of refusals. */
  pages: { p50: number; p99: number; most: number };
  refusals: { p50: number; p99: number; most: number };
  webhooks: { statuses: Record<string, number>; most: number };
}

const maxConnections = 4_000;
const timeoutMs = 10_000;

interface Call {
  readonly since: number;
  readonly done: (status: number, ms: number) => void;
}

/** A minimal HTTP client on a socket: asking must cost less than refusing. */
class HttpConnection {
  readonly #socket: Socket;
  readonly #onIdle: (connection: HttpConnection) => void;
  #call: Call | null = null;
  #status = 0;
  /** Bytes of the body still to come; null until the head has arrived. */
  #left: number | null = null;
  #head = "";
  isOpen = true;

  constructor(host: string, port: number, onIdle: (connection: HttpConnection) => void) {
    this.#onIdle = onIdle;
    this.#socket = connect({ host, port, noDelay: true });
    this.#socket.on("data", (piece) => this.#read(piece));
    this.#socket.on("error", () => this.#end(0));
    this.#socket.on("close", () => {
      this.isOpen = false;
      this.#end(0);
    });
  }

  ask(text: string, done: Call["done"]): void {
    this.#call = { since: performance.now(), done };
    this.#socket.write(text);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(piece: Buffer): void {
    if (this.#left === null) {
      this.#head += piece.toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#status = Number(this.#head.slice(9, 12));
      const length = /content-length: (\d+)/i.exec(this.#head.slice(0, end))?.[1];
      if (length === undefined) throw new Error("an answer without its length");
      this.#left = Number(length) - (this.#head.length - end - 4);
      this.#head = "";
    } else this.#left -= piece.length;
    if (this.#left <= 0) this.#end(this.#status);
  }

  #end(status: number): void {
    const call = this.#call;
    this.#call = null;
    this.#left = null;
    if (call === null) return;
    call.done(status, performance.now() - call.since);
    if (this.isOpen) this.#onIdle(this);
  }
}

const {
  host,
  port,
  paths,
  seconds,
  rate,
  clients = 0,
  webhook,
} = order.parse(JSON.parse((await buffer(process.stdin)).toString()));

const idle: HttpConnection[] = [];
let open = 0;
const asText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: text/html\r\n\r\n`;
const texts = paths.map(asText);
let next = 0;

function take(): HttpConnection | null {
  for (let connection = idle.pop(); connection !== undefined; connection = idle.pop())
    if (connection.isOpen) return connection;
  if (open >= maxConnections) return null;
  open += 1;
  return new HttpConnection(host, port, (connection) => idle.push(connection));
}

const statuses: Record<string, number> = {};
const times = { pages: [] as number[], refusals: [] as number[] };
let sent = 0;
let inFlight = 0;

function count(status: number, ms: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status === 200) times.pages.push(ms);
  if (status === 503) times.refusals.push(ms);
}

function ask(then: () => void = () => {}): void {
  const text = texts[next++ % texts.length];
  const connection = take();
  sent += 1;
  if (connection === null || text === undefined) return count(0, 0);
  inFlight += 1;
  connection.ask(text, (status, ms) => {
    inFlight -= 1;
    if (status === 0) open -= 1;
    count(status, ms);
    then();
  });
}

const webhooks = { statuses: {} as Record<string, number>, most: 0 };
const webhookBody = JSON.stringify({ id: "evt_test", type: "nothing" });
const webhookRequest = `POST /api/payment/webhook HTTP/1.1\r\nHost: ${host}:${port}\r\nStripe-Signature: t=1,v1=00\r\nContent-Type: application/json\r\nContent-Length: ${webhookBody.length}\r\n\r\n${webhookBody}`;
const webhookTimer = setInterval(() => {
  if (!webhook) return;
  const connection: HttpConnection = new HttpConnection(host, port, () => connection.close());
  connection.ask(webhookRequest, (status, ms) => {
    webhooks.statuses[status] = (webhooks.statuses[status] ?? 0) + 1;
    webhooks.most = Math.max(webhooks.most, ms);
  });
}, 100);

const began = performance.now();
const isOver = () => performance.now() - began > seconds * 1000;
await new Promise<void>((resolve) => {
  if (rate === undefined) {
    const again = (): void => {
      if (!isOver()) return ask(again);
      resolve();
    };
    for (let client = 0; client < clients; client += 1) ask(again);
    return;
  }
  const timer = setInterval(() => {
    if (isOver()) {
      clearInterval(timer);
      resolve();
      return;
    }
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    while (sent < due) ask();
  }, 2);
});
clearInterval(webhookTimer);
const until = performance.now() + timeoutMs;
const hasInFlight = () => inFlight > 0;
while (hasInFlight() && performance.now() < until) await sleep(50);
if (inFlight > 0) statuses[0] = (statuses[0] ?? 0) + inFlight;

function summarize(values: readonly number[]): { p50: number; p99: number; most: number } {
  const at = (share: number) => Math.round((values.length === 0 ? 0 : percentile(values, share)) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), most: Math.round(at(1)) };
}
const report: LoadReport = {
  sent,
  statuses,
  pages: summarize(times.pages),
  refusals: summarize(times.refusals),
  webhooks,
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));
