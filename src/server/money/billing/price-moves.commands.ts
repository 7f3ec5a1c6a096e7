import type { Actor } from "#domain/accounts/actor.ts";
import { isRunning } from "#domain/dealers/dealer-until.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { centsToDollars, dollarsToCents } from "#domain/payments/fees.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { queueMail } from "./mail-queue.ts";
import { noteMoves } from "./price-moves.queries.ts";
import { nullIfUnknown, type Provider } from "./provider.ts";
import { syncSubscription } from "./subscription-sync.commands.ts";
import { findSubscription } from "./subscriptions.queries.ts";

/** A dealer is told so long before another fee is charged. */
export const noticeDays = 30;

/**
 * The provider's price of a dealer's month at this fee: found by its name, else made, once however often. Throws
 * provider_away.
 */
export async function planPrice(provider: Provider, siteName: string, cents: number): Promise<string> {
  const key = `dealer_month_usd_${cents}`;
  const found = await provider.call("prices.list", (stripe) =>
    stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }),
  );
  const [there] = found.data;
  if (there !== undefined) return there.id;
  const product = await provider.call("products.create", (stripe) =>
    stripe.products.create(
      { name: paymentMessages.lines.dealerPlan(siteName) },
      { idempotencyKey: `${key}:product` },
    ),
  );
  const price = await provider.call("prices.create", (stripe) =>
    stripe.prices.create(
      {
        product: product.id,
        currency: "usd",
        unit_amount: cents,
        recurring: { interval: "month" },
        lookup_key: key,
      },
      { idempotencyKey: key },
    ),
  );
  return price.id;
}

/**
 * Has the provider charge a subscription what was announced, from its next month on. Done again after a crash between any
 * two steps it finds the price there already, and nothing is charged twice: a change of price charges nothing by itself.
 */
export async function carryOutMove(ctx: Context, stripeId: string): Promise<void> {
  const { db, provider, site, step } = ctx;
  const cents = (await findSubscription(db, stripeId))?.next_amount_cents ?? null;
  if (cents === null) return;
  const read = await provider
    .call("subscriptions.retrieve", (stripe) => stripe.subscriptions.retrieve(stripeId))
    .catch(nullIfUnknown);
  const item = read?.items.data[0];
  if (read !== null && item !== undefined && isRunning(read.status) && item.price.unit_amount !== cents) {
    const price = await planPrice(provider, site.name, cents);
    await step("price made");
    await provider.call("subscriptions.update", (stripe) =>
      stripe.subscriptions.update(stripeId, {
        items: [{ id: item.id, price }],
        proration_behavior: "none",
      }),
    );
    await step("price moved");
  }
  await syncSubscription(ctx, stripeId);
  await step("subscription synced");
  // Unless another move has been noted meanwhile.
  await db
    .updateTable("subscriptions")
    .set({ next_amount_cents: null, next_amount_at: null })
    .where("stripe_subscription_id", "=", stripeId)
    .where("next_amount_cents", "=", cents)
    .execute();
}

/**
 * Moves everybody who pays another fee to this one, in dollars and less what their coupon takes off, and tells them by
 * mail (specification.md#settings); the first charge is `noticeDays` ahead or later. Throws settings_changed where the
 * present fee is another.
 */
export function moveSubscribers(
  { db, addJob, settings }: Context,
  admin: Actor,
  fee: number,
): Promise<{ moved: number; at: string | null }> {
  return db.transaction().execute(async (trx) => {
    const acting = await lockAdmin(trx, admin);
    const cents = dollarsToCents(fee);
    if (cents !== settings().fees.subscription) throw new AppError("settings_changed");
    const moves = await noteMoves(trx, cents, noticeDays);
    for (const { stripeId: subscriptionId, cents: month, at } of moves)
      await queueMail(trx, addJob, {
        mail: "feeChanges",
        subscriptionId,
        cents: month,
        at: at.toISOString(),
      });
    const [first] = moves;
    if (first === undefined) return { moved: 0, at: null };
    await writeAudit(trx, acting, [
      {
        action: "settings.move_subscribers",
        kind: "settings",
        targetId: String(cents),
        label: `$${centsToDollars(cents)}`,
        after: { subscription: centsToDollars(cents), rows: moves.length },
      },
    ]);
    return { moved: moves.length, at: first.at.toISOString() };
  });
}
