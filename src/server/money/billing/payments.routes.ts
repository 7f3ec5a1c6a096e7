import { paymentEndpoints } from "#contract/payments.ts";
import type { Context } from "#server/context.ts";
import type { Caller, Limits } from "#server/http/limits.ts";
import { pageQuery } from "#server/http/parse.ts";
import { receiveBytes } from "#server/http/receive-body.ts";
import type { Routes } from "#server/http/route.ts";
import { carRequest } from "#server/market/cars/car-request.ts";
import { receiveCarForm } from "#server/market/photos/receive-car-form.ts";
import type { PaymentsService } from "./payments.service.ts";

export interface PaymentsRoutesDeps {
  readonly ctx: Pick<Context, "secretBox">;
  readonly payments: PaymentsService;
  readonly limits: Pick<Limits, "cardVisit" | "checkout" | "photoUpload">;
}

/** Bytes; the provider's events have some thousands. */
const maxEventBytes = 1_000_000;

/** The contract's paymentEndpoints. */
export function paymentsRoutes({
  ctx,
  payments,
  limits,
}: PaymentsRoutesDeps): Routes<keyof typeof paymentEndpoints> {
  const cardVisit = { take: (caller: Caller) => limits.cardVisit.visitor(caller) };
  return {
    "POST /api/payment/create-checkout": {
      limit: limits.checkout,
      handle: async ({ c, actor }) => {
        const operation = "POST /api/payment/create-checkout";
        const received = await receiveCarForm(c, paymentEndpoints[operation], limits);
        const of = { userId: actor.id, operation };
        const request = carRequest(ctx, c, of, received, received.form.carData?.vin);
        return payments.createCheckout(actor, received.form, request, received.pictures);
      },
    },

    "POST /api/payment/coupon": {
      limit: limits.checkout,
      handle: ({ actor, body }) => payments.couponWorth(actor.id, body.coupon ?? "", body.what),
    },

    "POST /api/payment/verify-session": {
      limit: cardVisit,
      handle: ({ body }) => payments.verify(body.sessionId),
    },

    "POST /api/payment/create-car": {
      limit: cardVisit,
      handle: ({ body }) => payments.createCar(body.sessionId),
    },

    "POST /api/payment/webhook": async ({ c }) => {
      const body = await receiveBytes(c, { kind: "provider", limit: maxEventBytes });
      await payments.receiveEvent(body, c.req.header("stripe-signature") ?? "");
      return { received: true };
    },

    "GET /api/payment/history": async ({ c, actor, query: { q, status, order } }) => {
      const page = pageQuery(c, { limit: 100, max: 100 });
      const { payments: own, total } = await payments.history(actor.id, { ...page, q, status, order });
      c.header("X-Total-Count", String(total));
      return own;
    },
  };
}
