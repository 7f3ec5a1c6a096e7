import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Logger } from "#server/log.ts";
import type { ProviderAccess } from "./provider.ts";

/** The sandbox that stands in for the card payment provider where no Stripe key is set (test mode). */
export interface SandboxProcess {
  readonly access: ProviderAccess;
  readonly url: string;
  /** Its process at this moment; null while it restarts. */
  pid(): number | null;
  stop(): Promise<void>;
}

export interface SandboxProcessOptions {
  readonly dataDir: string;
  /** Null: the one of the last start, else the first free one from `firstPort`. */
  readonly port: number | null;
  readonly firstPort: number;
  readonly webhookUrl: string;
  readonly log: Logger;
  /** The sandbox's program. */
  readonly program?: string;
  /** Milliseconds until it must have said where it listens. */
  readonly startTimeout?: number;
}

const program = fileURLToPath(new URL("../../../../sandbox/main.ts", import.meta.url));
const startTimeout = 60_000;
const stopTimeout = 5000;
/** Between a death and the next start, so that one that dies at once does not keep a processor busy. */
const restartPause = 500;
const portsToTry = 200;

const readyMessage = z.object({ url: z.string(), secretKey: z.string(), webhookSecret: z.string() });
type Ready = z.infer<typeof readyMessage>;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** One that was just killed lets go of its port a moment later. */
const portPatience = 3000;

/** Where the sandbox of this folder was last: card pages that are open in browsers lie there. */
async function portBefore(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, "sandbox", "access.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const before = z.object({ url: z.url() }).safeParse(parseJson(text));
  return before.success ? Number(new URL(before.data.url).port) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function becomesFree(port: number): Promise<boolean> {
  const until = Date.now() + portPatience;
  while (!(await isFree(port))) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}

async function choosePort(options: SandboxProcessOptions): Promise<number> {
  const preferred = options.port ?? (await portBefore(options.dataDir));
  if (preferred !== null && (await becomesFree(preferred))) return preferred;
  // A port that was asked for and is taken fails where it is opened, with its own words.
  return options.port ?? firstFreePort(options.firstPort);
}

async function firstFreePort(from: number): Promise<number> {
  for (let port = from; port < Math.min(from + portsToTry, 65_536); port += 1)
    if (await isFree(port)) return port;
  throw new Error(`No port is free from ${from} on for the card-payment sandbox; set SANDBOX_PORT.`);
}

function spawnSandbox(options: SandboxProcessOptions, port: number): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", options.program ?? program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Nothing of the site's environment: it is an outside provider.
    env: {
      NODE_ENV: "production",
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: join(options.dataDir, "sandbox"),
      SANDBOX_WEBHOOK_URL: options.webhookUrl,
    },
  });
}

function whenReady(child: ChildProcess, patience = startTimeout): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("The card-payment sandbox did not start in time."));
    }, patience);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`The card-payment sandbox ended at its start (${code ?? "killed"}).`));
    });
    child.once("message", (message) => {
      clearTimeout(timer);
      const ready = readyMessage.safeParse(message);
      if (ready.success) resolve(ready.data);
      else reject(new Error("The card-payment sandbox said something else than where it is."));
    });
  });
}

/** For people and tests that move its clock: address and key, for the owner of the folder alone. */
async function writeAccess(dataDir: string, ready: Ready): Promise<void> {
  const file = join(dataDir, "sandbox", "access.json");
  await mkdir(join(dataDir, "sandbox"), { recursive: true });
  await writeFile(`${file}.part`, `${JSON.stringify(ready, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

function ended(running: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (running.exitCode !== null || running.signalCode !== null) resolve();
    else running.once("exit", () => resolve());
  });
}

/**
 * Starts the sandbox as a process of its own, with its state below the data folder, and keeps it running: one that dies
 * is started again on the same port and state. It ends with this process, however that ends (its channel closes).
 */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<SandboxProcess> {
  const { log } = options;
  const port = await choosePort(options);
  let child = spawnSandbox(options, port);
  const ready = await whenReady(child, options.startTimeout);
  await writeAccess(options.dataDir, ready);
  const stopping = new AbortController();

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await ended(child);
      if (stopping.signal.aborted) return;
      log.warn("sandbox.ended", { code: child.exitCode, signal: child.signalCode });
      await sleep(restartPause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      child = spawnSandbox(options, port);
      await whenReady(child, options.startTimeout).catch((error: unknown) =>
        log.error("sandbox.not_started", error),
      );
    }
  }
  const running = keepRunning();

  const { hostname } = new URL(ready.url);
  return {
    url: ready.url,
    access: {
      secretKey: ready.secretKey,
      webhookSecret: ready.webhookSecret,
      address: { host: hostname, port, protocol: "http" },
    },
    pid: () => (child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null),
    stop: async () => {
      stopping.abort();
      if (child.connected) child.disconnect();
      const tooLong = setTimeout(() => child.kill("SIGKILL"), stopTimeout);
      await ended(child);
      clearTimeout(tooLong);
      await running;
    },
  };
}
