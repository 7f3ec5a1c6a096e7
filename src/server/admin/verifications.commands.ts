import { type Kysely, sql, type Transaction } from "kysely";
import type { AdminVerification } from "#contract/verifications.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { businessTask } from "#server/money/billing/tell-business.commands.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { hasDocument } from "#server/dealers/verifications.queries.ts";
import { dueAt } from "#server/dealers/verifications.commands.ts";
import { AppError } from "#server/http/app-error.ts";

function selectCases(db: Kysely<DB>) {
  return db
    .selectFrom("dealer_verifications as v")
    .innerJoin("users as u", "u.id", "v.user_id")
    .leftJoin("dealers as d", "d.user_id", "v.user_id")
    .leftJoin("users as a", "a.id", "v.decided_by")
    .select([
      "v.id",
      "v.user_id",
      "v.tax_number",
      "v.state",
      "v.asked_at",
      "v.decided_at",
      "v.reason",
      hasDocument,
      "u.first_name",
      "u.last_name",
      "u.email",
      "d.business_name",
      "d.business_address",
      "d.website",
      "a.email as admin_email",
    ]);
}
type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

/** Throws verification_not_found, as does `lockCase`. */
function findCase(db: Kysely<DB>, id: string): Promise<CaseRow> {
  return selectCases(db)
    .where("v.id", "=", id)
    .executeTakeFirstOrThrow(() => new AppError("verification_not_found"));
}

/** The case, held until the transaction ends, its account before it as everywhere. */
async function lockCase(trx: Transaction<DB>, id: string): Promise<CaseRow> {
  const { user_id } = await findCase(trx, id);
  await trx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
  await trx.selectFrom("dealer_verifications").select("id").where("id", "=", id).forUpdate().execute();
  return findCase(trx, id);
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

/**
 * Dealers' businesses to confirm (specification.md#verified-dealers). `waiting`: oldest first; `decided`: newest first.
 * Indexes dealer_verifications_waiting and _decided.
 */
export async function readVerifications(
  { db, now }: Context,
  state: "waiting" | "decided",
  page: Page,
): Promise<{ verifications: AdminVerification[]; total: number }> {
  const cases = selectCases(db)
    .where("v.state", state === "waiting" ? "=" : "<>", "waiting")
    .orderBy(state === "waiting" ? sql`v.asked_at` : sql`v.decided_at desc`)
    .orderBy("v.id");
  const { rows, total } = await readPage(db, cases, page);
  const at = now();
  return { verifications: rows.map((row) => present(row, at)), total };
}

/** The document's picture, a JPEG. Throws verification_not_found once it was deleted. */
export async function readDocument({ db }: Context, id: string): Promise<Buffer> {
  const row = await db
    .selectFrom("dealer_verifications")
    .select("document")
    .where("id", "=", id)
    .executeTakeFirst();
  const document = row?.document ?? null;
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
    const wanted = reason === null ? "confirmed" : "refused";
    if (row.state === wanted) return;
    if (row.state !== "waiting") throw new AppError("verification_decided");
    await trx
      .updateTable("dealer_verifications")
      .set({ state: wanted, decided_at: sql<Date>`now()`, decided_by: acting.id, reason })
      .where("id", "=", row.id)
      .execute();
    const business = trx.updateTable("dealers").where("user_id", "=", row.user_id);
    // The number that its invoices have from then on. Before it is confirmed: another number is another business
    // (dealers_forget_verification).
    if (reason === null && row.tax_number !== null)
      await business.set({ tax_number: row.tax_number }).execute();
    // It changes what its cars show.
    await business.set({ verified_at: reason === null ? sql<Date>`now()` : null }).execute();
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
  return present(await findCase(ctx.db, id), ctx.now());
}
