import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { percentile } from "./percentile.ts";

const execute = promisify(execFile);
const script = fileURLToPath(new URL("load.lua", import.meta.url));
const connections = 32;
/** Upper bound of a run that requests each path once, in seconds. */
const longest = 300;

export interface LoadResult {
  /** Requests answered a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failures: number;
}

const printed = z.object({
  requests: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  failures: z.number(),
});

/**
 * Finds or installs wrk: the system's binary or its package. A load generator in JavaScript ends at some
 * 10,000 requests a second and hides any difference above that.
 */
async function installWrk(): Promise<void> {
  try {
    await execute("which", ["wrk"]);
  } catch {
    if (process.getuid?.() !== 0)
      throw new Error("Install wrk (Debian: apt-get install wrk) to measure pages.");
    await execute("apt-get", ["install", "-y", "-q", "wrk"], { timeout: 300_000 });
  }
}

let installed: Promise<void> | null = null;

async function load(
  origin: string,
  paths: readonly string[],
  mode: "once" | "again",
  seconds: number,
): Promise<LoadResult> {
  installed ??= installWrk();
  await installed;
  const folder = await mkdtemp(join(tmpdir(), "vetura-load-"));
  try {
    const file = join(folder, "paths");
    await writeFile(file, paths.join("\n"));
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", script];
    const child = spawn("wrk", [...args, origin, "--", file, mode], { stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.once("data", () => child.kill("SIGINT"));
    const stdout = await text(child.stdout);
    const result = printed.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
    return {
      rate: result.requests / result.seconds,
      p50: result.p50,
      p99: result.p99,
      failures: result.failures,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests each path once, 32 at a time, so caches do not help. */
export function loadOnce(origin: string, paths: readonly string[]): Promise<LoadResult> {
  return load(origin, paths, "once", longest);
}

/** Requests the same few paths repeatedly for some seconds. */
export function loadHot(origin: string, paths: readonly string[], seconds: number): Promise<LoadResult> {
  return load(origin, paths, "again", seconds);
}

/**
 * Open loop: requests each path once at `perSecond`, whether or not earlier ones were answered. Latency
 * counts from when a request was due, so a pause of the site affects all requests that fall into it.
 */
export async function loadSteadily(
  origin: string,
  paths: readonly string[],
  perSecond: number,
): Promise<LoadResult> {
  const began = performance.now();
  let failures = 0;
  const times = await Promise.all(
    paths.map(async (path, n) => {
      const due = began + (n * 1_000) / perSecond;
      await sleep(Math.max(0, due - performance.now()));
      const isAnswered = await fetch(origin + path, { signal: AbortSignal.timeout(30_000) }).then(
        async (answer) => answer.ok && (await answer.arrayBuffer()).byteLength > 0,
        () => false,
      );
      if (!isAnswered) failures++;
      return performance.now() - due;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  return {
    rate: paths.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures,
  };
}
