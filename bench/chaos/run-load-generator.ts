import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import type { LoadReport } from "./open-loop.ts";

/** Pins a process and all its threads to one core, so that site and load generator do not compete for it. */
export function pinToCore(pid: number, core: number): void {
  if (availableParallelism() < 2)
    throw new Error("Two cores are needed: one for the site, one for the load.");
  execFileSync("taskset", ["-a", "-c", "-p", String(core), String(pid)], { stdio: "ignore" });
}

export interface LoadOptions {
  readonly paths: readonly string[];
  readonly seconds: number;
  /**
   * `rate`: requests a second, whether answered or not. `clients`: closed loop, each waits for its answer.
   */
  readonly rate?: number;
  readonly clients?: number;
  readonly webhook?: boolean;
}

/** Runs the load generator in a process on a core of its own. */
export async function runLoadGenerator(core: number, url: string, order: LoadOptions): Promise<LoadReport> {
  const { hostname: host, port } = new URL(url);
  const child: ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream } = spawn(
    "taskset",
    ["-c", String(core), process.execPath, "bench/chaos/open-loop.ts"],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  child.stdin.end(JSON.stringify({ webhook: false, ...order, host, port: Number(port) }));
  return JSON.parse(await text(child.stdout));
}
