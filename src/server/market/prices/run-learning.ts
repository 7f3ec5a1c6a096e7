import { type ChildProcess, spawn } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Learned } from "./learn-prices.ts";
import { type LearnAnswer, type LearnOrder, parseLearnAnswer } from "./learn-protocol.ts";

const program = new URL("learn-program.ts", import.meta.url);
/** Of the heap, in MB: a sample of 20,000 listings and the listings of two models (learn-prices.ts). */
const maxHeapMb = 600;
/** Steps of priority below the site: it takes what the site leaves. */
const nicerBy = 10;
/** A million cars took 27 minutes beside much else, mostly waiting for the processor. */
const killAfterMs = 120 * 60_000;

/**
 * Learns prices in a child process of low priority, one fit at a time. Throws where the process fails or is killed for
 * taking too long, and the abort's own error once the signal aborts.
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
    // An error here means that the process is gone, which its exit says.
    child.send(order, () => undefined);
  });
}

function start(): ChildProcess {
  // A fit keeps little and makes much garbage: a small young generation saves it 130 MB.
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
      // Not allowed here; it works at normal priority.
    }
  }
  return child;
}
