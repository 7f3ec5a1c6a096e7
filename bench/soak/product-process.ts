import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Stripe } from "stripe";
import { z } from "zod";
import { type BenchDatabase, waitUntilReady } from "#bench/site.ts";
import { freePort } from "#testing/free-port.ts";

/**
 * The product's process with its own sandbox, on a database that outlives it: it can be killed and restarted.
 */
export interface ProductProcess {
  readonly url: string;
  /** Resolves with the milliseconds until it answered. */
  start(): Promise<number>;
  /** `kill -9`; resolves when it is dead. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The log of all its processes. */
  readonly log: string;
  /** A client of the provider, bypassing the product. */
  provider(): Promise<Stripe>;
}

const maxStartMs = 300_000;
const access = z.object({ url: z.string(), secretKey: z.string() });

export async function createProductProcess(database: BenchDatabase): Promise<ProductProcess> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    DEMO: "0",
    RATE_LIMITS: "off",
  };
  const log = join(database.folder, "product.log");
  let child: ChildProcess | null = null;

  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  return {
    url,
    log,
    start: async () => {
      const began = Date.now();
      const lines = openSync(log, "a");
      const running = spawn(process.execPath, ["src/main.ts"], { env, stdio: ["ignore", lines, lines] });
      closeSync(lines);
      child = running;
      await waitUntilReady(url, running, maxStartMs);
      return Date.now() - began;
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    provider: async () => {
      const file = join(database.folder, "sandbox", "access.json");
      const { url: at, secretKey } = access.parse(JSON.parse(await readFile(file, "utf8")));
      const { hostname, port: sandboxPort } = new URL(at);
      return new Stripe(secretKey, {
        protocol: "http",
        host: hostname,
        port: Number(sandboxPort),
        telemetry: false,
      });
    },
  };
}
