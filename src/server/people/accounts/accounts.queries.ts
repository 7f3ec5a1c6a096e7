import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { endOtherSessions } from "./sessions.queries.ts";

/** An account for `presentUser`. Without the password hash, which only password checks read. */
export interface UserRow {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerifiedAt: Date | null;
  phone: string | null;
  isAdmin: boolean;
  /** A dealer now, by hand or by subscription. */
  isDealer: boolean;
  stripeCustomerId: string | null;
  /** Ever had a dealer subscription. */
  hasSubscription: boolean;
  subscriptionActive: boolean;
  subscriptionEnds: Date | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  createdAt: Date;
}

/**
 * Columns of a UserRow, from `users u`. The displayed end is the end of the period, or the real one: the dealer
 * status lasts longer while a renewal or a late payment is pending.
 */
export const userColumns = sql`
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
  u.email_verified_at as "emailVerifiedAt", u.phone, u.is_admin as "isAdmin",
  u.suspended_at as "suspendedAt", u.suspended_reason as "suspendedReason",
  ${isDealerNow} as "isDealer", u.stripe_customer_id as "stripeCustomerId", u.created_at as "createdAt",
  u.dealer_until is not null as "hasSubscription",
  coalesce(u.dealer_until > now(), false) as "subscriptionActive",
  coalesce(
    (select case when p.ended_at is null then p.current_period_end else least(p.ended_at, p.dealer_until) end
      from subscriptions p
      where p.user_id = u.id and u.dealer_until is not null order by p.created_at desc limit 1),
    case when isfinite(u.dealer_until) then u.dealer_until end) as "subscriptionEnds"`;

export async function findUser(db: Kysely<DB>, id: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users u where u.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** An owner's cars by state. */
export async function countCars(db: Kysely<DB>, ownerId: string): Promise<{ active: number; sold: number }> {
  const { rows } = await sql<{ active: number; sold: number }>`
    select count(*) filter (where state = 'active') as active, count(*) filter (where state = 'sold') as sold
    from cars where owner_id = ${ownerId} and state in ('active', 'sold')`.execute(db);
  return rows[0] ?? { active: 0, sold: 0 };
}

export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  passwordHash: string;
}

/** The new account's id, or null if the e-mail is taken. */
export async function insertUser(db: Kysely<DB>, user: NewUser): Promise<string | null> {
  const row = await db
    .insertInto("users")
    .values({
      id: uuidv7(),
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      phone: user.phone,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface StoredLogin {
  id: string;
  passwordHash: string;
}

export async function findLogin(
  db: Kysely<DB>,
  by: { email: string } | { id: string },
): Promise<StoredLogin | null> {
  const query = db.selectFrom("users").select(["id", "password_hash as passwordHash"]);
  const row = await (
    "email" in by ? query.where("email", "=", by.email) : query.where("id", "=", by.id)
  ).executeTakeFirst();
  return row ?? null;
}

interface ProfileChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | null | undefined;
  passwordHash?: string | undefined;
}

/** False if the account is deleted. */
export async function updateUser(db: Kysely<DB>, id: string, change: ProfileChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({
      ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
      ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
      ...(change.phone === undefined ? {} : { phone: change.phone }),
      ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
      version: sql`version + 1`,
    })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks accounts to delete, and their payments before them, each by id: code that fulfils a payment locks it
 * before the account (platform/README.md, "Locks"). Waits for payments in fulfilment.
 */
export async function lockAccountsToDelete(trx: Transaction<DB>, userIds: readonly string[]): Promise<void> {
  await sql`
    select from payments where user_id = any(${userIds}::uuid[]) order by id for no key update`.execute(trx);
  await sql`select from users where id = any(${userIds}::uuid[]) order by id for update`.execute(trx);
}

/** All cars of these people, locked by id until the transaction ends. Index cars_owner. */
export async function lockCarsOf(trx: Transaction<DB>, userIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes accounts with their sessions, cars and dealer pages; account-removal/remove-accounts.ts does what
 * must come first. Photos lose their owner and are swept once unused; payments stay, without the person.
 */
export async function deleteUsers(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await lockAccountsToDelete(trx, ids);
  const these = sql<string>`any(${ids}::uuid[])`;
  // A form of an open checkout has name, phone, and photos that will not be shown.
  await trx
    .updateTable("payments")
    .set({ car_data: null, dealer_data: null })
    .where("user_id", "=", these)
    .execute();
  await trx
    .deleteFrom("payment_photos")
    .using("payments")
    .whereRef("payments.id", "=", "payment_photos.payment_id")
    .where("payments.user_id", "=", these)
    .execute();
  // Their reports stay in the queue; the answer's address is deleted.
  await trx.updateTable("reports").set({ email: null }).where("reporter_id", "=", these).execute();
  await trx.deleteFrom("users").where("id", "=", these).execute();
}

/** Links for a new password that were mailed become invalid. */
export async function voidResets(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("password_resets").where("user_id", "=", userId).where("used_at", "is", null).execute();
}

/** After a change of password its former devices are unknown. */
export async function forgetDevices(db: Kysely<DB>, userId: string, keep: Buffer | null): Promise<void> {
  let statement = db.deleteFrom("known_devices").where("user_id", "=", userId);
  if (keep !== null) statement = statement.where("hash", "!=", keep);
  await statement.execute();
}

/**
 * Ends every way in for a person: sessions with their tokens, links for a new password, known devices. The password is
 * the caller's to change. Keys belong to programs and go on (decision 0051).
 */
export async function endAllAccess(trx: Transaction<DB>, userId: string): Promise<void> {
  await endOtherSessions(trx, userId, null);
  await voidResets(trx, userId);
  await forgetDevices(trx, userId, null);
}

/** The address of an account, and how many keys of programs it has. Index dealer_keys_user. */
export async function findKeyOwner(
  db: Kysely<DB>,
  userId: string,
): Promise<{ email: string; keys: number } | undefined> {
  return db
    .selectFrom("users")
    .select([
      "email",
      sql<number>`(select count(*)::int from dealer_keys where user_id = users.id)`.as("keys"),
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
}
