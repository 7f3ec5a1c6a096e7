import type { confirmationEndpoints } from "#contract/confirmations.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { Confirmations } from "./confirmations.ts";

/** The contract's confirmationEndpoints. */
export function confirmationsRoutes(deps: {
  readonly confirmations: Confirmations;
  readonly limits: Pick<Limits, "confirmation" | "publish">;
}): Routes<keyof typeof confirmationEndpoints> {
  const { confirmations, limits } = deps;
  return {
    "POST /api/cars/{id}/confirm": {
      limit: limits.publish,
      handle: ({ actor, params }) => confirmations.confirm(actor, params.id),
    },

    "POST /api/dealer/confirm": {
      limit: limits.publish,
      handle: async ({ actor }) => ({ confirmed: await confirmations.confirmStock(actor) }),
    },

    "POST /api/cars/{id}/still-available": {
      limit: limits.confirmation,
      handle: async ({ c, actor, params }) => {
        const browser = (c.req.header("user-agent") ?? "").slice(0, 500);
        await confirmations.ask({ actor, address: c.get("address"), browser }, params.id);
      },
    },

    "GET /api/confirmation": {
      limit: limits.confirmation,
      handle: ({ c, query }) => {
        c.header("Cache-Control", "private, no-store");
        return confirmations.look(query.token);
      },
    },

    "POST /api/confirmation": {
      limit: limits.confirmation,
      handle: ({ body }) => confirmations.answer(body.token, body.answer),
    },
  };
}
