import { type Kysely, sql, type Transaction } from "kysely";
import { accountMessages } from "#domain/messages/account.ts";
import { type ActingAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { endAllAccess, insertUser, lockAccountsToDelete } from "./accounts.queries.ts";
import { hashPassword } from "./passwords.ts";
import { countSessions, endOtherSessions } from "./sessions.queries.ts";
import { removeTotp } from "./totp.commands.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

type By = { readonly email: string } | { readonly id: string };

/**
 * Serialises changes of admins until the transaction ends, so that two of them cannot both leave. Taken before
 * any row lock.
 */
async function lockAdmins(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`.execute(trx);
}

/** Admins except this one. Index users_admins. */
async function countOtherAdmins(trx: Transaction<DB>, userId: string): Promise<number> {
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
type AdminAccount = Awaited<ReturnType<ReturnType<typeof selectAdmin>["executeTakeFirstOrThrow"]>>;

/** Whether the account exists and is an admin. */
async function isAdmin(db: Kysely<DB>, by: By): Promise<boolean> {
  return (await selectAdmin(db, by).executeTakeFirst())?.isAdmin === true;
}

function lockAdminAccount(trx: Transaction<DB>, by: By): Promise<AdminAccount | undefined> {
  return selectAdmin(trx, by).forUpdate().executeTakeFirst();
}

/** Granting lifts a suspension: the table forbids suspended admins. */
async function updateIsAdmin(trx: Transaction<DB>, userId: string, value: boolean): Promise<void> {
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

/** The audit log's admin for the operator, who has no account: the nil UUID. */
function operator(by: "ADMIN_EMAIL" | "npm run admin"): ActingAdmin {
  return { id: "00000000-0000-0000-0000-000000000000", email: by };
}

function audited({ id, firstName, lastName, email }: AdminAccount) {
  return { kind: "user", targetId: id, label: `${firstName} ${lastName} (${email})` } as const;
}

/** The result for ADMIN_EMAIL's account. */
export type EnsuredAdmin = "created" | "taken_over" | "granted" | "unchanged";

/**
 * Makes sure that this admin exists (ADMIN_EMAIL, ADMIN_PASSWORD; specification.md#admin). An existing admin is
 * unchanged, and so is the password of an account that was created here and lost its rights. Any other account
 * may belong to a stranger who registered the address first: its password, sessions, known devices and mailed
 * links become invalid, and it gets the given password. Once: later it counts as created here. Safe in
 * concurrent processes. Throws overloaded.
 */
export async function ensureAdmin(
  { db, log }: { db: Kysely<DB>; log: Logger },
  admin: { email: string; password: string },
): Promise<EnsuredAdmin> {
  const email = admin.email.trim().toLowerCase();
  if (await isAdmin(db, { email })) return "unchanged";
  const passwordHash = await hashPassword(admin.password);
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const created = await insertUser(trx, {
      ...accountMessages.firstAdmin,
      email,
      phone: null,
      passwordHash,
    });
    const account = await lockAdminAccount(trx, { email });
    if (account === undefined)
      throw new Error("the account of ADMIN_EMAIL was deleted a moment ago: start again");
    // Another process was faster.
    if (account.isAdmin) return "unchanged";
    const outcome =
      created !== null ? "created" : account.adminByConfigAt === null ? "taken_over" : "granted";
    const sessionsEnded = outcome === "taken_over" ? await countSessions(trx, account.id) : 0;
    await updateIsAdmin(trx, account.id, true);
    if (outcome !== "granted")
      await trx
        .updateTable("users")
        .set({ password_hash: passwordHash, admin_by_config_at: sql<Date>`now()` })
        .where("id", "=", account.id)
        .execute();
    if (outcome === "taken_over") {
      await endAllAccess(trx, account.id);
      // Whoever had the account may have made them.
      await trx.deleteFrom("dealer_keys").where("user_id", "=", account.id).execute();
      // A second factor that is a stranger's would keep the operator out.
      await removeTotp(trx, account.id);
    }
    await writeAudit(trx, operator("ADMIN_EMAIL"), [
      {
        action: "admin.grant",
        ...audited(account),
        before: { isAdmin: false },
        after: {
          isAdmin: true,
          ...(outcome === "taken_over" ? { passwordReplaced: true, sessionsEnded } : {}),
        },
      },
    ]);
    if (outcome === "taken_over") {
      log.warn("admin.taken_over", {
        account: account.id,
        sessionsEnded,
        note: "ADMIN_EMAIL names an account that was no admin: ADMIN_PASSWORD is its password now",
      });
    }
    return outcome;
  });
}

/** The result of `npm run admin -- grant`. */
export interface Granted {
  readonly changed: boolean;
  readonly sessionsEnded: number;
  /** The e-mail address is verified. */
  readonly proven: boolean;
}

/**
 * Makes the account of this e-mail an admin, on the operator's request. Its owner must sign in again, so that
 * no session opened by a stranger becomes an admin's. An existing admin is unchanged. Null if no account has
 * the e-mail.
 */
export function grantAdmin(db: Kysely<DB>, email: string): Promise<Granted | null> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const account = await lockAdminAccount(trx, { email });
    if (account === undefined) return null;
    const proven = account.emailVerifiedAt !== null;
    if (account.isAdmin) return { changed: false, sessionsEnded: 0, proven };
    const sessionsEnded = await countSessions(trx, account.id);
    await updateIsAdmin(trx, account.id, true);
    await endOtherSessions(trx, account.id, null);
    await writeAudit(trx, operator("npm run admin"), [
      {
        action: "admin.grant",
        ...audited(account),
        before: { isAdmin: false },
        after: { isAdmin: true, sessionsEnded },
      },
    ]);
    return { changed: true, sessionsEnded, proven };
  });
}

/**
 * Revokes the rights of the account of this e-mail, effective with its next call; its sessions stay. Also for
 * the last admin: an operator can grant another. Null if no account has the e-mail.
 */
export function revokeAdmin(
  db: Kysely<DB>,
  email: string,
): Promise<{ changed: boolean; adminsLeft: number } | null> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const account = await lockAdminAccount(trx, { email });
    if (account === undefined) return null;
    const adminsLeft = await countOtherAdmins(trx, account.id);
    if (!account.isAdmin) return { changed: false, adminsLeft };
    await updateIsAdmin(trx, account.id, false);
    await writeAudit(trx, operator("npm run admin"), [
      { action: "admin.revoke", ...audited(account), before: { isAdmin: true }, after: { isAdmin: false } },
    ]);
    return { changed: true, adminsLeft };
  });
}

/**
 * Removes the second factor of the account of this e-mail, for an owner without app and recovery codes: the
 * password alone signs in, and open sessions end. Null if no account has the e-mail.
 */
export function resetTotp(db: Kysely<DB>, email: string): Promise<{ changed: boolean } | null> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAdminAccount(trx, { email });
    if (account === undefined) return null;
    const changed = await removeTotp(trx, account.id);
    if (changed) {
      await endOtherSessions(trx, account.id, null);
      await writeAudit(trx, operator("npm run admin"), [
        { action: "admin.reset_totp", ...audited(account), before: { totp: true }, after: { totp: false } },
      ]);
    }
    return { changed };
  });
}

/**
 * Called before an account deletes itself, in its transaction: an admin's own deletion is written to the audit
 * log, and the last admin stays. Of two admins who leave concurrently one stays. Throws last_admin.
 */
export async function letAdminLeave(trx: Transaction<DB>, userId: string): Promise<void> {
  if (!(await isAdmin(trx, { id: userId }))) return;
  await lockAdmins(trx);
  await lockAccountsToDelete(trx, [userId]);
  const account = await lockAdminAccount(trx, { id: userId });
  // Deleted, or no longer an admin, since the check.
  if (account?.isAdmin !== true) return;
  if ((await countOtherAdmins(trx, userId)) === 0) throw new AppError("last_admin");
  await writeAudit(trx, account, [{ action: "user.delete", ...audited(account), before: { isAdmin: true } }]);
}
