import { type Kysely, sql, type Transaction } from "kysely";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Users to be changed, locked by id until the transaction ends. */
export async function lockUsers(trx: Transaction<DB>, ids: readonly string[]) {
  return trx
    .selectFrom("users as u")
    .select([
      "u.id",
      "u.first_name as firstName",
      "u.last_name as lastName",
      "u.email",
      "u.phone",
      "u.is_admin as isAdmin",
      "u.is_dealer_by_hand as isDealerByHand",
      "u.version",
      "u.created_at as createdAt",
      "u.suspended_at as suspendedAt",
      "u.suspended_reason as suspendedReason",
      isDealerNow.as("isDealer"),
    ])
    .where("u.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("u.id")
    .forNoKeyUpdate("u")
    .execute();
}
export type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number];

/** The number of cars of each, in any state. */
export async function countCarsOf(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ owner: string; count: number }>`
    select owner_id as owner, count(*) as count from cars
    where owner_id = any(${ids}::uuid[]) group by owner_id`.execute(trx);
  return new Map(rows.map(({ owner, count }) => [owner, count]));
}

/** The photos that they have uploaded. */
export async function findPhotosOf(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("photos")
    .select("id")
    .where("owner_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Writes an account's fields and increments the version. Fails on the unique index of e-mail addresses. */
export async function updateUser(
  trx: Transaction<DB>,
  user: Pick<LockedUser, "id" | "version">,
  fields: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly phone: string | null;
    readonly isAdmin: boolean;
    readonly isDealerByHand: boolean;
  },
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      first_name: fields.firstName,
      last_name: fields.lastName,
      email: fields.email,
      phone: fields.phone,
      is_admin: fields.isAdmin,
      is_dealer_by_hand: fields.isDealerByHand,
      version: user.version + 1,
    })
    .where("id", "=", user.id)
    .execute();
}

/** Suspends an account for this reason, or lifts it (null); increments the version. */
export async function writeSuspension(
  trx: Transaction<DB>,
  userId: string,
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      suspended_at: reason === null ? null : sql<Date>`now()`,
      suspended_reason: reason,
      version: sql`version + 1`,
    })
    .where("id", "=", userId)
    .execute();
}

/** An account's address; null if it is deleted. */
export async function findEmail(db: Kysely<DB>, id: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirst();
  return row?.email ?? null;
}
