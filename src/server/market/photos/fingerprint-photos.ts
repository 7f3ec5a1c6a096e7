import { arrayBuffer } from "node:stream/consumers";
import type { Kysely } from "kysely";
import type { Logger } from "#server/log.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { ScheduledTask } from "#server/platform/jobs/jobs.ts";
import { judgePicture } from "./judge-picture.ts";
import type { FileStore } from "./file-store.ts";
import type { PhotoWorkers } from "./photo-workers.ts";
import { countWithoutFingerprint, photosWithoutFingerprint, settleFingerprint } from "./photos.queries.ts";

export interface FingerprintPhotosDeps {
  readonly db: Kysely<DB>;
  readonly store: FileStore;
  readonly workers: PhotoWorkers;
  readonly log: Logger;
  /** Photos per run; the next one continues. */
  readonly maxPerRun?: number;
}

const batch = 100;
/** A run ends before the next one is scheduled. */
const maxRunMs = 50_000;

/**
 * Computes due fingerprints one at a time, so that uploads have the other process: of photos without one, and
 * of those stored by the former version. Each photo is settled in a transaction, so an interrupted run
 * continues later. Returns how many photos it settled.
 */
export async function fingerprintPhotos(deps: FingerprintPhotosDeps, signal: AbortSignal): Promise<number> {
  const { db, log, maxPerRun = 2_000 } = deps;
  const end = performance.now() + maxRunMs;
  let done = 0;
  const isOver = (): boolean => signal.aborted || done >= maxPerRun || performance.now() > end;
  while (!isOver()) {
    const ids = await photosWithoutFingerprint(db, Math.min(batch, maxPerRun - done));
    if (ids.length === 0) break;
    for (const id of ids) {
      if (isOver()) break;
      const made = await makeFingerprint(deps, id, signal);
      // Too many uploads wait: the next run continues.
      if (made === "busy") return done;
      await settleFingerprint(db, id, made);
      done++;
    }
  }
  if (done > 0) log.info("photos.fingerprinted", { done, left: await countWithoutFingerprint(db) });
  return done;
}

/** Null if the picture has too little contrast, or its file is missing or invalid. */
async function makeFingerprint(
  { store, workers, log }: FingerprintPhotosDeps,
  id: string,
  signal: AbortSignal,
): Promise<Uint8Array | null | "busy"> {
  const file = await store.get(id, 320, "jpg");
  if (file === null) return null;
  const verdict = judgePicture(new Uint8Array(await arrayBuffer(file.body)));
  const outcome = verdict.ok ? await askWorkers(workers, verdict, signal) : verdict;
  if (outcome === "busy") return outcome;
  if (outcome.ok) return outcome.fingerprint;
  log.info("photos.no_fingerprint", { photo: id, detail: outcome.detail });
  return null;
}

async function askWorkers(
  workers: PhotoWorkers,
  picture: Parameters<PhotoWorkers["fingerprint"]>[0],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<PhotoWorkers["fingerprint"]>> | "busy"> {
  try {
    return await workers.fingerprint(picture, "fingerprints", signal);
  } catch (error) {
    if (error instanceof AppError && (error.code === "overloaded" || signal.aborted)) return "busy";
    throw error;
  }
}

/** The scheduled task that computes due fingerprints. */
export function fingerprintSchedule(deps: FingerprintPhotosDeps): Record<string, ScheduledTask> {
  return {
    fingerprint_photos: {
      cron: "* * * * *",
      run: async (signal) => {
        await fingerprintPhotos(deps, signal);
      },
    },
  };
}
