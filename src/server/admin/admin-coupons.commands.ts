import type { AdminCoupon, CouponForm } from "#contract/admin-coupons.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { couponMessages } from "#domain/messages/coupons.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { centsToDollars, dollarsToCents } from "#domain/payments/fees.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";

function select(db: Kysely<DB>) {
  return db
    .selectFrom("coupons as c")
    .leftJoin("users as u", "u.id", "c.user_id")
    .selectAll("c")
    .select("u.email")
    .select(
      // It ends at the start of the next day.
      sql<
        string | null
      >`((c.valid_until - interval '1 second') at time zone 'Europe/Belgrade')::date::text`.as("last_day"),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

function present(row: Row): AdminCoupon {
  return {
    id: row.id,
    code: row.code,
    percent: row.percent,
    amount: row.amount_cents === null ? null : centsToDollars(row.amount_cents),
    target: row.target,
    forEmail: row.audience === "everybody" ? null : (row.email ?? ""),
    validUntil: row.last_day,
    maxUses: row.max_uses,
    uses: row.uses,
    note: row.note,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** A page of coupons, newest first. Index coupons_newest. */
export async function loadCoupons(
  db: Kysely<DB>,
  page: Page,
): Promise<{ coupons: AdminCoupon[]; total: number }> {
  const { rows, total } = await readPage(
    db,
    select(db).orderBy("c.created_at", "desc").orderBy("c.id", "desc"),
    page,
  );
  return { coupons: rows.map(present), total };
}

/** Inserts a coupon; null if its code is taken. */
async function insertCoupon(
  trx: Transaction<DB>,
  form: CouponForm,
  { userId, adminId }: { userId: string | null; adminId: string },
): Promise<AdminCoupon | null> {
  const id = uuidv7();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("coupons")
    .values({
      id,
      code: form.code,
      percent: form.percent ?? null,
      amount_cents: form.amount === undefined ? null : dollarsToCents(form.amount),
      target: form.target,
      audience: userId === null ? "everybody" : "account",
      user_id: userId,
      valid_until: sql<Date>`(${form.validUntil ?? null}::date + 1)::timestamp at time zone 'Europe/Belgrade'`,
      max_uses: form.maxUses ?? null,
      note: form.note,
      created_by: adminId,
    })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return null;
  return present(await select(trx).where("c.id", "=", id).executeTakeFirstOrThrow());
}

function refuse(field: string, message: string): AppError {
  return new AppError("validation_failed", { message, fields: { [field]: message } });
}

/** Throws validation_failed for an unknown account, and for a code that is taken. */
export function createCoupon(ctx: Context, admin: Actor, form: CouponForm): Promise<AdminCoupon> {
  return adminWrite(ctx, admin, {}, async ({ trx, acting, audit }) => {
    const { forEmail = "" } = form;
    const account =
      forEmail === ""
        ? null
        : await trx
            .selectFrom("users")
            .select("id")
            .where("email", "=", forEmail.toLowerCase())
            .executeTakeFirstOrThrow(() => refuse("forEmail", couponMessages.emailUnknown));
    const coupon = await insertCoupon(trx, form, { userId: account?.id ?? null, adminId: acting.id });
    if (coupon === null) throw refuse("code", couponMessages.codeTaken);
    const { code, percent, amount, target, maxUses, validUntil } = coupon;
    await audit({
      action: "coupon.create",
      kind: "coupon",
      targetId: coupon.id,
      label: code,
      after: { percent, amount, target, forEmail: coupon.forEmail, maxUses, validUntil },
    });
    return coupon;
  });
}

/** Throws coupon_not_found. */
export function endCoupon(ctx: Context, admin: Actor, id: string, reason: string | undefined): Promise<void> {
  return adminWrite(ctx, admin, { reason }, async ({ trx, audit }) => {
    const { code } = await trx
      .updateTable("coupons")
      .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
      .where("id", "=", id)
      .returning("code")
      .executeTakeFirstOrThrow(() => new AppError("coupon_not_found"));
    await audit({ action: "coupon.end", kind: "coupon", targetId: id, label: code });
  });
}
