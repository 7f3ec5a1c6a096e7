import type { AdminVerification } from "#contract/verifications.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { businessTask } from "#server/money/billing/tell-business.commands.ts";
import type { Page } from "#server/platform/db/page.ts";
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

/** Dealers' businesses to confirm (specification.md#verified-dealers). `waiting`: oldest first; `decided`: newest first. */
export async function readVerifications(
  { db, now }: Context,
  state: "waiting" | "decided",
  page: Page,
): Promise<{ verifications: AdminVerification[]; total: number }> {
  const { rows, total } = await listCases(db, state, page);
  const at = now();
  return { verifications: rows.map((row) => present(row, at)), total };
}

/** The document's picture, a JPEG. Throws verification_not_found once it was deleted. */
export async function readDocument({ db }: Context, id: string): Promise<Buffer> {
  const document = await findDocument(db, id);
  if (document === null) throw new AppError("verification_not_found");
  return document;
}

/**
 * Confirms the business (`reason` null), or refuses it; the dealer is told by mail. Once more the same changes
 * nothing. Throws verification_not_found, verification_decided where it was decided otherwise.
 */
export async function decideVerification(
  ctx: Context,
  admin: Actor,
  id: string,
  reason: string | null,
): Promise<AdminVerification> {
  await adminWrite(ctx, admin, { reason }, async ({ trx, acting, addJob, audit, mail }) => {
    const row = await lockCase(trx, id);
    if (row === null) throw new AppError("verification_not_found");
    const wanted = reason === null ? "confirmed" : "refused";
    if (row.state === wanted) return;
    if (row.state !== "waiting") throw new AppError("verification_decided");
    await decideCase(trx, row, acting.id, reason);
    await audit({
      action: reason === null ? "dealer.confirm" : "dealer.refuse",
      kind: "user",
      targetId: row.user_id,
      label: row.business_name ?? row.email,
      before: { state: row.state },
      after: { state: wanted, taxNumber: row.tax_number },
    });
    if (reason === null) await addJob(businessTask, { userId: row.user_id }, { trx, maxAttempts: 15 });
    await mail({
      ownerId: row.user_id,
      subject: { what: reason === null ? "dealerVerified" : "dealerRefused" },
    });
  });
  const decided = await findCase(ctx.db, id);
  if (decided === null) throw new AppError("verification_not_found");
  return present(decided, ctx.now());
}
