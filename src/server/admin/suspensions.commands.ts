import { sql } from "kysely";
import type { Actor } from "#domain/accounts/actor.ts";
import type { Context } from "#server/context.ts";
import { queueSuspension } from "#server/money/billing/suspension.commands.ts";
import { lockChangeableUser, nameOf } from "./admin-users.commands.ts";
import { adminWrite } from "./admin-write.ts";
import { settleHiddenPhones } from "./hidden-phones.queries.ts";

function setSuspended(
  ctx: Context,
  admin: Actor,
  id: string,
  suspended: boolean,
  reason: string | null,
): Promise<void> {
  return adminWrite(ctx, admin, { reason }, async ({ trx, addJob, audit, mail }) => {
    // A publication under way holds the account too: it is public before this, or refused after it.
    const user = await lockChangeableUser(trx, id);
    if ((user.suspendedAt !== null) === suspended) return;
    await trx
      .updateTable("users")
      .set({
        suspended_at: suspended ? sql<Date>`now()` : null,
        suspended_reason: suspended ? reason : null,
        version: sql`version + 1`,
      })
      .where("id", "=", id)
      .execute();
    await settleHiddenPhones(trx, ctx, { ownerId: id });
    await queueSuspension(trx, addJob, id);
    await audit({
      action: suspended ? "user.suspend" : "user.unsuspend",
      kind: "user",
      targetId: id,
      label: nameOf(user),
      before: { suspended: !suspended },
      after: { suspended },
    });
    await mail({ ownerId: id, subject: { what: suspended ? "accountSuspended" : "suspensionLifted" } });
  });
}

/**
 * Takes all that an account shows from the public until `liftSuspension` (specification.md#suspension): its cars, its
 * dealer page, and what it would publish; its subscription is not charged meanwhile. The person is told why. No-op for a
 * suspended account, the reason stays. Throws user_not_found, admin_protected.
 */
export function suspendUser(ctx: Context, admin: Actor, id: string, reason: string): Promise<void> {
  return setSuspended(ctx, admin, id, true, reason);
}

/** Gives the public back what `suspendUser` took; no-op for an account that is not suspended. Throws user_not_found. */
export function liftSuspension(ctx: Context, admin: Actor, id: string, reason: string | null): Promise<void> {
  return setSuspended(ctx, admin, id, false, reason);
}
