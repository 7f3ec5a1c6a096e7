import { type ChildProcess, spawn } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Learned } from "./learn-prices.ts";
import { type LearnAnswer, type LearnOrder, parseLearnAnswer } from "./learn-protocol.ts";

const program = new URL("learn-program.ts", import.meta.url);
/** Heap limit in MB: a sample of 20,000 listings and the listings of two models (learn-prices.ts). */
const maxHeapMb = 600;
/** Niceness: it only uses what the site leaves. */
const nicerBy = 10;
/** A million cars took 27 minutes on a busy machine. */
const killAfterMs = 120 * 60_000;

/**
 * Fits prices in a child process of low priority, one fit at a time. Throws if the process fails or exceeds its
 * time, and the abort's own error once the signal aborts.
 */
export async function runLearning(url: string, signal: AbortSignal): Promise<Learned> {
  signal.throwIfAborted();
  const child = start();
  const end = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(end, killAfterMs);
  signal.addEventListener("abort", end);
  try {
    const answer = await answerOf(child, { url });
    if (answer.learned === null) throw new Error(`Prices could not be learned: ${answer.detail}`);
    return answer.learned;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    end();
  }
}

function answerOf(child: ChildProcess, order: LearnOrder): Promise<LearnAnswer> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => {
      try {
        resolve(parseLearnAnswer(message));
      } catch (error) {
        reject(error);
      }
    });
    child.once("error", reject);
    child.once("exit", (code, killedBy) => {
      reject(new Error(`The process that learns prices ended with ${killedBy ?? code}.`));
    });
    // An error here means that the process has ended; its exit event handles that.
    child.send(order, () => undefined);
  });
}

function start(): ChildProcess {
  // A fit makes much garbage and retains little: a small young generation saves 130 MB.
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${maxHeapMb}`,
      "--max-semi-space-size=4",
      "--v8-pool-size=1",
      fileURLToPath(program),
    ],
    {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // Nothing of the site's environment.
      env: { NODE_ENV: "production" },
    },
  );
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, getPriority() + nicerBy);
    } catch {
      // Not permitted here; it works at normal priority.
    }
  }
  return child;
}
