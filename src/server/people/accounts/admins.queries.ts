import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

type By = { readonly email: string } | { readonly id: string };

/**
 * Serialises changes of admins until the transaction's end: so two of them cannot each leave the site to
 * the other. Before any row is locked.
 */
export async function lockAdmins(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`.execute(trx);
}

/** Admins but for this one. Index users_admins. */
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

/** An account as the making of admins needs it. */
export type AdminAccount = Awaited<ReturnType<ReturnType<typeof selectAdmin>["executeTakeFirstOrThrow"]>>;

/** Whether the account is there, and an admin. */
export async function isAdmin(db: Kysely<DB>, by: By): Promise<boolean> {
  return (await selectAdmin(db, by).executeTakeFirst())?.isAdmin === true;
}

export function lockAdminAccount(trx: Transaction<DB>, by: By): Promise<AdminAccount | undefined> {
  return selectAdmin(trx, by).forUpdate().executeTakeFirst();
}

/** Whoever is made an admin by the operator is suspended no longer: the table allows no suspended admins. */
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

/** The account is ADMIN_EMAIL's from now on, with its password. */
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
