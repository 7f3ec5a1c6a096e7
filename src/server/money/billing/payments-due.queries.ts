import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { unknownAccount } from "./ledger.queries.ts";

/** Payments and subscriptions that are due to be checked: what the sweep and the removal of accounts ask for. */

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/**
 * Payments that the provider should be asked about: those that are paid and not carried out, and open ones not looked
 * at for ten minutes (events, sent or polled, report what happens sooner).
 */
export async function paymentsToCheck(db: Kysely<DB>, limit: number): Promise<string[]> {
  // A failed charge may be tried again for a day or two; after that it is looked at once a day.
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where status in ('open', 'paid', 'failed') and kind <> 'renewal' and refund_reason is null
      and stripe_session_id is not null
      and (status = 'paid' and paid_at < now() - interval '20 seconds'
        or coalesce(checked_at, created_at) < now() - case
          when created_at > now() - interval '3 days' then interval '10 minutes' else interval '1 day' end)
    order by checked_at nulls first limit ${limit}`.execute(db);
  return ids(rows);
}

/**
 * Payments whose refund is due and whose job must be lost: those that are paid, cannot be fulfilled, and that this account
 * may know, and those of admins' requests. Indexes payments_unsettled, refund_requests_due.
 */
export async function refundsDue(db: Kysely<DB>, account: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from payments
    where status = 'paid' and refund_reason is not null and paid_at < now() - interval '2 minutes'
      and (provider_account is null
        or case when ${account}::text is null then provider_account <> ${unknownAccount}
          else provider_account = ${account} end)
    limit 100)
    union all
    (select payment_id from refund_requests
    where state = 'asked' and created_at < now() - interval '2 minutes'
    order by created_at limit 100)`.execute(db);
  return ids(rows);
}

/** Whether anything is under way for which a lost event would be missed soon. */
export async function isAnythingOpen(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`
    select from payments where status in ('open', 'paid', 'failed') and kind <> 'renewal'
      and created_at > now() - interval '26 hours' limit 1`.execute(db);
  return rows.length > 0;
}

/** The provider's subscriptions and card pages of these accounts that are not over, `at` this moment. */
export async function openAtProvider(
  trx: Transaction<DB>,
  userIds: readonly string[],
): Promise<{ subscriptions: string[]; sessions: string[]; at: Date }> {
  const { now: at } = await trx.selectNoFrom(sql<Date>`now()`.as("now")).executeTakeFirstOrThrow();
  const subscriptions = await sql<{ id: string }>`
    select stripe_subscription_id as id from subscriptions
    where user_id = any(${userIds}::uuid[]) and status not in ('canceled', 'incomplete_expired')`.execute(
    trx,
  );
  const sessions = await sql<{ id: string }>`
    select stripe_session_id as id from payments
    where user_id = any(${userIds}::uuid[]) and status = 'open' and stripe_session_id is not null`.execute(
    trx,
  );
  return {
    subscriptions: ids(subscriptions.rows),
    sessions: ids(sessions.rows),
    at,
  };
}

/**
 * Accounts whose subscription is charged though they are suspended, or is not though they are not, and that were not
 * looked at for some minutes. Indexes users_suspended and subscriptions_paused, whose few rows are all that is read.
 */
export async function accountsToPause(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.user_id as id from users u join subscriptions s on s.user_id = u.id
    where u.suspended_at < now() - interval '2 minutes' and not s.collection_paused
      and s.status not in ('canceled', 'incomplete_expired') and s.synced_at < now() - interval '2 minutes'
    union
    select s.user_id as id from subscriptions s join users u on u.id = s.user_id
    where s.collection_paused and u.suspended_at is null
      and s.status not in ('canceled', 'incomplete_expired') and s.synced_at < now() - interval '2 minutes'
    limit ${limit}`.execute(db);
  return ids(rows);
}

/**
 * Subscriptions whose period is over and that were not checked for some minutes, and late ones, of which the provider
 * may never speak again, once an hour. Index subscriptions_period_end, whose few rows are all that is read.
 */
export async function staleSubscriptions(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select stripe_subscription_id as id from subscriptions
    where status in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete')
      and (current_period_end < now() and synced_at < now() - interval '5 minutes'
        or status = 'past_due' and synced_at < now() - interval '1 hour')
    order by synced_at limit ${limit}`.execute(db);
  return ids(rows);
}

/**
 * Subscriptions with a paid month whose charge is not written down, as none was before refunds were followed; each is
 * asked about once a day. Index payments_without_charge.
 */
export async function claimWithoutCharge(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payments set checked_at = now()
    where id in (
      select id from payments
      where stripe_invoice_id is not null and stripe_payment_intent is null and status in ('fulfilled', 'refunded')
        and coalesce(checked_at, created_at) < now() - interval '1 day'
      order by coalesce(checked_at, created_at) limit ${limit}
    )
    returning stripe_subscription_id as id`.execute(db);
  return [...new Set(ids(rows))];
}
