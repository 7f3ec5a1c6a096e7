import { z } from "zod";
import { Stripe } from "stripe";
import type { Action } from "./actions.ts";
import { pick, type World } from "./world.ts";

/** A client of the provider, bypassing the site. */
export function stripeOf({ site }: World): Stripe {
  const { port } = new URL(site.provider.url);
  return new Stripe(site.provider.secretKey, {
    protocol: "http",
    host: "127.0.0.1",
    port: Number(port),
    telemetry: false,
  });
}

const row = z.object({ intent: z.string(), car_id: z.string().nullable() });

/** Payments that the ledger has as paid by card. */
export async function paidIntents(world: World): Promise<z.infer<typeof row>[]> {
  const { rows } = await world.site.database.pool.query(`
    select stripe_payment_intent as intent, car_id from payments
    where status = 'fulfilled' and method = 'card' and stripe_payment_intent is not null order by id`);
  return z.array(row).parse(rows);
}

/** From now on the ledger decides about the car and everything else that the payment bought. */
export async function markTouchedByMoney(world: World, intent: string): Promise<void> {
  const { rows } = await world.site.database.pool.query(
    `select car_id::text as id from payments where stripe_payment_intent = $1 and car_id is not null
    union select c.car_id::text from payment_cars c join payments p on p.id = c.payment_id
    where p.stripe_payment_intent = $1 and c.car_id is not null`,
    [intent],
  );
  for (const { id } of z.array(z.object({ id: z.string() })).parse(rows)) world.touchedByMoney.add(id);
}

/** The provider refuses what is impossible at this moment; that changes nothing. */
async function tryProviderCall(world: World, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!/dispute|charged back|refund|closed|inquiry|greater/i.test(String(error)))
      world.fault(String(error));
  }
}

export const providerActions = {
  providerRefund: async (world, { a, b }) => {
    const charge = pick(await paidIntents(world), a);
    if (charge === null) return;
    await markTouchedByMoney(world, charge.intent);
    const amount = b % 2 === 0 ? {} : { amount: 1 + (b % 250) };
    await tryProviderCall(world, () =>
      stripeOf(world).refunds.create({ payment_intent: charge.intent, ...amount }),
    );
  },
  dispute: async (world, { a, b }) => {
    const charge = pick(await paidIntents(world), a);
    if (charge === null) return;
    await markTouchedByMoney(world, charge.intent);
    await tryProviderCall(world, () => {
      const { id } = world.site.provider.control.dispute(charge.intent, { inquiry: b % 4 === 0 });
      world.disputes.push(id);
    });
  },
  decideDispute: async (world, { a, b }) => {
    const dispute = pick(world.disputes, a);
    const outcome = pick(["won", "lost", "under_review"] as const, b);
    if (dispute === null || outcome === null) return;
    await tryProviderCall(world, () => world.site.provider.control.decideDispute(dispute, outcome));
  },
  kill: async (world, { b }) => {
    world.killed = true;
    // Visitors' events of the last second are all that a kill may lose; store them first.
    await world.site.flush();
    await world.site.killCopy(b);
  },
  restartCopy: async (world, { b }) => world.site.restartCopy(b),
} satisfies Record<string, Action>;
