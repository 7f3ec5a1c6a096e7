import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { moveCar } from "#domain/cars/car-states.ts";
import { paidForListing } from "#domain/payments/fulfilment.ts";
import type { Entitlement } from "#domain/payments/entitlements.ts";
import { type LockedCar, lockCar } from "#server/market/cars/cars.queries.ts";
import { lockAccount } from "#server/market/cars/sellers.queries.ts";
import { updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { closeGap, settleDealer } from "./subscriptions.queries.ts";
import { addSponsorship, takeSocialPost, takeSponsorship, writeDisputed } from "./entitlements.queries.ts";
import { loadPaidCars, type PaidCar, writePaidCarSuspended } from "./payment-cars.queries.ts";
import { boughtParts, patchPayment, type PaymentRow } from "./ledger.queries.ts";

/**
 * Suspends, resumes and revokes what a payment has bought; `fulfil` grants it. Each call is for a locked payment; its row
 * says what was taken (`suspended_at`, `ended_at`), so that nothing is taken or given back twice.
 */

function hasListing(payment: PaymentRow): boolean {
  return paidForListing(boughtParts(payment));
}

/** The entitlements that a payment bought; some may be over. */
export function entitlementsOf(payment: PaymentRow): Entitlement[] {
  if (payment.kind === "subscription" || payment.kind === "renewal") return ["subscription"];
  const { sponsorship_days: days, social_promotion: social } = payment;
  return [...(hasListing(payment) ? ["listing" as const] : []), ...extrasTaken(days > 0, social)];
}

async function lockedCar(trx: Transaction<DB>, payment: PaymentRow): Promise<LockedCar | null> {
  return payment.car_id === null ? null : lockCar(trx, payment.car_id);
}

/** Locks those of a payment's cars that are there, in the order of locks. */
export async function lockPaidCars(
  trx: Transaction<DB>,
  cars: readonly PaidCar[],
): Promise<{ car: LockedCar; paid: PaidCar }[]> {
  const locked: { car: LockedCar; paid: PaidCar }[] = [];
  for (const paid of cars.toSorted((a, b) => ((a.carId ?? "") < (b.carId ?? "") ? -1 : 1))) {
    const car = paid.carId === null ? null : await lockCar(trx, paid.carId);
    if (car !== null) locked.push({ car, paid });
  }
  return locked;
}

interface Taken {
  readonly taken: Entitlement[];
  readonly seconds: number;
}

/** Removes what a payment bought for several cars from each; answers whether any sponsorship was still to run. */
async function takeFromSeveral(
  trx: Transaction<DB>,
  payment: PaymentRow,
  cars: readonly PaidCar[],
  isForGood: boolean,
): Promise<Entitlement[]> {
  let seconds = 0;
  for (const { car, paid } of await lockPaidCars(trx, cars)) {
    const left =
      payment.suspended_at === null ? await takeSponsorship(trx, payment, car.id) : paid.suspendedSeconds;
    seconds = Math.max(seconds, left);
    await writePaidCarSuspended(trx, payment.id, paid.position, isForGood ? 0 : left);
  }
  return extrasTaken(seconds > 0, false);
}

/** Removes a payment's extras from its car; suspended ones are removed already. */
async function takeExtras(trx: Transaction<DB>, payment: PaymentRow, carId: string): Promise<Taken> {
  if (payment.suspended_at !== null) {
    const post = await trx
      .selectFrom("social_posts")
      .select("id")
      .where("payment_id", "=", payment.id)
      .executeTakeFirst();
    const wasQueued = payment.social_promotion && post === undefined;
    const seconds = payment.suspended_seconds;
    return { taken: extrasTaken(seconds > 0, wasQueued), seconds };
  }
  const seconds = payment.sponsorship_days > 0 ? await takeSponsorship(trx, payment, carId) : 0;
  const queued = payment.social_promotion && (await takeSocialPost(trx, payment, carId));
  return { taken: extrasTaken(seconds > 0, queued), seconds };
}

function extrasTaken(sponsorship: boolean, social: boolean): Entitlement[] {
  return [...(sponsorship ? ["sponsorship" as const] : []), ...(social ? ["social" as const] : [])];
}

async function archiveUnpaid(trx: Transaction<DB>, car: LockedCar): Promise<void> {
  const transition = moveCar({ state: car.state, archivedFrom: car.archived_from }, "archive");
  if (transition.kind === "moved") await updateCarStatus(trx, car.id, transition.to);
  // Restoring the car costs its fee again, and no import brings it back.
  await trx
    .updateTable("cars")
    .set({ fee_refunded_at: sql<Date>`now()`, disputed_at: null, archived_by_import: false })
    .where("id", "=", car.id)
    .execute();
}

/**
 * Revokes what a payment bought: its sponsorship, its post in the queue, the listing (archived; restored for its
 * fee), the dealer's benefits of `isCurrentMonth`; months paid by bank or cash that follow begin at once. Answers what
 * there was to end. The subscription itself is ended at the provider by the caller. Once: a payment that was ended answers
 * nothing.
 */
export async function revokeEntitlements(
  trx: Transaction<DB>,
  payment: PaymentRow,
  isCurrentMonth: boolean,
): Promise<Entitlement[]> {
  if (payment.fulfilled_at === null || payment.ended_at !== null) return [];
  if (payment.months !== null) return endManualMonths(trx, payment);
  if (payment.kind === "subscription" || payment.kind === "renewal") {
    if (!isCurrentMonth) return markEnded(trx, payment, [], false);
    await markEnded(trx, payment, [], true);
    if (payment.user_id !== null) {
      await lockAccount(trx, payment.user_id);
      await closeGap(trx, payment.user_id);
      await settleDealer(trx, payment.user_id);
    }
    return ["subscription"];
  }
  const several = await loadPaidCars(trx, payment.id);
  if (several.length > 0)
    return markEnded(trx, payment, await takeFromSeveral(trx, payment, several, true), false);
  const car = await lockedCar(trx, payment);
  if (car === null) return markEnded(trx, payment, [], false);
  const { taken } = await takeExtras(trx, payment, car.id);
  const withListing = hasListing(payment);
  if (withListing) await archiveUnpaid(trx, car);
  return markEnded(trx, payment, withListing ? ["listing", ...taken] : taken, false);
}

/** Ends a payment's months. Those that follow begin earlier by as much: they were bought to run without a gap. */
async function endManualMonths(trx: Transaction<DB>, payment: PaymentRow): Promise<Entitlement[]> {
  // Months that are entered at this moment begin after those that run, before or after this.
  if (payment.user_id !== null) await lockAccount(trx, payment.user_id);
  const { rows } = await sql`
    with ended as (
      update dealer_months set ended_at = now()
      where payment_id = ${payment.id} and ended_at is null and ends_at > now()
      returning user_id, ends_at, ends_at - greatest(starts_at, now()) as left_over
    ), followed as (
      update dealer_months m set starts_at = m.starts_at - e.left_over, ends_at = m.ends_at - e.left_over
      from ended e where m.user_id = e.user_id and m.ended_at is null and m.starts_at >= e.ends_at
    )
    select from ended`.execute(trx);
  const ended = rows.length > 0;
  if (ended && payment.user_id !== null) await settleDealer(trx, payment.user_id);
  return markEnded(trx, payment, ended ? ["subscription"] : [], false);
}

/** `stays` suspended: a subscription's benefits end before the provider has ended it. */
async function markEnded(
  trx: Transaction<DB>,
  payment: PaymentRow,
  taken: Entitlement[],
  stays: boolean,
): Promise<Entitlement[]> {
  await patchPayment(trx, payment.id, {
    ended_at: sql<Date>`now()`,
    suspended_at: stays ? sql<Date>`coalesce(suspended_at, now())` : null,
    suspended_seconds: 0,
  });
  return taken;
}

/** Suspends what a payment bought while it is in dispute: out of public view, not promoted, no dealer's benefits. */
export async function suspendEntitlements(trx: Transaction<DB>, payment: PaymentRow): Promise<void> {
  const isMonth = payment.kind === "subscription" || payment.kind === "renewal";
  await takeFromSeveral(trx, payment, await loadPaidCars(trx, payment.id), false);
  const car = isMonth ? null : await lockedCar(trx, payment);
  const seconds = car === null ? 0 : (await takeExtras(trx, payment, car.id)).seconds;
  if (car !== null && hasListing(payment)) await writeDisputed(trx, car.id, true);
  await patchPayment(trx, payment.id, { suspended_at: sql<Date>`now()`, suspended_seconds: seconds });
  if (isMonth && payment.user_id !== null) await settleDealer(trx, payment.user_id);
}

/** Gives back what was suspended: the listing is public, the sponsorship runs for as long as it had left. */
export async function resumeEntitlements(trx: Transaction<DB>, payment: PaymentRow): Promise<void> {
  await patchPayment(trx, payment.id, { suspended_at: null, suspended_seconds: 0 });
  if (payment.kind === "subscription" || payment.kind === "renewal") {
    if (payment.user_id !== null) await settleDealer(trx, payment.user_id);
    return;
  }
  for (const { car, paid } of await lockPaidCars(trx, await loadPaidCars(trx, payment.id))) {
    const { position, suspendedSeconds: seconds } = paid;
    if (seconds > 0) await addSponsorship(trx, car.id, { days: payment.sponsorship_days, seconds });
    await writePaidCarSuspended(trx, payment.id, position, 0);
  }
  const car = await lockedCar(trx, payment);
  if (car === null) return;
  const { suspended_seconds: seconds, sponsorship_days: days } = payment;
  if (seconds > 0) await addSponsorship(trx, car.id, { days, seconds });
  if (payment.social_promotion) {
    // A post that is out, or was bought meanwhile, stays.
    await sql`
      insert into social_posts (id, car_id, payment_id, due_at)
      values (${uuidv7()}, ${car.id}, ${payment.id}, now() + interval '24 hours')
      on conflict do nothing`.execute(trx);
    await trx.updateTable("cars").set({ social_promotion: true }).where("id", "=", car.id).execute();
  }
  if (hasListing(payment)) await writeDisputed(trx, car.id, false);
}
