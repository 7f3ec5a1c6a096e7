import { paymentEndpoints } from "#contract/payments.ts";
import type { Context } from "#server/context.ts";
import type { Caller } from "#server/http/limits.ts";
import { pageQuery } from "#server/http/parse.ts";
import { receiveBytes } from "#server/http/receive-body.ts";
import type { Routes } from "#server/http/route.ts";
import { carRequest } from "#server/market/cars/car-request.ts";
import { receiveCarForm } from "#server/market/photos/receive-car-form.ts";
import { startCheckout } from "./checkout.commands.ts";
import { couponWorth, paidCar, receiveEvent, verifyPayment } from "./payments.commands.ts";
import { loadHistory } from "./payments.queries.ts";

/** Bytes; the provider's events have some thousands. */
const maxEventBytes = 1_000_000;

/** The contract's paymentEndpoints. */
export function paymentsRoutes(ctx: Context): Routes<keyof typeof paymentEndpoints> {
  const { db, limits } = ctx;
  const cardVisit = { take: (caller: Caller) => limits.cardVisit.visitor(caller) };
  return {
    "POST /api/payment/create-checkout": {
      limit: limits.checkout,
      handle: async ({ c, actor }) => {
        const operation = "POST /api/payment/create-checkout";
        const received = await receiveCarForm(c, paymentEndpoints[operation], limits);
        const of = { userId: actor.id, operation };
        const request = carRequest(ctx, c, of, received, received.form.carData?.vin);
        return startCheckout(ctx, actor, received.form, request, received.pictures);
      },
    },

    "POST /api/payment/coupon": {
      limit: limits.checkout,
      handle: ({ actor, body }) => couponWorth(ctx, actor.id, body.coupon ?? "", body.what),
    },

    "POST /api/payment/verify-session": {
      limit: cardVisit,
      handle: ({ body }) => verifyPayment(ctx, body.sessionId),
    },

    "POST /api/payment/create-car": {
      limit: cardVisit,
      handle: ({ body }) => paidCar(ctx, body.sessionId),
    },

    "POST /api/payment/webhook": async ({ c }) => {
      const body = await receiveBytes(c, { kind: "provider", limit: maxEventBytes });
      await receiveEvent(ctx, body, c.req.header("stripe-signature") ?? "");
      return { received: true };
    },

    "GET /api/payment/history": async ({ c, actor, query: { q, status, order } }) => {
      const page = pageQuery(c, { limit: 100, max: 100 });
      const { payments: own, total } = await loadHistory(db, actor.id, { ...page, q, status, order });
      c.header("X-Total-Count", String(total));
      return own;
    },
  };
}
