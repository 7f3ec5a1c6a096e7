/**
 * Ten 12-megapixel JPEGs through the photo pipeline: validated, resized to every width and format by the pool
 * of worker processes, stored on disk. Prints time, the workers' peak memory, and bytes written.
 *
 *     node bench/photos.ts
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { createLogger } from "#server/log.ts";
import { DiskFileStore } from "#server/market/photos/disk-file-store.ts";
import { judgePicture } from "#server/market/photos/judge-picture.ts";
import { PhotoWorkers } from "#server/market/photos/photo-workers.ts";
import { takePhotographs } from "#testing/photographs.ts";

const rounds = 3;

/** Memory of a process in MB, shared pages counted proportionally (PSS). Linux only, else 0. */
async function memoryOf(pid: number): Promise<number> {
  const facts = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(facts)?.[1] ?? 0) / 1000;
}

const photographs = await takePhotographs();
const folder = await mkdtemp(join(tmpdir(), "vetura-bench-photos-"));
const store = new DiskFileStore(folder);
const workers = new PhotoWorkers({ log: createLogger((line) => process.stderr.write(line)) });

let peak = 0;
const watcher = setInterval(() => {
  void Promise.all(workers.pids.map(memoryOf)).then((each) => {
    peak = Math.max(
      peak,
      each.reduce((sum, one) => sum + one, 0),
    );
    return peak;
  });
}, 20);

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

async function takeIn(bytes: Uint8Array): Promise<number> {
  const verdict = judgePicture(bytes);
  if (!verdict.ok) throw new Error(verdict.detail);
  const outcome = await workers.render(verdict, "bench");
  if (!outcome.ok) throw new Error(outcome.detail);
  const files = outcome.photo.renditions.flatMap(({ widths, format, bytes: data }) =>
    widths.map((width) => ({ width, format, bytes: data })),
  );
  await store.put(uuidv7(), files);
  return files.reduce((sum, file) => sum + file.bytes.length, 0);
}

const incoming = photographs.reduce((sum, photograph) => sum + photograph.bytes.length, 0);
for (let round = 1; round <= rounds; round++) {
  const start = performance.now();
  const written = await Promise.all(photographs.map(({ bytes }) => takeIn(bytes)));
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `round ${round}: ten photos of 12 MP (${megabytes(incoming)} MB) in ${seconds.toFixed(2)} s (goal: 6), ` +
      `${megabytes(written.reduce((sum, one) => sum + one, 0))} MB written, ` +
      `workers' peak so far ${peak.toFixed(0)} MB (goal: 400)`,
  );
}

clearInterval(watcher);
await workers.close();
await rm(folder, { recursive: true, force: true });
