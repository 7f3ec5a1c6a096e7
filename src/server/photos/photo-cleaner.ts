import type { Kysely } from "kysely";
import { orphanPhotoDays } from "#domain/photos/photo-limits.ts";
import type { DB } from "#server/db/tables.ts";
import type { PhotoStore } from "./photo-store.ts";
import { deletePhotosIfUnused, deleteUnusedPhotos, knownPhotoIds } from "./photos.queries.ts";

const dayMs = 24 * 60 * 60 * 1000;
const batchSize = 100;
/** A run ends after this many photos; the next one goes on. */
const maxPerRun = 5_000;
/** The demo's drawings have no owner either, and are on no car until the next statement. */
const ownerlessAfterMs = dayMs / 24;
/** Files come before their row; no upload takes a day. */
const strayAfterMs = dayMs;

/** Removes unused photos. Rows go first, then files, so that every row has its files. */
export class PhotoCleaner {
  readonly #db: Kysely<DB>;
  readonly #store: PhotoStore;

  constructor(db: Kysely<DB>, store: PhotoStore) {
    this.#db = db;
    this.#store = store;
  }

  /**
   * Removes photos that are on no car and were uploaded more than 7 days before `now` (specification.md#photos), or
   * whose account was deleted. Safe to run in several processes at once. Returns how many went.
   */
  async removeOrphans(now: Date): Promise<number> {
    const which = {
      before: new Date(now.getTime() - orphanPhotoDays * dayMs),
      ownerlessBefore: new Date(now.getTime() - ownerlessAfterMs),
    };
    let removed = 0;
    while (removed < maxPerRun) {
      const ids = await deleteUnusedPhotos(this.#db, which, batchSize);
      if (ids.length === 0) break;
      removed += ids.length;
      await this.#store.remove(ids);
    }
    return removed;
  }

  /**
   * Removes these photos at once, but for those that some car still shows or an open checkout holds. Run again after a
   * crash, it removes what is left.
   */
  async removeUnused(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = ids.slice(from, from + batchSize);
      await deletePhotosIfUnused(this.#db, batch);
      const known = await knownPhotoIds(this.#db, batch);
      const gone = batch.filter((id) => !known.has(id));
      if (gone.length > 0) await this.#store.remove(gone);
    }
  }

  /**
   * Removes files without a row, which crashes and a store that was away leave behind; not those of the last
   * day before `now`, whose row may be about to come. Returns how many photos' files went.
   */
  async removeStrayFiles(now: Date): Promise<number> {
    await this.#store.tidy(now);
    let removed = 0;
    let batch: string[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      const known = await knownPhotoIds(this.#db, batch);
      const stray = batch.filter((id) => !known.has(id));
      if (stray.length > 0) await this.#store.remove(stray);
      removed += stray.length;
      batch = [];
    };
    for await (const id of this.#store.list()) {
      if (madeAt(id) > now.getTime() - strayAfterMs) continue;
      batch.push(id);
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    return removed;
  }
}

/** The milliseconds in a UUIDv7's first 48 bits. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
