import type { totpEndpoints } from "#contract/totp.ts";
import type { Context } from "#server/context.ts";
import { callerOf } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import { beginTotp, confirmTotpSetup, endTotp, totpState } from "./totp.commands.ts";

export function totpRoutes(ctx: Context): Routes<keyof typeof totpEndpoints> {
  const { limits } = ctx;
  return {
    "GET /api/me/totp": ({ actor }) => totpState(ctx, actor.id),

    "POST /api/me/totp": async ({ c, actor, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      return beginTotp(ctx, actor, body.password);
    },

    "POST /api/me/totp/confirm": async ({ c, session, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      return confirmTotpSetup(ctx, session, body.code);
    },

    "DELETE /api/me/totp": async ({ c, actor, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      await endTotp(ctx, actor.id, body);
    },
  };
}
