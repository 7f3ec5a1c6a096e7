import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { waitUntilReady } from "./site.ts";

/** One process of the built product that can be stopped, killed and started again. */
export interface SiteProcess {
  readonly url: string;
  readonly isRunning: boolean;
  /** Starts it, from the sources in `root` if given; resolves with the milliseconds until it is ready. */
  start(root?: string): Promise<number>;
  /** Resolves with the milliseconds until the running process is ready. */
  whenReady(): Promise<number>;
  /** Sends a signal; resolves with the exit code once it has exited, null if a signal ended it or nothing runs. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

const maxStartMs = 300_000;

const isRunning = (process: ChildProcess | null): process is ChildProcess =>
  process !== null && process.exitCode === null && process.signalCode === null;

/** `env` has its PORT and DATA_DIR; `log` is the file of its log, by default this program's own stderr. */
export function createSiteProcess(options: {
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log?: string;
}): SiteProcess {
  const { url, env, log } = options;
  let child: ChildProcess | null = null;

  async function whenReady(): Promise<number> {
    const began = Date.now();
    if (child === null) throw new Error("the site was not started");
    await waitUntilReady(url, child, maxStartMs);
    return Date.now() - began;
  }

  return {
    url,
    get isRunning() {
      return isRunning(child);
    },
    start: (root = process.cwd()) => {
      const lines = log === undefined ? "inherit" : openSync(log, "a");
      child = spawn(process.execPath, ["src/main.ts"], {
        cwd: root,
        env,
        stdio: ["ignore", log === undefined ? "ignore" : lines, lines],
      });
      if (typeof lines === "number") closeSync(lines);
      return whenReady();
    },
    whenReady,
    end: async (signal) => {
      if (!isRunning(child)) return null;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}
