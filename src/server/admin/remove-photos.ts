import type { Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "#server/platform/db/tables.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { PhotoCleaner } from "#server/market/photos/photo-cleaner.ts";

const taskName = "remove_photos";
/** Ids per job payload. */
const batch = 1000;

/** What an admin deletes may have been illegal: its pictures do not wait for the sweep. */
export function removePhotosTasks(cleaner: PhotoCleaner): Record<string, Task> {
  return {
    [taskName]: defineTask(z.object({ ids: z.array(z.uuid()) }), ({ ids }) => cleaner.removeUnused(ids)),
  };
}

/** Queues the removal of these photos at the transaction's commit; those of other cars stay. */
export async function queuePhotoRemoval(
  trx: Transaction<DB>,
  addJob: AddJob,
  photos: readonly { readonly id: string }[],
): Promise<void> {
  for (let from = 0; from < photos.length; from += batch) {
    const ids = photos.slice(from, from + batch).map(({ id }) => id);
    await addJob(taskName, { ids }, { trx, maxAttempts: 15 });
  }
}
