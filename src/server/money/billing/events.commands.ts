import { sql } from "kysely";
import type { Stripe } from "stripe";
import { z } from "zod";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { claimEventPoll, insertEvents } from "./provider-poll.queries.ts";

/** What an event tells us to read; its own contents are not trusted. */
export const hintSchema = z.discriminatedUnion("about", [
  z.object({ about: z.literal("session"), sessionId: z.string(), paymentId: z.string().nullable() }),
  z.object({ about: z.literal("subscription"), subscriptionId: z.string() }),
  z.object({ about: z.literal("refund"), intent: z.string(), paymentId: z.string().nullable() }),
]);
export type Hint = z.infer<typeof hintSchema>;

export const eventTask = "look_at_provider_event";

/**
 * The events that the webhook listens to: the list in docs/PAYMENTS.md, and what is asked for when some are missing.
 * The provider takes at most 20 types in one question.
 */
export const eventTypes = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const satisfies readonly Stripe.Event.Type[];

const text = z.string().min(1).max(255);
/** An id, or the object itself where the provider has expanded it. */
const reference = z
  .union([text, z.object({ id: text }).transform(({ id }) => id)])
  .nullish()
  .catch(null);

/**
 * What we read of an event. The signature says who sent it, not that it is whole: what is missing only makes no hint,
 * and an event is refused for nothing but what tells it from others.
 */
const eventSchema = z.object({
  id: text,
  type: text,
  created: z
    .int()
    .min(0)
    .max(253_402_300_799)
    .catch(() => Math.floor(Date.now() / 1000)),
  data: z
    .object({
      object: z.object({
        id: reference,
        metadata: z.object({ paymentId: text.optional() }).nullish().catch(null),
        payment_intent: reference,
        parent: z
          .object({ subscription_details: z.object({ subscription: reference }).nullish() })
          .nullish()
          .catch(null),
      }),
    })
    .nullish()
    .catch(null),
});
export type ProviderEvent = z.infer<typeof eventSchema>;

/** An event of the provider as we read it. Throws malformed for anything else. */
export function readEvent(sent: unknown): ProviderEvent {
  const event = eventSchema.safeParse(sent);
  if (!event.success) throw new AppError("malformed", { cause: event.error });
  return event.data;
}

/** Null for events that mean nothing to us: they are taken, noted and left alone. */
export function hintOf(event: ProviderEvent): Hint | null {
  const { id, metadata, payment_intent: intent, parent } = event.data?.object ?? {};
  const paymentId = metadata?.paymentId ?? null;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return id ? { about: "session", sessionId: id, paymentId } : null;
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return id ? { about: "subscription", subscriptionId: id } : null;
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.voided":
    case "invoice.marked_uncollectible": {
      const subscriptionId = parent?.subscription_details?.subscription;
      return subscriptionId ? { about: "subscription", subscriptionId } : null;
    }
    case "charge.refunded":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return intent ? { about: "refund", intent, paymentId } : null;
    default:
      return null;
  }
}

/**
 * Takes events in, each once: those new to us get a job that looks at what they are about. In one transaction, so that
 * none is noted without its job. Answers how many were new.
 */
export async function takeEvents({ db, addJob }: Context, events: readonly ProviderEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    const ids = await insertEvents(trx, events);
    for (const event of events) {
      const hint = ids.has(event.id) ? hintOf(event) : null;
      if (hint !== null) await addJob(eventTask, hint, { trx, maxAttempts: 20 });
    }
    return ids.size;
  });
}

/** Events become visible a little out of order: so many seconds are asked for again. */
const overlapSeconds = 120;
/** More than that in one question: an outage of days, of which the sweep of payments takes care too. */
const maxEvents = 5000;

/**
 * Asks the provider for events that never reached us, unless a process asked within the last `spacing` milliseconds:
 * only one process asks. Returns whether it was this one.
 */
export async function pollEvents(ctx: Context, spacing: number): Promise<boolean> {
  const { db, provider } = ctx;
  const from = await claimEventPoll(db, await provider.account(), spacing);
  if (from === null) return false;
  const events: Stripe.Event[] = [];
  let after: string | undefined;
  do {
    // Each page has its own time limit: after a long outage there are many.
    const page = await provider.call("events.list", (stripe) =>
      stripe.events.list({
        created: { gte: from - overlapSeconds },
        types: [...eventTypes],
        limit: 100,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    events.push(...page.data);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined && events.length < maxEvents);
  // Newest first. Where there are more than we took, those in between are asked for by the sweep of payments.
  await takeEvents(ctx, events.toReversed().map(readEvent));
  const newest = events[0]?.created;
  if (newest !== undefined)
    await sql`update provider_poll set seen_until = greatest(seen_until, to_timestamp(${newest}))`.execute(
      db,
    );
  return true;
}
