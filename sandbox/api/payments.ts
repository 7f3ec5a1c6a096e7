import { z } from "zod";
import { refundCharge } from "#sandbox/billing/refunds.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { expand, integer, metadata, page, read, text } from "#sandbox/http/params.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Charge } from "#sandbox/store/kinds.ts";
import { listAnswer } from "./lists.ts";

const only = z.strictObject({ expand });

const refundParams = z.strictObject({
  payment_intent: text(255).optional(),
  charge: text(255).optional(),
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.optional(),
  expand,
});

export const paymentRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/payment_intents",
    run: (sandbox, { form }) => {
      const params = read(z.strictObject({ ...page, customer: text(255).optional() }), form);
      return listAnswer(sandbox, "payment_intent", "/v1/payment_intents", params, {
        customer: params.customer,
      });
    },
  },
  {
    method: "GET",
    path: "/v1/payment_intents/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(only, form);
      return sandbox.store.get("payment_intent", id);
    },
  },
  {
    method: "GET",
    path: "/v1/charges",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({ ...page, customer: text(255).optional(), payment_intent: text(255).optional() }),
        form,
      );
      const of = { customer: params.customer, parent: params.payment_intent };
      return listAnswer(sandbox, "charge", "/v1/charges", params, of);
    },
  },
  {
    method: "GET",
    path: "/v1/charges/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(only, form);
      return sandbox.store.get("charge", id);
    },
  },
  {
    method: "GET",
    path: "/v1/payment_methods/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(only, form);
      return sandbox.store.get("payment_method", id);
    },
  },
  {
    method: "POST",
    path: "/v1/refunds",
    run: (sandbox, { form }) => {
      const params = read(refundParams, form);
      return refundCharge(sandbox, chargeToRefund(sandbox, params), {
        amount: params.amount,
        reason: params.reason ?? null,
        metadata: params.metadata ?? {},
      });
    },
  },
  {
    method: "GET",
    path: "/v1/refunds",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({ ...page, payment_intent: text(255).optional(), charge: text(255).optional() }),
        form,
      );
      const of = { parent: params.payment_intent };
      return listAnswer(
        sandbox,
        "refund",
        "/v1/refunds",
        params,
        of,
        (refund) => params.charge === undefined || idOf(refund.charge) === params.charge,
      );
    },
  },
  {
    method: "GET",
    path: "/v1/refunds/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(only, form);
      return sandbox.store.get("refund", id);
    },
  },
];

function chargeToRefund(sandbox: Sandbox, params: z.output<typeof refundParams>): Charge {
  if (params.charge !== undefined) return sandbox.store.get("charge", params.charge, "charge");
  if (params.payment_intent === undefined) {
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = sandbox.store.get("payment_intent", params.payment_intent, "payment_intent");
  const charge = idOf(intent.latest_charge);
  if (intent.status !== "succeeded" || charge === null) {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      "payment_intent",
    );
  }
  return sandbox.store.get("charge", charge);
}
