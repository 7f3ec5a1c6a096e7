import type { Kysely, Transaction } from "kysely";
import { accountMessages } from "#domain/messages/account.ts";
import type { SellerStatus } from "#domain/payments/fees.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { isDealerNow } from "./cars.queries.ts";

function selectStatus(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users as u")
    .select((eb) => [
      isDealerNow.as("isDealer"),
      eb
        .exists(eb.selectFrom("free_cars as f").select("f.user_id").whereRef("f.user_id", "=", "u.id"))
        .as("freeCarUsed"),
      eb
        .or([
          eb("u.dealer_until", "is not", null),
          eb.exists(eb.selectFrom("subscriptions as s").select("s.id").whereRef("s.user_id", "=", "u.id")),
        ])
        .as("wasDealer"),
    ])
    .where("u.id", "=", userId);
}

function toStatus(row: { [Key in keyof SellerStatus]: unknown }): SellerStatus {
  return {
    isDealer: row.isDealer === true,
    freeCarUsed: row.freeCarUsed === true,
    wasDealer: row.wasDealer === true,
  };
}

/** What the fee of a person's next car depends on. Throws not_signed_in for a deleted account. */
export async function loadSellerStatus(db: Kysely<DB>, userId: string): Promise<SellerStatus> {
  const row = await selectStatus(db, userId).executeTakeFirst();
  if (row === undefined) throw new AppError("not_signed_in");
  return toStatus(row);
}

/**
 * Locks an account's row until the transaction ends, so that its limits and its free car hold for concurrent
 * calls. Throws not_signed_in for a deleted account.
 */
export async function lockAccount(trx: Transaction<DB>, userId: string): Promise<void> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not_signed_in");
}

async function suspendedReason(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("suspended_reason")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.suspended_reason ?? null;
}

/**
 * Suspended accounts publish nothing. Throws account_suspended with the admin's reason. With the account locked
 * before (`lockAccount`) it holds until the transaction ends.
 */
export async function requireNotSuspended(db: Kysely<DB>, userId: string): Promise<void> {
  const reason = await suspendedReason(db, userId);
  if (reason === null) return;
  throw new AppError("account_suspended", {
    message: accountMessages.suspendedBecause(reason),
    details: { reason },
  });
}

/** Whether an admin has suspended the account; false for a deleted one. */
export async function isSuspended(db: Kysely<DB>, userId: string): Promise<boolean> {
  return (await suspendedReason(db, userId)) !== null;
}

/** `loadSellerStatus` with the account locked. */
export async function lockSellerStatus(trx: Transaction<DB>, userId: string): Promise<SellerStatus> {
  // Locked by a separate statement: only the next one sees what the other transaction wrote.
  await lockAccount(trx, userId);
  return loadSellerStatus(trx, userId);
}
