import { Hono } from "hono";
import { createCheckoutBody, sessionBody } from "#contract/payments.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { bodyLimits, pageQuery, parseBody, readBody } from "#server/http/parse.ts";
import { type AppEnv, requireUser } from "#server/http/session.ts";
import type { PaymentsService } from "./payments.service.ts";

export interface PaymentsRoutesDeps {
  readonly payments: PaymentsService;
  readonly limits: Pick<Limits, "checkout" | "cardVisit">;
}

/** Every call of the contract's paymentEndpoints. */
export function paymentsRoutes({ payments, limits }: PaymentsRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post("/api/payment/create-checkout", async (c) => {
    const user = requireUser(c);
    await limits.checkout.take(callerOf(c));
    const body = await parseBody(c, createCheckoutBody, bodyLimits.car);
    const request = idempotencyOf(c, user.id, "POST /api/payment/create-checkout", body);
    return c.json(await payments.createCheckout(user, body, request));
  });

  routes.post("/api/payment/verify-session", async (c) => {
    await limits.cardVisit.visitor(callerOf(c));
    const { sessionId } = await parseBody(c, sessionBody);
    return c.json(await payments.verify(sessionId));
  });

  routes.post("/api/payment/create-car", async (c) => {
    await limits.cardVisit.visitor(callerOf(c));
    const { sessionId } = await parseBody(c, sessionBody);
    return c.json(await payments.createCar(sessionId));
  });

  routes.post("/api/payment/webhook", async (c) => {
    const body = await readBody(c.req.raw, bodyLimits.json);
    await payments.receiveEvent(Buffer.from(body), c.req.header("stripe-signature") ?? "");
    return c.json({ received: true });
  });

  routes.get("/api/payment/history", async (c) => {
    const user = requireUser(c);
    const { payments: own, total } = await payments.history(user.id, pageQuery(c, { limit: 100, max: 100 }));
    c.header("X-Total-Count", String(total));
    return c.json(own);
  });

  return routes;
}
