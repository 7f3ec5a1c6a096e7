import { Hono } from "hono";
import { createCheckoutBody, sessionBody } from "#contract/payments.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { pageQuery, parseBody } from "#server/http/parse.ts";
import { receiveBytes } from "#server/http/receive-body.ts";
import { type AppEnv, requireUser } from "#server/http/session.ts";
import { contentOf } from "#server/photos/cut-pictures.ts";
import { receiveCarForm } from "#server/photos/receive-car-form.ts";
import type { PaymentsService } from "./payments.service.ts";

export interface PaymentsRoutesDeps {
  readonly payments: PaymentsService;
  readonly limits: Pick<Limits, "cardVisit" | "checkout" | "photoUpload">;
}

/** Bytes; the provider's events have some thousands. */
const largestEvent = 1_000_000;

/** Every call of the contract's paymentEndpoints. */
export function paymentsRoutes({ payments, limits }: PaymentsRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post("/api/payment/create-checkout", async (c) => {
    const user = requireUser(c);
    await limits.checkout.take(callerOf(c));
    const { form, pictures } = await receiveCarForm(c, createCheckoutBody, ["carData", "images"], limits);
    const operation = "POST /api/payment/create-checkout";
    const request = idempotencyOf(c, user.id, operation, form, contentOf(pictures));
    return c.json(await payments.createCheckout(user, form, request, pictures));
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
    const body = await receiveBytes(c, { kind: "provider", limit: largestEvent });
    await payments.receiveEvent(body, c.req.header("stripe-signature") ?? "");
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
