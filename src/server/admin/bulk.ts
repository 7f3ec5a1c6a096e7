import type { BulkDeleted } from "#contract/admin-lists.ts";
import { messages } from "#domain/messages/messages.ts";
import { AppError, type ErrorCode } from "#server/http/app-error.ts";
import { messageOf, toAppError } from "#server/http/errors.ts";
import { isUuid } from "#contract/common.ts";
import type { Logger } from "#server/log.ts";

/** Records per transaction: each holds its locks for a fraction of a second, and others get their turn. */
const batchSize = 25;

/** A batch's result: the deleted ones, and the reasons of the others. */
export interface Removal {
  readonly removed: readonly string[];
  readonly refused: ReadonlyMap<string, ErrorCode>;
}

/**
 * Deletes records in batches and reports on each: finished batches stay deleted if a later one fails. Duplicate
 * ids count once. `missing`: the message for unknown ids.
 */
export async function removeInBatches(
  ids: readonly string[],
  missing: ErrorCode,
  remove: (batch: readonly string[]) => Promise<Removal>,
  log: Logger,
): Promise<BulkDeleted> {
  const failed: BulkDeleted["failed"] = [];
  let deleted = 0;
  const known: string[] = [];
  for (const id of new Set(ids.map((one) => one.toLowerCase()))) {
    if (isUuid(id)) known.push(id);
    else failed.push({ id: id.slice(0, 100), message: messageOf(new AppError(missing)) });
  }
  // In one order for everybody, so that two admins with the same selection do not deadlock.
  known.sort();
  for (let from = 0; from < known.length; from += batchSize) {
    const batch = known.slice(from, from + batchSize);
    try {
      const done = await remove(batch);
      deleted += done.removed.length;
      const went = new Set(done.removed);
      for (const id of batch) {
        if (went.has(id)) continue;
        failed.push({ id, message: messageOf(new AppError(done.refused.get(id) ?? missing)) });
      }
    } catch (error) {
      const foreseen = toAppError(error);
      // No longer an admin: it stops, and the audit log has what was done.
      if (foreseen?.code === "forbidden") throw foreseen;
      if (foreseen === null) log.error("admin.bulk_failed", error, { records: batch.length });
      const message = foreseen === null ? messages.errors.internal : messageOf(foreseen);
      for (const id of batch) failed.push({ id, message });
    }
  }
  return { deleted, failed };
}
