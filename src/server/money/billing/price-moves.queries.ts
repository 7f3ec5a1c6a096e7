import { type Kysely, sql, type Transaction } from "kysely";
import { settingsLimits } from "#domain/settings/settings.ts";
import type { DB } from "#server/platform/db/tables.ts";

export interface Subscriber {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly amountCents: number;
  readonly nextCents: number | null;
  readonly nextAt: Date | null;
}

/** Running subscriptions that go on beyond their period. An admin's look at all of them: a few hundred rows. */
const running = sql`s.dealer_until > now() and s.ended_at is null and not s.cancel_at_period_end`;

/**
 * What a subscription `s` costs at this fee, USD cents: the coupon that it began with lowers each month, as
 * `discountInCents` has it. Indexes coupon_uses_user and the primary keys.
 */
function monthAt(feeCents: number) {
  return sql`coalesce((
    select greatest(${settingsLimits.minSubscription}::int,
      ${feeCents}::int - coalesce(c.amount_cents, round(${feeCents}::int * c.percent / 100.0)::int))
    from coupon_uses cu join payments p on p.id = cu.payment_id join coupons c on c.id = cu.coupon_id
    where cu.user_id = s.user_id and cu.returned_at is null and p.kind = 'subscription'
      and p.stripe_subscription_id = s.stripe_subscription_id
  ), ${feeCents}::int)`;
}

/** A page of those who pay another fee than this, or will, by name, and how many there are. */
export async function loadSubscribers(
  db: Kysely<DB>,
  feeCents: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ subscribers: Subscriber[]; total: number; toMove: number }> {
  const month = monthAt(feeCents);
  const { rows } = await sql<Subscriber & { total: number; toMove: number }>`
    select s.user_id as "userId", coalesce(d.business_name, u.first_name || ' ' || u.last_name) as name, u.email,
      s.amount_cents as "amountCents", s.next_amount_cents as "nextCents", s.next_amount_at as "nextAt",
      count(*) over ()::int as total,
      (count(*) filter (where s.next_amount_cents is distinct from ${month}) over ())::int as "toMove"
    from subscriptions s join users u on u.id = s.user_id left join dealers d on d.user_id = s.user_id
    where ${running} and (s.amount_cents <> ${month} or s.next_amount_cents <> ${month})
    order by 2, s.user_id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    subscribers: rows.map((row) => {
      const { total: _, toMove: __, ...one } = row;
      return one;
    }),
    total: rows[0]?.total ?? 0,
    toMove: rows[0]?.toMove ?? 0,
  };
}

/**
 * Notes for each of them what it is charged from `days` days on; answers which. Those that move there already stay as they
 * are; those that were to move away from it stay where they are.
 */
export async function noteMoves(
  trx: Transaction<DB>,
  feeCents: number,
  days: number,
): Promise<{ stripeId: string; cents: number; at: Date }[]> {
  const month = monthAt(feeCents);
  const { rows } = await sql<{ stripeId: string; cents: number; at: Date }>`
    update subscriptions s
    set next_amount_cents = ${month}, next_amount_at = now() + ${days} * interval '1 day', version = version + 1
    where ${running} and coalesce(s.next_amount_cents, s.amount_cents) <> ${month}
    returning s.stripe_subscription_id as "stripeId", s.next_amount_cents as cents, s.next_amount_at as at`.execute(
    trx,
  );
  return rows;
}

/** Moves that are due, oldest first. Index subscriptions_next_amount. */
export async function movesDue(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .select("stripe_subscription_id")
    .where("next_amount_at", "<=", sql<Date>`now()`)
    .orderBy("next_amount_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.stripe_subscription_id);
}
