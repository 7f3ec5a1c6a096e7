import { type Kysely, type Selectable, type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { dealerUntil } from "#domain/dealers/dealer-until.ts";
import type { SubscriptionsTable } from "#server/platform/db/billing-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { ReadSubscription } from "./provider-reads.ts";

type Handle = Kysely<DB> | Transaction<DB>;

/** A subscription's row; `dealerUntil` in ms since 1970, ±Infinity where it has no date. */
export interface SubscriptionRow extends Omit<Selectable<SubscriptionsTable>, "dealer_until"> {
  dealerUntil: number;
}

const columns = [
  "id",
  "user_id",
  "stripe_subscription_id",
  "status",
  "cancel_at_period_end",
  "amount_cents",
  "currency",
  "current_period_start",
  "current_period_end",
  "created_at",
  "synced_at",
  "ended_at",
  "canceled_at",
  "version",
  "provider_account",
  "next_payment_attempt",
  "collection_paused",
  "next_amount_cents",
  "next_amount_at",
] as const;

function select(db: Handle) {
  return db
    .selectFrom("subscriptions")
    .select(columns)
    .select(sql<number>`extract(epoch from dealer_until)::float8 * 1000`.as("dealerUntil"));
}

export async function findSubscription(db: Handle, stripeId: string): Promise<SubscriptionRow | null> {
  return (await select(db).where("stripe_subscription_id", "=", stripeId).executeTakeFirst()) ?? null;
}

/** The account's latest one: that which is shown, cancelled and taken up again. */
export async function latestSubscription(db: Handle, userId: string): Promise<SubscriptionRow | null> {
  const row = await select(db)
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether the account has a subscription, or months paid by bank or cash, that runs at this moment. Indexes
 * subscriptions_user, dealer_months_user.
 */
export async function hasRunningSubscription(db: Handle, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions where user_id = ${userId} and dealer_until > now()
    union all
    select from dealer_months where user_id = ${userId} and ended_at is null and ends_at > now()
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Gives a dealer the benefits back that a dispute about an earlier month suspends: this month is paid for. */
export async function resumeEarlierMonths(
  trx: Transaction<DB>,
  subscriptionId: string,
  month: { id: string; user_id: string | null },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("payments")
    .set({ suspended_at: null })
    .where("stripe_subscription_id", "=", subscriptionId)
    .where("suspended_at", "is not", null)
    .where("ended_at", "is", null)
    .where("id", "!=", month.id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && month.user_id !== null) await settleDealer(trx, month.user_id);
}

function moment(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** PostgreSQL knows infinite times, Date does not. */
function boundlessMoment(ms: number): Date | string {
  if (Number.isFinite(ms)) return new Date(ms);
  return ms > 0 ? "infinity" : "-infinity";
}

function values(subscription: ReadSubscription, account: string | null, until: number) {
  return {
    ...(account === null ? {} : { provider_account: account }),
    next_payment_attempt: moment(subscription.nextPaymentAttempt),
    status: subscription.status,
    cancel_at_period_end: subscription.cancelAtPeriodEnd || subscription.cancelAt !== null,
    amount_cents: subscription.amount,
    currency: subscription.currency,
    current_period_start: moment(subscription.currentPeriodStart),
    current_period_end: moment(subscription.currentPeriodEnd),
    ended_at: moment(subscription.endedAt),
    canceled_at: moment(subscription.canceledAt),
    collection_paused: subscription.collectionPaused,
    dealer_until: boundlessMoment(until),
    synced_at: sql<Date>`now()`,
  };
}

/** Until when an account is a dealer by its subscriptions. Indexes subscriptions_user, payments_suspended. */
const untilByCard = (userId: string) => sql<Date | null>`(
  select max(least(dealer_until, (
    select min(p.suspended_at) from payments p
    where p.stripe_subscription_id = subscriptions.stripe_subscription_id and p.suspended_at is not null
  ))) from subscriptions where user_id = ${userId})`;

/**
 * Writes down until when the account is a dealer: by its longest subscription, or the months that were paid by bank or
 * cash. One whose paid month is in dispute, or went back, counts to that moment alone. Index dealer_months_user.
 */
export async function settleDealer(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    update users set dealer_until = s.until
    from (
      select greatest(
        ${untilByCard(userId)},
        (select max(least(ends_at, ended_at)) from dealer_months where user_id = ${userId})
      ) as until
    ) s
    where id = ${userId} and dealer_until is distinct from s.until`.execute(trx);
}

/**
 * Has months paid by bank or cash begin when what runs before them ends: all of a subscription's month went back, and they
 * were bought to run without a gap. The account is locked. Index dealer_months_user.
 */
export async function closeGap(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    update dealer_months m set starts_at = m.starts_at - g.gap, ends_at = m.ends_at - g.gap
    from (
      select min(starts_at) filter (where starts_at > now())
        - greatest(now(), ${untilByCard(userId)}, max(ends_at) filter (where starts_at <= now())) as gap
      from dealer_months where user_id = ${userId} and ended_at is null
    ) g
    where m.user_id = ${userId} and m.ended_at is null and m.starts_at > now() and g.gap > interval '0'`.execute(
    trx,
  );
}

/** Writes an account's new subscription and makes it a dealer; nothing where it is there already. Hold the account's row. */
export async function insertSubscription(
  trx: Transaction<DB>,
  userId: string,
  subscription: ReadSubscription,
  account: string | null,
  now: number,
): Promise<void> {
  await trx
    .insertInto("subscriptions")
    .values({
      id: uuidv7(),
      user_id: userId,
      stripe_subscription_id: subscription.id,
      created_at: new Date(subscription.createdAt),
      ...values(subscription, account, dealerUntil(subscription, now)),
    })
    .onConflict((conflict) => conflict.column("stripe_subscription_id").doNothing())
    .execute();
  await settleDealer(trx, userId);
}

/**
 * Writes what was read from the provider over the row as it was before the reading; false where the row changed in
 * between: then what was read may be older than the row, and has to be read again. `account`: the provider's
 * that knows the subscription; null leaves what is written of it.
 */
export async function updateSubscription(
  trx: Transaction<DB>,
  before: SubscriptionRow,
  subscription: ReadSubscription,
  account: string | null,
  now: number,
): Promise<boolean> {
  // The account is locked first, as creating and removing one does.
  await trx.selectFrom("users").select("id").where("id", "=", before.user_id).forNoKeyUpdate().execute();
  const { numUpdatedRows } = await trx
    .updateTable("subscriptions")
    .set({
      ...values(
        subscription,
        account,
        dealerUntil(subscription, now, before.dealerUntil <= now ? before.dealerUntil : Infinity),
      ),
      version: before.version + 1,
    })
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await settleDealer(trx, before.user_id);
  return true;
}

/** The account's open subscription payment; null for none. Index payments_open_subscription. */
export async function findOpenSignup(db: Handle, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("payments")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", "subscription")
    .where("status", "=", "open")
    .executeTakeFirst();
  return row?.id ?? null;
}
