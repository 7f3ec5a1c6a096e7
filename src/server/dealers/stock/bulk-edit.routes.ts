import type { bulkEditEndpoints, BulkEdited } from "#contract/bulk-edit.ts";
import type { Context } from "#server/context.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import { type Routes, Serialised } from "#server/http/route.ts";
import { editInBulk } from "./bulk-edit.commands.ts";

export function bulkEditRoutes(ctx: Context): Routes<keyof typeof bulkEditEndpoints> {
  return {
    "POST /api/cars/bulk": {
      limit: ctx.limits.publish,
      handle: async ({ c, actor, body }) => {
        const request = idempotencyOf(c, actor.id, "POST /api/cars/bulk", body);
        const answer = await editInBulk(ctx, actor, body, request);
        return new Serialised<BulkEdited>(JSON.stringify(answer.body));
      },
    },
  };
}
