import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "#testing/free-port.ts";
import { needProgram } from "./programs.ts";

export interface CaddyServer {
  readonly url: string;
  readonly httpUrl: string;
  /** The certificate of Caddy's internal CA. */
  readonly authority: string;
  readonly authorityFile: string;
  /** The end of its log since the last start. */
  log(): string;
  reload(): Promise<void>;
  /** With SIGTERM, requests in progress may finish. Resolves when it has exited. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts it again on the same ports; no-op while it runs. */
  start(): Promise<void>;
}

const config = ["--adapter", "caddyfile", "--config", "deploy/Caddyfile"];
const maxStart = 20_000;

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: "manual" }).then(
    () => true,
    () => false,
  );
}

/** Adapts deploy/Caddyfile to loopback; the site's name is `localhost`, which Caddy's internal CA signs. */
export async function prepareCaddy(folder: string, upstream: string): Promise<CaddyServer> {
  await needProgram("caddy", "caddy", "version");
  const [port, httpPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const httpUrl = `http://localhost:${httpPort}`;
  const env = {
    ...process.env,
    PUBLIC_URL: url,
    SITE_UPSTREAM: upstream,
    CADDY_BIND: "127.0.0.1",
    CADDY_ADMIN: `localhost:${adminPort}`,
    CADDY_HTTP_PORT: String(httpPort),
    HOME: folder,
    XDG_DATA_HOME: join(folder, "data"),
    XDG_CONFIG_HOME: join(folder, "config"),
  };
  const authorityFile = join(folder, "data/caddy/pki/authorities/local/root.crt");
  let child: ChildProcess | null = null;
  const hasEnded = () => child === null || child.exitCode !== null || child.signalCode !== null;
  let authority = "";
  let told = "";
  return {
    url,
    httpUrl,
    authorityFile,
    log: () => told,
    get authority() {
      return authority;
    },
    reload: async () => {
      // Without `--force` Caddy ignores an unchanged file.
      await promisify(execFile)(
        "caddy",
        ["reload", "--force", "--address", `localhost:${adminPort}`, ...config],
        {
          env,
        },
      );
    },
    stop: async (signal = "SIGTERM") => {
      if (child === null || hasEnded()) return;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
    start: async () => {
      if (!hasEnded()) return;
      told = "";
      const running = spawn("caddy", ["run", ...config], { env, stdio: ["ignore", "ignore", "pipe"] });
      running.stderr.on("data", (chunk: Buffer) => (told = `${told}${chunk.toString()}`.slice(-20_000)));
      child = running;
      const deadline = Date.now() + maxStart;
      while (!(existsSync(authorityFile) && (await answers(httpUrl)))) {
        if (running.exitCode !== null || Date.now() > deadline)
          throw new Error(`caddy did not start:\n${told}`);
        await sleep(20);
      }
      authority = await readFile(authorityFile, "utf8");
    },
  };
}
