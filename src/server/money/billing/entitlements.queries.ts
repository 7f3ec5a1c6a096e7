import { type Kysely, sql, type Transaction } from "kysely";
import type { Extras } from "#domain/payments/fees.ts";
import { insertSocialPost } from "#server/market/cars/social-posts.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { PaymentRow } from "./ledger.queries.ts";

/** What payments buy, on the car's row and in the admins' queue of posts. The car is locked by the caller. */

/** Adds bought extras to a car; bought days begin when those still running end. */
export async function grantExtras(trx: Transaction<DB>, carId: string, extras: Extras): Promise<void> {
  const { sponsorshipDays: days, socialPromotion } = extras;
  if (days > 0) await addSponsorship(trx, carId, { days, seconds: days * 86_400 });
  if (socialPromotion)
    await trx.updateTable("cars").set({ social_promotion: true }).where("id", "=", carId).execute();
}

/** `seconds`: how long it runs; `days`: as how many bought days it counts. */
export async function addSponsorship(
  trx: Transaction<DB>,
  carId: string,
  { days, seconds }: { days: number; seconds: number },
): Promise<void> {
  await sql`
    update cars set sponsored_until = greatest(now(), coalesce(sponsored_until, now())) + ${seconds} * interval '1 second',
      sponsorship_days = case when sponsored_until > now() then sponsorship_days else 0 end + ${days}
    where id = ${carId}`.execute(trx);
}

/**
 * Takes a payment's days off its car's sponsorship; answers how many seconds of it were still to run. What other
 * payments bought goes on as if these days had never been there, and so does what was there before any payment.
 */
export async function takeSponsorship(
  trx: Transaction<DB>,
  payment: PaymentRow,
  carId: string,
): Promise<number> {
  const { rows } = await sql<{ at: Date; days: number }>`
    select fulfilled_at as at, sponsorship_days as days from payments
    where id in (select id from payments where car_id = ${carId}
        union all select payment_id from payment_cars where car_id = ${carId})
      and sponsorship_days > 0 and fulfilled_at is not null and id <> ${payment.id}
      and ended_at is null and suspended_at is null
    order by fulfilled_at, id`.execute(trx);
  let others = 0;
  for (const { at, days } of rows) others = Math.max(others, at.getTime()) + days * 86_400_000;
  const taken = await sql<{ seconds: number }>`
    with before as (
      select id, sponsored_until as until, sponsored_until - ${payment.sponsorship_days} * interval '1 day' as less
      from cars where id = ${carId} and sponsored_until > now()
    ), after as (
      select id, until, least(until, greatest(less, to_timestamp(${others / 1000}))) as rest from before
    )
    update cars c set sponsored_until = a.rest,
      sponsorship_days = greatest(0, c.sponsorship_days - ${payment.sponsorship_days})
    from after a where c.id = a.id
    returning extract(epoch from a.until - greatest(now(), a.rest))::float8 as seconds`.execute(trx);
  return taken.rows[0]?.seconds ?? 0;
}

/** Whether the car waits for a social post that is paid. Index social_posts_waiting, which allows one a car. */
export async function awaitsSocialPost(db: Kysely<DB>, carId: string): Promise<boolean> {
  const { rows } = await sql`select from social_posts where car_id = ${carId} and posted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Puts what a payment bought of social promotion into the admins' queue. */
export async function queueSocialPost(
  trx: Transaction<DB>,
  payment: PaymentRow,
  carId: string,
): Promise<void> {
  if (payment.social_promotion) await insertSocialPost(trx, carId, payment.id);
}

/** Out of the admins' queue, unless it is posted already; answers whether it was there. */
export async function takeSocialPost(
  trx: Transaction<DB>,
  payment: PaymentRow,
  carId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("social_posts")
    .where("payment_id", "=", payment.id)
    .where("posted_at", "is", null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await sql`
    update cars set social_promotion = exists (select from social_posts where car_id = ${carId})
    where id = ${carId}`.execute(trx);
  return true;
}

/** Whether a listing's payment is in dispute. */
export async function writeDisputed(trx: Transaction<DB>, carId: string, isDisputed: boolean): Promise<void> {
  await trx
    .updateTable("cars")
    .set({ disputed_at: isDisputed ? sql<Date>`now()` : null })
    .where("id", "=", carId)
    .execute();
}
