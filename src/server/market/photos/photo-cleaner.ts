import type { Kysely } from "kysely";
import { orphanPhotoDays } from "#domain/photos/photo-limits.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { ScheduledTask } from "#server/platform/jobs/jobs.ts";
import type { FileStore } from "./file-store.ts";
import { oldFiles } from "./old-files.ts";
import { deletePhotosIfUnused, deleteUnusedPhotos, knownPhotoIds } from "./photos.queries.ts";

const dayMs = 24 * 60 * 60 * 1000;
const batchSize = 100;
/** Photos per run; the next one continues. */
const maxPerRun = 5_000;
/** The demo's pictures also have no owner, and no car until the next statement. */
const ownerlessAfterMs = dayMs / 24;

/**
 * Removes unused photos. Rows go first, then files, so that every row has its files. An aborted `signal` ends a sweep
 * after the present batch; the next one continues.
 */
export interface PhotoCleaner {
  /**
   * Removes photos without a car that were uploaded more than 7 days before `now` (specification.md#photos), or
   * whose account was deleted. Safe in concurrent processes. Returns how many were removed.
   */
  removeOrphans(now: Date, signal: AbortSignal): Promise<number>;
  /**
   * Removes these photos at once, except those of a car or an open checkout. Run again after a crash, it
   * removes the rest.
   */
  removeUnused(ids: readonly string[]): Promise<void>;
  /**
   * Removes files without a row, left by crashes and store failures; not those of the last day before `now`,
   * whose row may follow. Returns how many photos' files were removed.
   */
  removeStrayFiles(now: Date, signal: AbortSignal): Promise<number>;
}

export function createPhotoCleaner({ db, store }: { db: Kysely<DB>; store: FileStore }): PhotoCleaner {
  /** Removes the files of those photos without a row; returns how many. */
  async function removeWithoutRow(ids: readonly string[]): Promise<number> {
    const known = await knownPhotoIds(db, ids);
    const gone = ids.filter((id) => !known.has(id));
    if (gone.length > 0) await store.remove(gone);
    return gone.length;
  }

  return {
    removeOrphans: async (now, signal) => {
      const which = {
        before: new Date(now.getTime() - orphanPhotoDays * dayMs),
        ownerlessBefore: new Date(now.getTime() - ownerlessAfterMs),
      };
      let removed = 0;
      while (removed < maxPerRun && !signal.aborted) {
        const ids = await deleteUnusedPhotos(db, which, batchSize);
        if (ids.length === 0) break;
        removed += ids.length;
        await store.remove(ids);
      }
      return removed;
    },

    removeUnused: async (ids) => {
      for (let from = 0; from < ids.length; from += batchSize) {
        const batch = ids.slice(from, from + batchSize);
        await deletePhotosIfUnused(db, batch);
        await removeWithoutRow(batch);
      }
    },

    removeStrayFiles: async (now, signal) => {
      await store.tidy(now);
      let removed = 0;
      for await (const batch of oldFiles(store.list(), now, signal)) removed += await removeWithoutRow(batch);
      return removed;
    },
  };
}

/** Unused photos and files without a row are removed every hour. */
export function sweepPhotos(cleaner: PhotoCleaner): Record<string, ScheduledTask> {
  return {
    sweep_photos: {
      cron: "41 * * * *",
      run: async (signal) => {
        await cleaner.removeOrphans(new Date(), signal);
        await cleaner.removeStrayFiles(new Date(), signal);
      },
    },
  };
}
