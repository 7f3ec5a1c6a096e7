/**
 * The child process that decodes and encodes pictures, one at a time. It has no access to the site: no
 * database, no store, no secrets in its environment. Whatever a picture does to it, the site continues.
 */
import { writeFileSync } from "node:fs";
import {
  fingerprintPicture,
  prepareRendering,
  renderPicture,
  UnreadablePictureError,
} from "./render-picture.ts";
import { outOfMemorySignal, parseJob, type WorkerAnswer, type WorkerJob } from "./worker-protocol.ts";

const memoryCheckMs = 25;
const maxRss = Number(process.argv[2] ?? 0) * 1024 * 1024;

/** By a signal: `process.exit` would wait for the decoder in another thread. */
function leave(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}

// The site decides when this process ends; Ctrl-C in a terminal reaches the whole group.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => leave("SIGKILL"));

try {
  // If memory runs out anyway, the system shall kill this process and not the site.
  writeFileSync("/proc/self/oom_score_adj", "900");
} catch {
  // Not Linux.
}

prepareRendering();

setInterval(() => {
  if (process.memoryUsage.rss() > maxRss) leave(outOfMemorySignal);
}, memoryCheckMs);

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

async function work({ job, want, picture }: WorkerJob): Promise<WorkerAnswer> {
  return want === "photo"
    ? { type: "done", job, photo: await renderPicture(picture) }
    : { type: "fingerprinted", job, fingerprint: await fingerprintPicture(picture) };
}

process.on("message", (message: unknown) => {
  const job = parseJob(message);
  work(job).then(answer, (error: unknown) => {
    // Our own fault, not the picture's: the process ends, and the pool sees it.
    if (!(error instanceof UnreadablePictureError)) throw error;
    answer({ type: "refused", job: job.job, detail: error.message.slice(0, 500) });
  });
});

answer({ type: "ready" });
