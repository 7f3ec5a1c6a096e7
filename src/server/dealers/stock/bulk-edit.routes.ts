import type { Kysely } from "kysely";
import type { bulkEditEndpoints, BulkEdited } from "#contract/bulk-edit.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import type { Limits } from "#server/http/limits.ts";
import { type Routes, Serialised } from "#server/http/route.ts";
import { editInBulk } from "./bulk-edit.ts";

/** The contract's bulkEditEndpoints. */
export function bulkEditRoutes({
  db,
  limits,
}: {
  readonly db: Kysely<DB>;
  readonly limits: Pick<Limits, "publish">;
}): Routes<keyof typeof bulkEditEndpoints> {
  return {
    "POST /api/cars/bulk": {
      limit: limits.publish,
      handle: async ({ c, actor, body }) => {
        const request = idempotencyOf(c, actor.id, "POST /api/cars/bulk", body);
        const answer = await editInBulk(db, actor, body, request);
        return new Serialised<BulkEdited>(JSON.stringify(answer.body));
      },
    },
  };
}
