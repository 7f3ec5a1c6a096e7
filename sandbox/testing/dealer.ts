import type { Stripe } from "stripe";
import { idOf } from "#sandbox/store/kinds.ts";
import { pay, plan, type Shop } from "./shop.ts";

/** Subscribes a dealer with this card; returns the ids of subscription and customer. */
export async function subscribe(
  shop: Shop,
  card: string,
): Promise<{ subscription: string; customer: string }> {
  const made = await shop.stripe.checkout.sessions.create(plan);
  await pay(made, card);
  const session = await shop.stripe.checkout.sessions.retrieve(made.id);
  await shop.waitForDeliveries();
  shop.events.length = 0;
  return { subscription: idOf(session.subscription) ?? "", customer: idOf(session.customer) ?? "" };
}

export const typesOf = (events: Stripe.Event[]): string[] => events.map((event) => event.type);
export const day = 86_400;
/** A month, plus the hour until the renewal's invoice is paid. */
export const renewalMonth = 31 * day + 3700;
