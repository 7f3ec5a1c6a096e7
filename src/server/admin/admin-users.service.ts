import type { Kysely, Transaction } from "kysely";
import type { AdminUser, BulkDeleted, UpdateUser } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { removeAccounts } from "#server/people/account-removal/remove-accounts.ts";
import { lockAccountsToDelete, voidResets } from "#server/people/accounts/accounts.queries.ts";
import { forgetVerification } from "#server/people/accounts/email-verification.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError, type ErrorCode } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { loadAdminUsers } from "./admin-rows.queries.ts";
import { countCarsOf, findPhotosOf, type LockedUser, lockUsers, updateUser } from "./admin-users.queries.ts";
import { changes, lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { type Removal, removeInBatches } from "./bulk.ts";
import { queueOwnerMails } from "./owner-mails.ts";
import { queuePhotoRemoval } from "./remove-photos.ts";

export interface AdminUsersDeps {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly log: Logger;
}

export interface AdminUsersService {
  /** Throws user_not_found. */
  get(id: string): Promise<AdminUser>;
  /**
   * Changes a user's fields; equal values are no change. `version`: only if it is current. Throws
   * user_not_found, admin_protected, version_mismatch, email_taken, subscription_runs, conflict (a suspended
   * account cannot become an admin).
   */
  update(admin: Actor, id: string, change: UpdateUser, version: number | null): Promise<AdminUser>;
  /** Deletes a user with all data but payments. Throws user_not_found, admin_protected. */
  remove(admin: Actor, id: string, reason: string | null): Promise<void>;
  /** The same for up to 500; the answer lists those that could not be deleted. */
  removeMany(admin: Actor, ids: readonly string[], reason: string | null): Promise<BulkDeleted>;
}

/** A user's label in the audit log. */
export function nameOf(user: { firstName: string; lastName: string; email: string }): string {
  return `${user.firstName} ${user.lastName} (${user.email})`;
}

/** A user in the audit log. */
function factsOf({ firstName, lastName, email, phone, isDealer, isAdmin }: LockedUser) {
  return { firstName, lastName, email, phone, isDealer, isAdmin };
}

/** A dealer by subscription stays one until its end; "by hand" means without one. */
function dealerByHand(user: LockedUser, wanted: boolean | undefined): boolean {
  if (wanted === undefined || wanted === user.isDealer) return user.isDealerByHand;
  if (wanted) return true;
  // Only a dealer by hand can lose the right here; a running subscription keeps its own.
  return false;
}

/** E-mails are unique in the database: of two concurrent changes to one, one succeeds. */
function refuseTakenEmail(error: unknown): never {
  if (error instanceof Error && "constraint" in error && error.constraint === "users_email_key")
    throw new AppError("email_taken", { fields: { email: accountMessages.emailTaken } });
  throw error;
}

async function write(trx: Transaction<DB>, user: LockedUser, change: UpdateUser): Promise<LockedUser> {
  const isDealerByHand = dealerByHand(user, change.isDealer);
  const after = {
    firstName: change.firstName ?? user.firstName,
    lastName: change.lastName ?? user.lastName,
    email: change.email ?? user.email,
    phone: change.phone === undefined ? user.phone : change.phone,
    isAdmin: change.isAdmin ?? user.isAdmin,
  };
  await updateUser(trx, user, { ...after, isDealerByHand }).catch(refuseTakenEmail);
  if (after.email !== user.email) {
    // Links mailed to the former address must neither open the account nor verify the new address.
    await voidResets(trx, user.id);
    await forgetVerification(trx, user.id);
  }
  const [written] = await lockUsers(trx, [user.id]);
  if (written === undefined) throw new AppError("user_not_found");
  return written;
}

/** Admins' actions on accounts. Throws only AppErrors. */
export function createAdminUsersService(deps: AdminUsersDeps): AdminUsersService {
  const { db, addJob, log } = deps;

  async function get(id: string): Promise<AdminUser> {
    const [user] = await loadAdminUsers(db, [id]);
    if (user === undefined) throw new AppError("user_not_found");
    return user;
  }

  async function remove(admin: Actor, ids: readonly string[], reason: string | null): Promise<Removal> {
    return db.transaction().execute(async (trx) => {
      const acting = await lockAdmin(trx, admin);
      await lockAccountsToDelete(trx, ids);
      const users = await lockUsers(trx, ids);
      const refused = new Map<string, ErrorCode>();
      for (const user of users) if (user.isAdmin) refused.set(user.id, "admin_protected");
      const going = users.filter((user) => !user.isAdmin);
      const goingIds = going.map((user) => user.id);
      if (going.length === 0) return { removed: [], refused };
      const carsOf = await countCarsOf(trx, goingIds);
      const photos = await findPhotosOf(trx, goingIds);
      await removeAccounts(trx, addJob, goingIds, acting.id);
      await queuePhotoRemoval(trx, addJob, photos);
      await writeAudit(
        trx,
        acting,
        going.map((user) => ({
          action: "user.delete",
          kind: "user",
          targetId: user.id,
          label: nameOf(user),
          before: {
            ...factsOf(user),
            cars: carsOf.get(user.id) ?? 0,
            createdAt: user.createdAt.toISOString(),
          },
          reason,
        })),
      );
      // Their addresses are deleted with the rows, so the mails have them.
      const notices = going.map(({ id, email }) => ({
        ownerId: id,
        email,
        subject: { what: "accountDeleted" as const },
      }));
      await queueOwnerMails(trx, addJob, acting, notices, { reason });
      return { removed: goingIds, refused };
    });
  }

  return {
    get,

    update: async (admin, id, { reason = null, ...change }, version) => {
      await db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        const [user] = await lockUsers(trx, [id]);
        if (user === undefined) throw new AppError("user_not_found");
        if (user.isAdmin) throw new AppError("admin_protected");
        if (version !== null && version !== user.version) throw new AppError("version_mismatch");
        if (change.isAdmin === true && user.suspendedAt !== null)
          throw new AppError("conflict", { message: adminMessages.suspendedNoAdmin });
        if (change.isDealer === false && user.isDealer && !user.isDealerByHand)
          throw new AppError("subscription_runs");
        const wanted = { ...factsOf(user), ...definedOf(change) };
        if (changes(factsOf(user), wanted) === null) return;
        const written = await write(trx, user, change);
        // Made a dealer by hand first, and a paying one later.
        if (change.isDealer === false && written.isDealer) throw new AppError("subscription_runs");
        const changed = changes(factsOf(user), factsOf(written));
        await writeAudit(trx, acting, [
          { action: "user.update", kind: "user", targetId: id, label: nameOf(user), ...changed, reason },
        ]);
        if (changed === null) return;
        // To the former address: its owner must learn of the change.
        const notice = {
          ownerId: id,
          email: user.email,
          subject: { what: "accountChanged", ...changed },
        } as const;
        await queueOwnerMails(trx, addJob, acting, [notice], { reason });
      });
      return get(id);
    },

    remove: async (admin, id, reason) => {
      const { removed, refused } = await remove(admin, [id], reason);
      if (removed.length === 0) throw new AppError(refused.get(id) ?? "user_not_found");
    },

    removeMany: (admin, ids, reason) =>
      removeInBatches(ids, "user_not_found", (batch) => remove(admin, batch, reason), log),
  };
}

/** Only sent fields: an omitted key leaves the field unchanged. */
function definedOf(change: UpdateUser): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
