import { createMiddleware } from "hono/factory";
import type { TotpService } from "#server/accounts/totp.service.ts";
import { AppError } from "#server/http/app-error.ts";
import { type AppEnv, requireUser } from "#server/http/session.ts";

/** Whoever is no admin at this moment goes no further: the session was read from the database for this very call. */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  if (!requireUser(c).isAdmin) throw new AppError("forbidden");
  await next();
});

/** After `requireAdmin`, where ADMIN_TOTP_REQUIRED says so: who has no second factor is told to set it up first. */
export function requireTotp(totp: Pick<TotpService, "state">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!(await totp.state(requireUser(c).id)).enabled) throw new AppError("totp_required");
    await next();
  });
}
