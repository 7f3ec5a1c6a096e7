import type { confirmationEndpoints } from "#contract/confirmations.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import {
  answerQuestion,
  askIfAvailable,
  confirmOwnCar,
  confirmStock,
  readQuestion,
} from "./confirmations.commands.ts";

export function confirmationsRoutes(ctx: Context): Routes<keyof typeof confirmationEndpoints> {
  const { limits } = ctx;
  return {
    "POST /api/cars/{id}/confirm": {
      limit: limits.publish,
      handle: ({ actor, params }) => confirmOwnCar(ctx, actor, params.id),
    },

    "POST /api/dealer/confirm": {
      limit: limits.publish,
      handle: async ({ actor }) => ({ confirmed: await confirmStock(ctx, actor) }),
    },

    "POST /api/cars/{id}/still-available": {
      limit: limits.confirmation,
      handle: async ({ c, actor, params }) => {
        const browser = (c.req.header("user-agent") ?? "").slice(0, 500);
        await askIfAvailable(ctx, { actor, address: c.get("address"), browser }, params.id);
      },
    },

    "GET /api/confirmation": {
      limit: limits.confirmation,
      handle: ({ c, query }) => {
        c.header("Cache-Control", "private, no-store");
        return readQuestion(ctx, query.token);
      },
    },

    "POST /api/confirmation": {
      limit: limits.confirmation,
      handle: ({ body }) => answerQuestion(ctx, body.token, body.answer),
    },
  };
}
