import type { Kysely } from "kysely";
import type { Actor } from "#domain/accounts/actor.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { queueSuspension } from "#server/money/billing/suspension.commands.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { lockUsers, writeSuspension } from "./admin-users.queries.ts";
import { nameOf } from "./admin-users.service.ts";
import { queueOwnerMails } from "./owner-mails.ts";

export interface SuspensionsService {
  /**
   * Hides everything of an account until `lift`: its cars, its dealer page, and what it would publish; its
   * subscription is not charged meanwhile. Mails the reason. Suspending again changes nothing, not even the
   * reason. Throws user_not_found, admin_protected.
   */
  suspend(admin: Actor, id: string, reason: string): Promise<void>;
  /** Reverts `suspend`; no-op for an account that is not suspended. Throws user_not_found. */
  lift(admin: Actor, id: string, reason: string | null): Promise<void>;
}

/** Suspending accounts (specification.md#suspension). Throws only AppErrors. */
export function createSuspensionsService(deps: {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
}): SuspensionsService {
  const { db, addJob } = deps;

  async function change(admin: Actor, id: string, suspend: boolean, reason: string | null): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const acting = await lockAdmin(trx, admin);
      // A publication also locks the account: it is public before this, or refused after it.
      const [user] = await lockUsers(trx, [id]);
      if (user === undefined) throw new AppError("user_not_found");
      if (user.isAdmin) throw new AppError("admin_protected");
      if ((user.suspendedAt !== null) === suspend) return;
      await writeSuspension(trx, id, suspend ? reason : null);
      await queueSuspension(trx, addJob, id);
      await writeAudit(trx, acting, [
        {
          action: suspend ? "user.suspend" : "user.unsuspend",
          kind: "user",
          targetId: id,
          label: nameOf(user),
          before: { suspended: !suspend },
          after: { suspended: suspend },
          reason,
        },
      ]);
      const what = suspend ? "accountSuspended" : "suspensionLifted";
      await queueOwnerMails(trx, addJob, acting, [{ ownerId: id, subject: { what } }], { reason });
    });
  }

  return {
    suspend: (admin, id, reason) => change(admin, id, true, reason),
    lift: (admin, id, reason) => change(admin, id, false, reason),
  };
}
