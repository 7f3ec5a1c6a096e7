import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DB } from "#server/platform/db/tables.ts";
import { retention } from "#domain/privacy/retention.ts";

/** Of the case joined as `v`. */
export const hasDocument = sql<boolean>`v.document is not null`.as("hasDocument");

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

/** Documents have no use once their case is decided. Index dealer_verifications_documents. */
export async function sweepDocuments(db: Kysely<DB>): Promise<void> {
  await sql`
    update dealer_verifications set document = null
    where document is not null and decided_at < now() - make_interval(days => ${retention.documentDays})`.execute(
    db,
  );
}
