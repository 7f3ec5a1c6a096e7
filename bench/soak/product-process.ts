import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Stripe } from "stripe";
import { z } from "zod";
import { createSiteProcess } from "#bench/site-process.ts";
import type { BenchDatabase } from "#bench/site.ts";
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
  const site = createSiteProcess({ url, env, log });

  return {
    url,
    log,
    start: () => site.start(),
    kill: async () => {
      await site.end("SIGKILL");
    },
    stop: async () => {
      await site.end("SIGTERM");
    },
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
