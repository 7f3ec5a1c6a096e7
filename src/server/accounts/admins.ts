import { type Kysely, sql, type Transaction } from "kysely";
import { accountMessages } from "#domain/messages/account.ts";
import { type ActingAdmin, writeAudit } from "#server/admin/audit.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { endAllAccess, insertUser } from "./accounts.queries.ts";
import { hashPassword } from "./passwords.ts";
import { endOtherSessions } from "./sessions.queries.ts";
import { removeTotp } from "./totp.queries.ts";

/** The audit log's admin where it was the operator, who has no account: the nil UUID is nobody's. */
function operator(by: "ADMIN_EMAIL" | "npm run admin"): ActingAdmin {
  return { id: "00000000-0000-0000-0000-000000000000", email: by };
}

/** Any fixed number, so that this lock meets no others. */
const lockKey = 7_204_815_014;

/**
 * Whoever makes or unmakes admins takes turns, until the transaction's end: so two of them cannot each leave the site to
 * the other. Before any row is held.
 */
async function takeTurn(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
}

/** Admins but for this one. Index users_admins. */
async function countOtherAdmins(trx: Transaction<DB>, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("is_admin", "=", true)
    .where("id", "<>", userId)
    .executeTakeFirstOrThrow();
  return count;
}

function lockAccount(trx: Transaction<DB>, by: { email: string } | { id: string }) {
  const query = trx
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
  return ("email" in by ? query.where("email", "=", by.email) : query.where("id", "=", by.id))
    .forUpdate()
    .executeTakeFirst();
}
type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

function audited({ id, firstName, lastName, email }: Account) {
  return { kind: "user", targetId: id, label: `${firstName} ${lastName} (${email})` } as const;
}

async function countSessions(trx: Transaction<DB>, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("sessions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

async function setAdmin(trx: Transaction<DB>, userId: string, isAdmin: boolean): Promise<void> {
  await trx
    .updateTable("users")
    .set({ is_admin: isAdmin, version: sql`version + 1` })
    .where("id", "=", userId)
    .execute();
}

/** What became of the account that ADMIN_EMAIL names. */
export type EnsuredAdmin = "created" | "taken_over" | "granted" | "unchanged";

/**
 * Makes sure that this admin exists (ADMIN_EMAIL, ADMIN_PASSWORD; specification.md#admin). An admin stays as it is, with
 * its own password, and so does the password of an account that came from here and has lost the right meanwhile. Any
 * other account may be somebody else's who was faster to register the address: what opens it (password, sessions with
 * their tokens, known devices, mailed links) is void from here on, and it gets the password given. Once: after that it
 * is one that came from here. Any number of processes at once do it once. Throws overloaded.
 */
export async function ensureAdmin(
  { db, log }: { db: Kysely<DB>; log: Logger },
  admin: { email: string; password: string },
): Promise<EnsuredAdmin> {
  const email = admin.email.trim().toLowerCase();
  const present = await db
    .selectFrom("users")
    .select("is_admin")
    .where("email", "=", email)
    .executeTakeFirst();
  if (present?.is_admin === true) return "unchanged";
  const passwordHash = await hashPassword(admin.password);
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    const created = await insertUser(trx, {
      ...accountMessages.firstAdmin,
      email,
      phone: null,
      passwordHash,
    });
    const account = await lockAccount(trx, { email });
    if (account === undefined)
      throw new Error("the account of ADMIN_EMAIL was deleted a moment ago: start again");
    // Another process was faster.
    if (account.isAdmin) return "unchanged";
    const outcome =
      created !== null ? "created" : account.adminByConfigAt === null ? "taken_over" : "granted";
    const sessionsEnded = outcome === "taken_over" ? await countSessions(trx, account.id) : 0;
    await setAdmin(trx, account.id, true);
    if (outcome !== "granted") {
      await trx
        .updateTable("users")
        .set({ password_hash: passwordHash, admin_by_config_at: sql<Date>`now()` })
        .where("id", "=", account.id)
        .execute();
    }
    if (outcome === "taken_over") {
      await endAllAccess(trx, account.id);
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

/** What `npm run admin -- grant` did, for its last line. */
export interface Granted {
  readonly changed: boolean;
  readonly sessionsEnded: number;
  /** A mailed link came back from the address. */
  readonly proven: boolean;
}

/**
 * Makes the account of this e-mail an admin, on the operator's word: whoever is signed in to it has to sign in again, so
 * that no session opened by a stranger becomes an admin's. An admin stays as it is. Null where nobody has the e-mail.
 */
export function grantAdmin(db: Kysely<DB>, email: string): Promise<Granted | null> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    const account = await lockAccount(trx, { email });
    if (account === undefined) return null;
    const proven = account.emailVerifiedAt !== null;
    if (account.isAdmin) return { changed: false, sessionsEnded: 0, proven };
    const sessionsEnded = await countSessions(trx, account.id);
    await setAdmin(trx, account.id, true);
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
 * Takes the right from the account of this e-mail: gone with its next call, its sessions stay. The last admin's too: an
 * operator must be able to, and can make another. Null where nobody has the e-mail.
 */
export function revokeAdmin(
  db: Kysely<DB>,
  email: string,
): Promise<{ changed: boolean; adminsLeft: number } | null> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    const account = await lockAccount(trx, { email });
    if (account === undefined) return null;
    const adminsLeft = await countOtherAdmins(trx, account.id);
    if (!account.isAdmin) return { changed: false, adminsLeft };
    await setAdmin(trx, account.id, false);
    await writeAudit(trx, operator("npm run admin"), [
      { action: "admin.revoke", ...audited(account), before: { isAdmin: true }, after: { isAdmin: false } },
    ]);
    return { changed: true, adminsLeft };
  });
}

/**
 * Takes the second factor from the account of this e-mail, for somebody who has lost app and recovery codes: the password
 * alone signs in again. Null where nobody has the e-mail.
 */
export function resetTotp(db: Kysely<DB>, email: string): Promise<{ changed: boolean } | null> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, { email });
    if (account === undefined) return null;
    const changed = await removeTotp(trx, account.id);
    if (changed) {
      await writeAudit(trx, operator("npm run admin"), [
        { action: "admin.reset_totp", ...audited(account), before: { totp: true }, after: { totp: false } },
      ]);
    }
    return { changed };
  });
}

/**
 * Before an account deletes itself, in its transaction: an admin's own deletion stands in the audit log, and the last
 * admin stays. Of two admins who leave at once one stays. Throws last_admin.
 */
export async function letAdminLeave(trx: Transaction<DB>, userId: string): Promise<void> {
  const present = await trx
    .selectFrom("users")
    .select("is_admin")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (present?.is_admin !== true) return;
  await takeTurn(trx);
  const account = await lockAccount(trx, { id: userId });
  // Deleted, or no admin any more, since it was looked at.
  if (account?.isAdmin !== true) return;
  if ((await countOtherAdmins(trx, userId)) === 0) throw new AppError("last_admin");
  await writeAudit(trx, account, [{ action: "user.delete", ...audited(account), before: { isAdmin: true } }]);
}
