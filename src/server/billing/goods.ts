import { type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { moveCar } from "#domain/cars/car-states.ts";
import { paidForListing } from "#domain/payments/fulfilment.ts";
import type { Good } from "#domain/payments/goods.ts";
import { type LockedCar, lockCar } from "#server/cars/cars.queries.ts";
import { updateCarStatus } from "#server/cars/write-cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { settleDealer } from "./subscriptions.queries.ts";
import type { PaymentRow } from "./ledger.ts";

/**
 * What a payment bought, taken away for a while or for good, and given back. Each call is for a locked payment; its row
 * remembers what was taken (`suspended_at`, `ended_at`), so that nothing is taken or given back twice.
 */

function hasListing(payment: PaymentRow): boolean {
  const { sponsorship_days: sponsorshipDays, social_promotion: socialPromotion } = payment;
  return paidForListing(payment.amount_cents, { sponsorshipDays, socialPromotion });
}

/**
 * Takes a payment's days off its car's sponsorship; answers how many seconds of it were still to run. What other
 * payments bought goes on as if these days had never been there, and so does what was there before any payment.
 */
async function takeSponsorship(trx: Transaction<DB>, payment: PaymentRow, carId: string): Promise<number> {
  const { rows } = await sql<{ at: Date; days: number }>`
    select fulfilled_at as at, sponsorship_days as days from payments
    where car_id = ${carId} and sponsorship_days > 0 and fulfilled_at is not null and id <> ${payment.id}
      and ended_at is null and suspended_at is null
    order by fulfilled_at, id`.execute(trx);
  let others = 0;
  for (const { at, days } of rows) others = Math.max(others, at.getTime()) + days * dayMs;
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

const dayMs = 86_400_000;

async function giveSponsorship(trx: Transaction<DB>, payment: PaymentRow, carId: string): Promise<void> {
  await sql`
    update cars set sponsored_until = greatest(now(), coalesce(sponsored_until, now()))
        + ${payment.suspended_seconds} * interval '1 second',
      sponsorship_days = case when sponsored_until > now() then sponsorship_days else 0 end
        + ${payment.sponsorship_days}
    where id = ${carId}`.execute(trx);
}

/** Out of the admins' queue, unless it is posted already; answers whether it was there. */
async function takeSocialPost(trx: Transaction<DB>, payment: PaymentRow, carId: string): Promise<boolean> {
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

/** Back in the queue, with a day to post it; one that was posted before stays, and so does one bought meanwhile. */
async function giveSocialPost(trx: Transaction<DB>, payment: PaymentRow, carId: string): Promise<void> {
  await trx
    .insertInto("social_posts")
    .values({
      id: uuidv7(),
      car_id: carId,
      payment_id: payment.id,
      due_at: sql<Date>`now() + interval '24 hours'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx.updateTable("cars").set({ social_promotion: true }).where("id", "=", carId).execute();
}

async function lockedCar(trx: Transaction<DB>, payment: PaymentRow): Promise<LockedCar | null> {
  return payment.car_id === null ? null : lockCar(trx, payment.car_id);
}

interface Taken {
  readonly goods: Good[];
  readonly seconds: number;
}

/** The extras of a payment, off its car; what was suspended before is off it already. */
async function takeExtras(trx: Transaction<DB>, payment: PaymentRow, carId: string): Promise<Taken> {
  if (payment.suspended_at !== null) {
    const post = trx.selectFrom("social_posts").select("id").where("payment_id", "=", payment.id);
    const wasQueued = payment.social_promotion && (await post.executeTakeFirst()) === undefined;
    const seconds = payment.suspended_seconds;
    return { goods: extrasTaken(seconds > 0, wasQueued), seconds };
  }
  const seconds = payment.sponsorship_days > 0 ? await takeSponsorship(trx, payment, carId) : 0;
  const queued = payment.social_promotion && (await takeSocialPost(trx, payment, carId));
  return { goods: extrasTaken(seconds > 0, queued), seconds };
}

function extrasTaken(sponsorship: boolean, social: boolean): Good[] {
  return [...(sponsorship ? ["sponsorship" as const] : []), ...(social ? ["social" as const] : [])];
}

async function archiveUnpaid(trx: Transaction<DB>, car: LockedCar): Promise<void> {
  const transition = moveCar({ state: car.state, archivedFrom: car.archived_from }, "archive");
  if (transition.kind === "moved") await updateCarStatus(trx, car.id, transition.to);
  await trx
    .updateTable("cars")
    .set({ fee_refunded_at: sql<Date>`now()`, disputed_at: null })
    .where("id", "=", car.id)
    .execute();
}

/**
 * Ends for good what a payment bought: its sponsorship, its post in the queue, the listing (archived; restored for its
 * fee), the dealer's benefits of `isCurrentMonth`. Answers what there was to end. The subscription itself is ended at the
 * provider by the caller. Once: a payment that was ended answers nothing.
 */
export async function endWhatItBought(
  trx: Transaction<DB>,
  payment: PaymentRow,
  isCurrentMonth: boolean,
): Promise<Good[]> {
  if (payment.fulfilled_at === null || payment.ended_at !== null) return [];
  if (payment.kind === "subscription" || payment.kind === "renewal") {
    if (!isCurrentMonth) return markEnded(trx, payment, [], false);
    await markEnded(trx, payment, [], true);
    if (payment.user_id !== null) await settleDealer(trx, payment.user_id);
    return ["subscription"];
  }
  const car = await lockedCar(trx, payment);
  if (car === null) return markEnded(trx, payment, [], false);
  const { goods } = await takeExtras(trx, payment, car.id);
  const withListing = hasListing(payment);
  if (withListing) await archiveUnpaid(trx, car);
  return markEnded(trx, payment, withListing ? ["listing", ...goods] : goods, false);
}

/** `stays` suspended: a subscription's benefits end at this moment, before the provider has ended it. */
async function markEnded(
  trx: Transaction<DB>,
  payment: PaymentRow,
  goods: Good[],
  stays: boolean,
): Promise<Good[]> {
  await trx
    .updateTable("payments")
    .set({
      ended_at: sql<Date>`now()`,
      suspended_at: stays ? sql<Date>`coalesce(suspended_at, now())` : null,
      suspended_seconds: 0,
    })
    .where("id", "=", payment.id)
    .execute();
  return goods;
}

/** Suspends what a payment bought while it is in dispute: out of public view, not promoted, no dealer's benefits. */
export async function suspendWhatItBought(trx: Transaction<DB>, payment: PaymentRow): Promise<void> {
  const isMonth = payment.kind === "subscription" || payment.kind === "renewal";
  const car = isMonth ? null : await lockedCar(trx, payment);
  const seconds = car === null ? 0 : (await takeExtras(trx, payment, car.id)).seconds;
  if (car !== null && hasListing(payment))
    await trx
      .updateTable("cars")
      .set({ disputed_at: sql<Date>`now()` })
      .where("id", "=", car.id)
      .execute();
  await trx
    .updateTable("payments")
    .set({ suspended_at: sql<Date>`now()`, suspended_seconds: seconds })
    .where("id", "=", payment.id)
    .execute();
  if (isMonth && payment.user_id !== null) await settleDealer(trx, payment.user_id);
}

/** Gives back what was suspended: the listing is public, the sponsorship runs for as long as it had left. */
export async function resumeWhatItBought(trx: Transaction<DB>, payment: PaymentRow): Promise<void> {
  await trx
    .updateTable("payments")
    .set({ suspended_at: null, suspended_seconds: 0 })
    .where("id", "=", payment.id)
    .execute();
  if (payment.kind === "subscription" || payment.kind === "renewal") {
    if (payment.user_id !== null) await settleDealer(trx, payment.user_id);
    return;
  }
  const car = await lockedCar(trx, payment);
  if (car === null) return;
  if (payment.suspended_seconds > 0) await giveSponsorship(trx, payment, car.id);
  if (payment.social_promotion) await giveSocialPost(trx, payment, car.id);
  if (hasListing(payment))
    await trx.updateTable("cars").set({ disputed_at: null }).where("id", "=", car.id).execute();
}
