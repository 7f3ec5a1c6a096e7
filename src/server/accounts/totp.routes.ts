import type { totpEndpoints } from "#contract/totp.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { TotpService } from "./totp.service.ts";

/** The contract's totpEndpoints. */
export function totpRoutes(deps: {
  readonly totp: TotpService;
  readonly limits: Pick<Limits, "passwordCheck">;
}): Routes<keyof typeof totpEndpoints> {
  const { totp, limits } = deps;
  return {
    "GET /api/me/totp": ({ actor }) => totp.state(actor.id),

    "POST /api/me/totp": async ({ c, actor, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      return totp.begin(actor, body.password);
    },

    "POST /api/me/totp/confirm": async ({ c, actor, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      return totp.confirm(actor.id, body.code);
    },

    "DELETE /api/me/totp": async ({ c, actor, body }) => {
      await limits.passwordCheck.take(callerOf(c));
      await totp.end(actor.id, body);
    },
  };
}
