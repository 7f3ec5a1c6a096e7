import { Hono } from "hono";
import { beginTotpBody, confirmTotpBody, endTotpBody } from "#contract/totp.ts";
import { AppError } from "#server/http/app-error.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { parseBody } from "#server/http/parse.ts";
import { type AppEnv, requireUser } from "#server/http/session.ts";
import type { TotpService } from "./totp.service.ts";

/** Every call of the contract's totpEndpoints. */
export function totpRoutes({ totp, limits }: { totp: TotpService; limits: Limits }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get("/api/me/totp", async (c) => c.json(await totp.state(requireUser(c).id)));

  routes.post("/api/me/totp", async (c) => {
    const actor = requireUser(c);
    if (!actor.isAdmin) throw new AppError("forbidden");
    const { password } = await parseBody(c, beginTotpBody);
    await limits.passwordCheck.take(callerOf(c));
    return c.json(await totp.begin(actor, password));
  });

  routes.post("/api/me/totp/confirm", async (c) => {
    const { id } = requireUser(c);
    const { code } = await parseBody(c, confirmTotpBody);
    await limits.passwordCheck.take(callerOf(c));
    return c.json(await totp.confirm(id, code));
  });

  routes.delete("/api/me/totp", async (c) => {
    const { id } = requireUser(c);
    const proof = await parseBody(c, endTotpBody);
    await limits.passwordCheck.take(callerOf(c));
    await totp.end(id, proof);
    return c.body(null, 204);
  });

  return routes;
}
