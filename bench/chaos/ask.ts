import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import type { Asked } from "./open-loop.ts";

/** Keeps a process and all its threads on one core, so that who asks and who answers do not take it from each other. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() < 2)
    throw new Error("Two cores are needed: one for the site, one for the load.");
  execFileSync("taskset", ["-a", "-c", "-p", String(core), String(pid)], { stdio: "ignore" });
}

export interface Order {
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Requests a second, answered or not; or so many clients that wait for their answers. */
  readonly rate?: number;
  readonly clients?: number;
  readonly webhook?: boolean;
}

/** Has the site asked by a process on a core of its own. */
export async function askFrom(core: number, url: string, order: Order): Promise<Asked> {
  const { hostname: host, port } = new URL(url);
  const child: ChildProcess & { stdin: NodeJS.WritableStream; stdout: NodeJS.ReadableStream } = spawn(
    "taskset",
    ["-c", String(core), process.execPath, "bench/chaos/open-loop.ts"],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  child.stdin.end(JSON.stringify({ webhook: false, ...order, host, port: Number(port) }));
  return JSON.parse(await text(child.stdout));
}
