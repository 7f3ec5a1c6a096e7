import type { Kysely } from "kysely";
import { orphanPhotoDays } from "#domain/photos/photo-limits.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { ScheduledTask } from "#server/platform/jobs/jobs.ts";
import type { FileStore } from "./file-store.ts";
import { deletePhotosIfUnused, deleteUnusedPhotos, knownPhotoIds } from "./photos.queries.ts";

const dayMs = 24 * 60 * 60 * 1000;
const batchSize = 100;
/** Photos per run; the next one continues. */
const maxPerRun = 5_000;
/** The demo's pictures also have no owner, and no car until the next statement. */
const ownerlessAfterMs = dayMs / 24;
/** Files are written before their row; no upload takes a day. */
const strayAfterMs = dayMs;

/** Removes unused photos. Rows go first, then files, so that every row has its files. */
export interface PhotoCleaner {
  /**
   * Removes photos without a car that were uploaded more than 7 days before `now` (specification.md#photos), or
   * whose account was deleted. Safe in concurrent processes. Returns how many were removed.
   */
  removeOrphans(now: Date): Promise<number>;
  /**
   * Removes these photos at once, except those of a car or an open checkout. Run again after a crash, it
   * removes the rest.
   */
  removeUnused(ids: readonly string[]): Promise<void>;
  /**
   * Removes files without a row, left by crashes and store failures; not those of the last day before `now`,
   * whose row may follow. Returns how many photos' files were removed.
   */
  removeStrayFiles(now: Date): Promise<number>;
}

export function createPhotoCleaner({ db, store }: { db: Kysely<DB>; store: FileStore }): PhotoCleaner {
  /** Removes the files of those photos without a row; returns how many. */
  async function removeWithoutRow(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const known = await knownPhotoIds(db, ids);
    const gone = ids.filter((id) => !known.has(id));
    if (gone.length > 0) await store.remove(gone);
    return gone.length;
  }

  return {
    removeOrphans: async (now) => {
      const which = {
        before: new Date(now.getTime() - orphanPhotoDays * dayMs),
        ownerlessBefore: new Date(now.getTime() - ownerlessAfterMs),
      };
      let removed = 0;
      while (removed < maxPerRun) {
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

    removeStrayFiles: async (now) => {
      await store.tidy(now);
      let removed = 0;
      let batch: string[] = [];
      for await (const id of store.list()) {
        if (madeAt(id) > now.getTime() - strayAfterMs) continue;
        batch.push(id);
        if (batch.length < batchSize) continue;
        removed += await removeWithoutRow(batch);
        batch = [];
      }
      return removed + (await removeWithoutRow(batch));
    },
  };
}

/** Unused photos and files without a row are removed every hour. */
export function sweepPhotos(cleaner: PhotoCleaner): Record<string, ScheduledTask> {
  return {
    sweep_photos: {
      cron: "41 * * * *",
      run: async () => {
        await cleaner.removeOrphans(new Date());
        await cleaner.removeStrayFiles(new Date());
      },
    },
  };
}

/** The milliseconds in a UUIDv7's first 48 bits. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
