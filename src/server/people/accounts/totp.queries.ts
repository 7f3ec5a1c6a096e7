import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** Starts the set-up, replacing an unfinished one; false if the second factor is already on. */
export async function insertTotp(db: Kysely<DB>, userId: string, secret: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into totp (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
    where totp.confirmed_at is null`.execute(db);
  return numAffectedRows === 1n;
}

export interface StoredTotp {
  secret: Buffer;
  confirmed: boolean;
}

export async function findTotp(db: Kysely<DB>, userId: string): Promise<StoredTotp | null> {
  const { rows } = await sql<StoredTotp>`
    select secret, confirmed_at is not null as confirmed from totp where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Claims a code's time step; false if it, or a later one, was claimed: of two concurrent calls one succeeds. */
export async function takeStep(db: Kysely<DB>, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("totp")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False if it is already on, or deleted. */
export async function confirmTotp(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("totp")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  trx: Transaction<DB>,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ hash, user_id: userId })))
    .execute();
}

/** Uses a recovery code; false if it is unknown or used. Of two concurrent calls one succeeds. */
export async function useRecoveryCode(db: Kysely<DB>, userId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: sql<Date>`now()` })
    .where("hash", "=", hash)
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Kysely<DB>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the second factor with its recovery codes; false if none was confirmed. */
export async function removeTotp(trx: Transaction<DB>, userId: string): Promise<boolean> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const gone = await trx.deleteFrom("totp").where("user_id", "=", userId).returning("confirmed_at").execute();
  return gone.some(({ confirmed_at }) => confirmed_at !== null);
}
