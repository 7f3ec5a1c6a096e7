import type { AdminCoupon, adminCouponEndpoints, CouponForm } from "#contract/admin-coupons.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { couponMessages } from "#domain/messages/coupons.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Routes } from "#server/http/route.ts";
import { endCoupon, findAccountByEmail, insertCoupon, loadCoupons } from "./admin-coupons.queries.ts";
import { pagination } from "./queues.routes.ts";

function refuse(field: string, message: string): AppError {
  return new AppError("validation_failed", { message, fields: { [field]: message } });
}

function make(ctx: Context, admin: Actor, form: CouponForm): Promise<AdminCoupon> {
  return adminWrite(ctx, admin, {}, async ({ trx, acting, audit }) => {
    const { forEmail = "" } = form;
    const userId = forEmail === "" ? null : await findAccountByEmail(trx, forEmail);
    if (forEmail !== "" && userId === null) throw refuse("forEmail", couponMessages.emailUnknown);
    const coupon = await insertCoupon(trx, form, { userId, adminId: acting.id });
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

function end(ctx: Context, admin: Actor, id: string): Promise<undefined> {
  return adminWrite(ctx, admin, {}, async ({ trx, audit }) => {
    const code = await endCoupon(trx, id);
    if (code === null) throw new AppError("coupon_not_found");
    await audit({ action: "coupon.end", kind: "coupon", targetId: id, label: code });
    return undefined;
  });
}

/** The contract's adminCouponEndpoints. */
export function adminCouponRoutes(ctx: Context): Routes<keyof typeof adminCouponEndpoints> {
  return {
    "GET /api/admin/coupons": async ({ c, query }) => {
      const { coupons, total } = await loadCoupons(ctx.db, query);
      return { coupons, pagination: pagination(c, query, total) };
    },
    "POST /api/admin/coupons": ({ actor, body }) => make(ctx, actor, body),
    "DELETE /api/admin/coupons/{id}": ({ actor, params }) => end(ctx, actor, params.id),
  };
}
