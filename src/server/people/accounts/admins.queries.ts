import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

type By = { readonly email: string } | { readonly id: string };

/**
 * Serialises changes of admins until the transaction ends, so that two of them cannot both leave. Taken before
 * any row lock.
 */
export async function lockAdmins(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`.execute(trx);
}

/** Admins except this one. Index users_admins. */
export async function countOtherAdmins(trx: Transaction<DB>, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("is_admin", "=", true)
    .where("id", "<>", userId)
    .executeTakeFirstOrThrow();
  return count;
}

function selectAdmin(db: Kysely<DB>, by: By) {
  const query = db
    .selectFrom("users")
    .select([
      "id",
      "first_name as firstName",
      "last_name as lastName",
      "email",
      "is_admin as isAdmin",
      "email_verified_at as emailVerifiedAt",
      "admin_by_config_at as adminByConfigAt",
    ]);
  return "email" in by ? query.where("email", "=", by.email) : query.where("id", "=", by.id);
}

/** An account's data for granting admin rights. */
export type AdminAccount = Awaited<ReturnType<ReturnType<typeof selectAdmin>["executeTakeFirstOrThrow"]>>;

/** Whether the account exists and is an admin. */
export async function isAdmin(db: Kysely<DB>, by: By): Promise<boolean> {
  return (await selectAdmin(db, by).executeTakeFirst())?.isAdmin === true;
}

export function lockAdminAccount(trx: Transaction<DB>, by: By): Promise<AdminAccount | undefined> {
  return selectAdmin(trx, by).forUpdate().executeTakeFirst();
}

/** Granting lifts a suspension: the table forbids suspended admins. */
export async function updateIsAdmin(trx: Transaction<DB>, userId: string, value: boolean): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      is_admin: value,
      version: sql`version + 1`,
      ...(value ? { suspended_at: null, suspended_reason: null } : {}),
    })
    .where("id", "=", userId)
    .execute();
}

/** Makes the account ADMIN_EMAIL's, with its password. */
export async function writeConfiguredAdmin(
  trx: Transaction<DB>,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ password_hash: passwordHash, admin_by_config_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
}
