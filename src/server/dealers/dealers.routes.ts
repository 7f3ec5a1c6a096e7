import { Hono } from "hono";
import { dealerSignupBody } from "#contract/dealers.ts";
import { sessionBody } from "#contract/payments.ts";
import type { EmailVerificationService } from "#server/accounts/email-verification.service.ts";
import type { SubscriptionsService } from "#server/billing/subscriptions.service.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { idParam, pageQuery, parseBody } from "#server/http/parse.ts";
import { type AppEnv, requireUser } from "#server/http/session.ts";
import type { DealersService } from "./dealers.service.ts";

export interface DealersRoutesDeps {
  readonly dealers: DealersService;
  readonly subscriptions: SubscriptionsService;
  readonly emailVerification: Pick<EmailVerificationService, "remind">;
  readonly limits: Pick<Limits, "checkout" | "cardVisit">;
}

/** Every call of the contract's dealerEndpoints. */
export function dealersRoutes({
  dealers,
  subscriptions,
  emailVerification,
  limits,
}: DealersRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post("/api/payment/create-dealer-subscription", async (c) => {
    const user = requireUser(c);
    await limits.checkout.take(callerOf(c));
    const checkout = await subscriptions.subscribe(user.id, await parseBody(c, dealerSignupBody));
    // A business is written to about its money: the address had better be right.
    await emailVerification.remind(user.id);
    return c.json(checkout);
  });

  routes.post("/api/payment/verify-dealer-subscription", async (c) => {
    await limits.cardVisit.visitor(callerOf(c));
    const { sessionId } = await parseBody(c, sessionBody);
    return c.json(await subscriptions.verify(sessionId));
  });

  routes.get("/api/dealer/business", async (c) => c.json(await dealers.business(requireUser(c).id)));

  routes.get("/api/dealer/subscription-status", async (c) =>
    c.json(await subscriptions.subscription(requireUser(c).id)),
  );

  routes.get("/api/dealer/stats", async (c) => c.json(await dealers.stats(requireUser(c).id)));

  routes.get("/api/dealer/billing-history", async (c) =>
    c.json(await subscriptions.invoices(requireUser(c).id)),
  );

  routes.post("/api/dealer/customer-portal", async (c) => {
    const user = requireUser(c);
    await limits.checkout.take(callerOf(c));
    return c.json(await subscriptions.portal(user.id));
  });

  routes.post("/api/dealer/cancel-subscription", async (c) => {
    const user = requireUser(c);
    await limits.checkout.take(callerOf(c));
    return c.json(await subscriptions.cancel(user.id));
  });

  routes.post("/api/dealer/reactivate-subscription", async (c) => {
    const user = requireUser(c);
    await limits.checkout.take(callerOf(c));
    return c.json(await subscriptions.reactivate(user.id));
  });

  routes.get("/api/dealers/:id", async (c) => {
    const page = pageQuery(c, { limit: 100, max: 100 });
    const dealer = await dealers.publicPage(idParam(c, "dealer_not_found"), page);
    c.header("X-Total-Count", String(dealer.carCount));
    return c.json(dealer);
  });

  return routes;
}
