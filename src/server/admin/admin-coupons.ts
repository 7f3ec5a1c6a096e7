import type { Kysely } from "kysely";
import type { AdminCoupon, adminCouponEndpoints, CouponForm } from "#contract/admin-coupons.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { couponMessages } from "#domain/messages/coupons.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Routes } from "#server/http/route.ts";
import { endCoupon, findAccountByEmail, insertCoupon, loadCoupons } from "./admin-coupons.queries.ts";
import { pagination } from "./desk.routes.ts";

function refuse(field: string, message: string): AppError {
  return new AppError("validation_failed", { message, fields: { [field]: message } });
}

async function make(db: Kysely<DB>, admin: Actor, form: CouponForm): Promise<AdminCoupon> {
  return db.transaction().execute(async (trx) => {
    const acting = await lockAdmin(trx, admin);
    const { forEmail = "" } = form;
    const userId = forEmail === "" ? null : await findAccountByEmail(trx, forEmail);
    if (forEmail !== "" && userId === null) throw refuse("forEmail", couponMessages.emailUnknown);
    const coupon = await insertCoupon(trx, form, { userId, adminId: acting.id });
    if (coupon === null) throw refuse("code", couponMessages.codeTaken);
    const { code, percent, amount, target, maxUses, validUntil } = coupon;
    await writeAudit(trx, acting, [
      {
        action: "coupon.create",
        kind: "coupon",
        targetId: coupon.id,
        label: code,
        after: { percent, amount, target, forEmail: coupon.forEmail, maxUses, validUntil },
      },
    ]);
    return coupon;
  });
}

async function end(db: Kysely<DB>, admin: Actor, id: string): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    const acting = await lockAdmin(trx, admin);
    const code = await endCoupon(trx, id);
    if (code === null) throw new AppError("coupon_not_found");
    await writeAudit(trx, acting, [{ action: "coupon.end", kind: "coupon", targetId: id, label: code }]);
  });
}

/** The contract's adminCouponEndpoints. */
export function adminCouponRoutes({
  db,
}: {
  readonly db: Kysely<DB>;
}): Routes<keyof typeof adminCouponEndpoints> {
  return {
    "GET /api/admin/coupons": async ({ c, query }) => {
      const { coupons, total } = await loadCoupons(db, query);
      return { coupons, pagination: pagination(c, query, total) };
    },
    "POST /api/admin/coupons": ({ actor, body }) => make(db, actor, body),
    "DELETE /api/admin/coupons/{id}": ({ actor, params }) => end(db, actor, params.id),
  };
}
