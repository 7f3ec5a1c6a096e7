import type { Kysely } from "kysely";
import type { AdminVerification } from "#contract/verifications.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { businessTask } from "#server/money/billing/tell-business.commands.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import {
  type CaseRow,
  decideCase,
  findCase,
  findDocument,
  listCases,
  lockCase,
} from "#server/dealers/verifications.queries.ts";
import { dueAt } from "#server/dealers/verifications.commands.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { queueOwnerMails } from "./owner-mails.ts";

export interface AdminVerificationsService {
  /** `waiting`: oldest first; `decided`: newest first. */
  list(
    state: "waiting" | "decided",
    page: Page,
  ): Promise<{ verifications: AdminVerification[]; total: number }>;
  /** The document's picture, a JPEG. Throws verification_not_found after its deletion. */
  document(id: string): Promise<Buffer>;
  /**
   * Confirms the business (`reason` null), or refuses it; the dealer gets a mail. Repeating it changes nothing.
   * Throws verification_not_found, verification_decided for another decision.
   */
  decide(admin: Actor, id: string, reason: string | null): Promise<AdminVerification>;
}

function present(row: CaseRow, now: Date): AdminVerification {
  const due = dueAt(row.asked_at);
  return {
    id: row.id,
    user: { _id: row.user_id, firstName: row.first_name, lastName: row.last_name, email: row.email },
    businessName: row.business_name,
    businessAddress: row.business_address,
    website: row.website,
    taxNumber: row.tax_number,
    hasDocument: row.hasDocument,
    state: row.state,
    askedAt: row.asked_at.toISOString(),
    dueAt: due.toISOString(),
    overdue: row.state === "waiting" && due < now,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.admin_email,
    reason: row.reason,
  };
}

/** Confirming dealers' businesses (specification.md#verified-dealers). */
export function createAdminVerificationsService(deps: {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly now: () => Date;
}): AdminVerificationsService {
  const { db, addJob, now } = deps;
  return {
    list: async (state, page) => {
      const { rows, total } = await listCases(db, state, page);
      const at = now();
      return { verifications: rows.map((row) => present(row, at)), total };
    },

    document: async (id) => {
      const document = await findDocument(db, id);
      if (document === null) throw new AppError("verification_not_found");
      return document;
    },

    decide: async (admin, id, reason) => {
      await db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        const row = await lockCase(trx, id);
        if (row === null) throw new AppError("verification_not_found");
        const wanted = reason === null ? "confirmed" : "refused";
        if (row.state === wanted) return;
        if (row.state !== "waiting") throw new AppError("verification_decided");
        await decideCase(trx, row, acting.id, reason);
        await writeAudit(trx, acting, [
          {
            action: reason === null ? "dealer.confirm" : "dealer.refuse",
            kind: "user",
            targetId: row.user_id,
            label: row.business_name ?? row.email,
            before: { state: row.state },
            after: { state: wanted, taxNumber: row.tax_number },
            reason,
          },
        ]);
        if (reason === null) await addJob(businessTask, { userId: row.user_id }, { trx, maxAttempts: 15 });
        const what = reason === null ? "dealerVerified" : "dealerRefused";
        await queueOwnerMails(trx, addJob, acting, [{ ownerId: row.user_id, subject: { what } }], { reason });
      });
      const decided = await findCase(db, id);
      if (decided === null) throw new AppError("verification_not_found");
      return present(decided, now());
    },
  };
}
