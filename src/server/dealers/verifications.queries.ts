import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { retention } from "#domain/privacy/retention.ts";

const hasDocument = sql<boolean>`v.document is not null`.as("hasDocument");

/** An account's latest case, and whether its business is confirmed as it stands. Index dealer_verifications_user. */
export async function findVerification(db: Kysely<DB>, userId: string) {
  const dealer = await db
    .selectFrom("dealers")
    .select("verified_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const latest = await db
    .selectFrom("dealer_verifications as v")
    .select(["v.state", "v.tax_number", "v.asked_at", "v.decided_at", "v.reason", hasDocument])
    .where("v.user_id", "=", userId)
    .orderBy("v.asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    isBusiness: dealer !== undefined,
    verifiedAt: dealer?.verified_at ?? null,
    latest: latest ?? null,
  };
}

/**
 * Opens the account's case, or adds to the one that waits, which gets another id: an admin decides about what was read, not
 * about a proof that was exchanged since. Index dealer_verifications_open.
 */
export async function askVerification(
  db: Kysely<DB>,
  userId: string,
  proof: { readonly taxNumber?: string; readonly document?: Uint8Array },
): Promise<void> {
  const document = proof.document === undefined ? null : Buffer.from(proof.document);
  await sql`
    insert into dealer_verifications (id, user_id, tax_number, document)
    values (${uuidv7()}, ${userId}, ${proof.taxNumber ?? null}, ${document})
    on conflict (user_id) where state = 'waiting' do update
    set id = excluded.id, tax_number = coalesce(excluded.tax_number, dealer_verifications.tax_number),
      document = coalesce(excluded.document, dealer_verifications.document)`.execute(db);
}

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
export type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

/** `waiting`: oldest first; `decided`: newest first; with their number. Indexes dealer_verifications_waiting and _decided. */
export async function listCases(
  db: Kysely<DB>,
  state: "waiting" | "decided",
  page: Page,
): Promise<{ rows: CaseRow[]; total: number }> {
  const comparison = state === "waiting" ? "=" : "<>";
  return readPage(
    db,
    selectCases(db)
      .where("v.state", comparison, "waiting")
      .orderBy(state === "waiting" ? sql`v.asked_at` : sql`v.decided_at desc`)
      .orderBy("v.id"),
    page,
  );
}

export async function findCase(db: Kysely<DB>, id: string): Promise<CaseRow | null> {
  return (await selectCases(db).where("v.id", "=", id).executeTakeFirst()) ?? null;
}

/** The case, held until the transaction ends, its account before it as everywhere. Null for none. */
export async function lockCase(trx: Transaction<DB>, id: string): Promise<CaseRow | null> {
  const found = await trx
    .selectFrom("dealer_verifications")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) return null;
  await trx.selectFrom("users").select("id").where("id", "=", found.user_id).forNoKeyUpdate().execute();
  await trx.selectFrom("dealer_verifications").select("id").where("id", "=", id).forUpdate().execute();
  return findCase(trx, id);
}

/** The document's picture; null for none, or none any more. */
export async function findDocument(db: Kysely<DB>, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom("dealer_verifications")
    .select("document")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.document ?? null;
}

/**
 * Decides a case in an admin's name. `reason`: null confirms the business, which changes what its cars show, and its tax
 * number, which its invoices have from then on.
 */
export async function decideCase(
  trx: Transaction<DB>,
  row: Pick<CaseRow, "id" | "user_id" | "tax_number">,
  by: string,
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable("dealer_verifications")
    .set({
      state: reason === null ? "confirmed" : "refused",
      decided_at: sql<Date>`now()`,
      decided_by: by,
      reason,
    })
    .where("id", "=", row.id)
    .execute();
  // Before it is confirmed: another number is another business (dealers_forget_verification).
  if (reason === null && row.tax_number !== null)
    await trx
      .updateTable("dealers")
      .set({ tax_number: row.tax_number })
      .where("user_id", "=", row.user_id)
      .execute();
  await trx
    .updateTable("dealers")
    .set({ verified_at: reason === null ? sql<Date>`now()` : null })
    .where("user_id", "=", row.user_id)
    .execute();
}

/** Documents have no use once their case is decided. Index dealer_verifications_documents. */
export async function sweepDocuments(db: Kysely<DB>): Promise<void> {
  await sql`
    update dealer_verifications set document = null
    where document is not null and decided_at < now() - make_interval(days => ${retention.documentDays})`.execute(
    db,
  );
}
