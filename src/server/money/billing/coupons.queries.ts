import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { CouponsTable } from "#server/platform/db/billing-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

type Handle = Kysely<DB> | Transaction<DB>;

export type CouponRow = Selectable<CouponsTable>;

/** A coupon by its code, whether it has run out, and whether this account has used it for something that is paid. */
export async function findCoupon(
  db: Handle,
  code: string,
  userId: string,
): Promise<(CouponRow & { isOver: boolean; isUsed: boolean }) | null> {
  const { rows } = await sql<CouponRow & { isOver: boolean; isUsed: boolean }>`
    select c.*, (c.disabled_at is not null or coalesce(c.valid_until <= now(), false)) as "isOver",
      exists (
        select from coupon_uses u join payments p on p.id = u.payment_id
        where u.coupon_id = c.id and u.user_id = ${userId} and u.returned_at is null and p.status not in ('open', 'failed')
      ) as "isUsed"
    from coupons c where c.code = ${code}`.execute(db);
  return rows[0] ?? null;
}

/** An account's checkouts with a coupon that were begun and not paid. Index coupon_uses_once. */
export function unpaidWithCoupon(db: Handle, couponId: string, userId: string) {
  return db
    .selectFrom("coupon_uses as u")
    .innerJoin("payments as p", "p.id", "u.payment_id")
    .selectAll("p")
    .where("u.coupon_id", "=", couponId)
    .where("u.user_id", "=", userId)
    .where("u.returned_at", "is", null)
    .where("p.status", "in", ["open", "failed"]);
}

/**
 * Takes a use of a coupon; false where it has none any more. Of two at once the second waits here for the first, and then
 * finds what is left.
 */
export async function takeUse(trx: Transaction<DB>, couponId: string): Promise<boolean> {
  const { rows } = await sql`
    update coupons set uses = uses + 1
    where id = ${couponId} and disabled_at is null and (valid_until is null or valid_until > now())
      and (max_uses is null or uses < max_uses)
    returning id`.execute(trx);
  return rows.length > 0;
}

/**
 * The use of a paid payment that was given back because its page had been given up, with whether it can be taken again:
 * the coupon has one left, and the account has not used it since. Null where none was given back. Locks the coupon.
 */
export async function findGivenUse(
  trx: Transaction<DB>,
  paymentId: string,
): Promise<{ couponId: string; isLeft: boolean } | null> {
  // Locked by a statement of its own: what others wrote meanwhile is seen by the next one only.
  await sql`
    select from coupons c join coupon_uses u on u.coupon_id = c.id
    where u.payment_id = ${paymentId} and u.returned_at is not null
    for update of c`.execute(trx);
  const { rows } = await sql<{ couponId: string; isLeft: boolean }>`
    select c.id as "couponId", (c.max_uses is null or c.uses < c.max_uses) and not exists (
        select from coupon_uses other
        where other.coupon_id = c.id and other.user_id = u.user_id and other.returned_at is null
      ) as "isLeft"
    from coupon_uses u join coupons c on c.id = u.coupon_id
    where u.payment_id = ${paymentId} and u.returned_at is not null`.execute(trx);
  return rows[0] ?? null;
}

/** Notes a use; false where the account has one. */
export async function insertUse(
  trx: Transaction<DB>,
  use: { couponId: string; userId: string; paymentId: string; discount: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("coupon_uses")
    .values({
      payment_id: use.paymentId,
      coupon_id: use.couponId,
      user_id: use.userId,
      discount_cents: use.discount,
    })
    .onConflict((conflict) =>
      conflict.columns(["coupon_id", "user_id"]).where("returned_at", "is", null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The coupon that a payment was made with, and what it took off, cents; null for none. */
export async function couponOf(
  db: Handle,
  paymentId: string,
): Promise<{ code: string; discount: number } | null> {
  const row = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("coupons as c", "c.id", "u.coupon_id")
    .select(["c.code", "u.discount_cents as discount"])
    .where("u.payment_id", "=", paymentId)
    .executeTakeFirst();
  return row ?? null;
}
