import { z } from "zod";
import { cancelAtPeriodEnd, endSubscription, withdrawCancellation } from "#sandbox/billing/renewal.ts";
import { changes, emit } from "#sandbox/events/emit.ts";
import { planOf } from "#sandbox/objects/subscription.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { expand, flag, metadataChange, page, read, text } from "#sandbox/http/params.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Subscription } from "#sandbox/store/kinds.ts";
import { listAnswer, mergedMetadata } from "./lists.ts";

const cancellationDetails = z
  .strictObject({
    comment: text(5000).optional(),
    feedback: z
      .enum([
        "customer_service",
        "low_quality",
        "missing_features",
        "other",
        "switched_service",
        "too_complex",
        "too_expensive",
        "unused",
      ])
      .optional(),
  })
  .optional();

const updateParams = z.strictObject({
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: text(255).optional(),
  description: text(500).optional(),
  metadata: metadataChange.optional(),
  /** A new price for the only item. */
  items: z
    .array(z.strictObject({ id: text(255), price: text(255) }))
    .length(1)
    .optional(),
  /** The only behaviour that the site uses: the next period is the first at the new price. */
  proration_behavior: z.literal("none").optional(),
  /** The only behaviour that the site uses; "" resumes collection. */
  pause_collection: z.union([z.literal(""), z.strictObject({ behavior: z.literal("void") })]).optional(),
  expand,
});

const listParams = z.strictObject({
  ...page,
  customer: text(255).optional(),
  price: text(255).optional(),
  status: z.enum(["active", "all", "canceled", "ended", "incomplete", "past_due"]).optional(),
});

export const subscriptionRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/subscriptions",
    run: (sandbox, { form }) => {
      const params = read(listParams, form);
      const wanted = params.status === "ended" ? "canceled" : params.status;
      return listAnswer(
        sandbox,
        "subscription",
        "/v1/subscriptions",
        params,
        { customer: params.customer },
        (one) =>
          // As at Stripe, canceled ones are listed only on request.
          (wanted === "all" || (wanted === undefined ? one.status !== "canceled" : one.status === wanted)) &&
          (params.price === undefined || one.items.data.some((item) => item.price.id === params.price)),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/subscriptions/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return sandbox.store.get("subscription", id);
    },
  },
  {
    method: "POST",
    path: "/v1/subscriptions/{id}",
    run: (sandbox, { path: [id = ""], form }) => update(sandbox, id, read(updateParams, form)),
  },
  {
    method: "DELETE",
    path: "/v1/subscriptions/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({
          cancellation_details: cancellationDetails,
          // Accepted without effect: the sandbox does not prorate.
          invoice_now: flag.optional(),
          prorate: flag.optional(),
          expand,
        }),
        form,
      );
      const subscription = sandbox.store.get("subscription", id);
      if (subscription.status === "canceled") throw gone(id);
      note(subscription, params.cancellation_details);
      endSubscription(sandbox, subscription, "cancellation_requested");
      return subscription;
    },
  },
];

function update(sandbox: Sandbox, id: string, params: z.output<typeof updateParams>): Subscription {
  const subscription = sandbox.store.get("subscription", id);
  if (subscription.status === "canceled") {
    const onlyNotes =
      params.cancel_at_period_end === undefined &&
      params.default_payment_method === undefined &&
      params.items === undefined &&
      params.pause_collection === undefined;
    if (!onlyNotes)
      throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  }
  const before = structuredClone(subscription);
  note(subscription, params.cancellation_details);
  if (params.cancel_at_period_end === true) cancelAtPeriodEnd(sandbox, subscription);
  if (params.cancel_at_period_end === false) withdrawCancellation(subscription);
  if (params.default_payment_method !== undefined) {
    const method = sandbox.store.get(
      "payment_method",
      params.default_payment_method,
      "default_payment_method",
    );
    if (idOf(method.customer) !== idOf(subscription.customer)) {
      throw invalid("The payment method is not this customer's.", "default_payment_method");
    }
    subscription.default_payment_method = method.id;
  }
  for (const { id: itemId, price } of params.items ?? []) {
    const item = subscription.items.data.find((one) => one.id === itemId);
    if (item === undefined) throw invalid(`No such subscription item: '${itemId}'`, "items[0][id]");
    item.price = sandbox.store.get("price", price, "items[0][price]");
    item.plan = planOf(item.price);
  }
  if (params.pause_collection !== undefined)
    subscription.pause_collection =
      params.pause_collection === "" ? null : { ...params.pause_collection, resumes_at: null };
  subscription.description = params.description ?? subscription.description;
  subscription.metadata = mergedMetadata(subscription.metadata, params.metadata);
  const changed = changes(before, subscription);
  sandbox.store.save("subscription", subscription);
  if (Object.keys(changed).length > 0) emit(sandbox, "customer.subscription.updated", subscription, changed);
  return subscription;
}

function note(subscription: Subscription, given: z.output<typeof cancellationDetails>): void {
  const details = subscription.cancellation_details;
  if (given === undefined || details === null) return;
  details.comment = given.comment ?? details.comment;
  details.feedback = given.feedback ?? details.feedback;
}

const gone = (id: string) => invalid(`No such subscription: '${id}'`, "id", "resource_missing");
