import { type Kysely, sql, type Transaction } from "kysely";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The unverified address of an existing account; null otherwise. */
export async function findUnproven(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Those of the accounts that are unverified and never got a link, locked until the transaction ends. */
export async function findNeverAsked(trx: Transaction<DB>, userIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", sql<string>`any(${userIds}::uuid[])`)
    .where("email_verified_at", "is", null)
    .where("verification_sent_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function noteVerificationSent(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ verification_sent_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
}

/**
 * A new link for an unverified account; returns the address that it verifies, null for none. The account is
 * locked: a change of the address either comes first, or invalidates the link.
 */
export async function insertVerification(
  trx: Transaction<DB>,
  userId: string,
  tokenHash: Buffer,
): Promise<string | null> {
  const row = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) return null;
  await trx
    .insertInto("email_verifications")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(sessionRules.verificationDays)})`,
    })
    .execute();
  return row.email;
}

/**
 * Uses a link and returns its account, locked until the transaction ends; null if it is invalid. Of two
 * concurrent calls one succeeds. Locks the account before the link, as a change of the address does.
 */
export async function useVerification(trx: Transaction<DB>, tokenHash: Buffer): Promise<string | null> {
  const holder = await trx
    .selectFrom("users as u")
    .innerJoin("email_verifications as v", "v.user_id", "u.id")
    .select("u.id")
    .where("v.token_hash", "=", tokenHash)
    .forUpdate("u")
    .executeTakeFirst();
  if (holder === undefined) return null;
  const used = await trx
    .updateTable("email_verifications")
    .set({ used_at: sql<Date>`now()` })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("user_id")
    .executeTakeFirst();
  return used?.user_id ?? null;
}

/** False if the address was already verified. */
export async function markEmailVerified(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set({ email_verified_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A new address is unverified, and links mailed to the previous one become invalid. */
export async function forgetVerification(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ email_verified_at: null, verification_sent_at: null, admin_by_config_at: null })
    .where("id", "=", userId)
    .execute();
  await trx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
}
