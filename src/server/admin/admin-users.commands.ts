import { sql, type Transaction } from "kysely";
import type { AdminUser, BulkDeleted, UpdateUser } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { removeAccounts } from "#server/people/account-removal/remove-accounts.ts";
import { lockAccountsToDelete, voidResets } from "#server/people/accounts/accounts.queries.ts";
import { forgetVerification } from "#server/people/accounts/email-verification.commands.ts";
import { deleteLinksOf } from "#server/market/confirmations/confirmations.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError, type ErrorCode } from "#server/http/app-error.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { loadAdminUsers } from "./admin-rows.queries.ts";
import { changes } from "#server/admin/audit/audit.queries.ts";
import { type Removal, removeInBatches } from "./bulk.ts";
import { queuePhotoRemoval } from "./remove-photos.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";

/** Users to be changed, locked by id until the transaction ends. */
async function lockUsers(trx: Transaction<DB>, ids: readonly string[]) {
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
type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number];

/** How the audit log calls a user. */
export function nameOf(user: { firstName: string; lastName: string; email: string }): string {
  return `${user.firstName} ${user.lastName} (${user.email})`;
}

/** What the audit log says of a user. */
function factsOf({ firstName, lastName, email, phone, isDealer, isAdmin }: LockedUser) {
  return { firstName, lastName, email, phone, isDealer, isAdmin };
}

/** A dealer by subscription stays one until that ends; by hand means without one. */
function dealerByHand(user: LockedUser, wanted: boolean | undefined): boolean {
  // Only a dealer by hand can lose the right here; a running subscription keeps its own.
  return wanted === undefined || wanted === user.isDealer ? user.isDealerByHand : wanted;
}

/** E-mails are unique in the database: of two changes to the same one at once, one succeeds. */
function refuseTakenEmail(error: unknown): never {
  if (error instanceof Error && "constraint" in error && error.constraint === "users_email_key")
    throw new AppError("email_taken", { fields: { email: accountMessages.emailTaken } });
  throw error;
}

async function write(trx: Transaction<DB>, user: LockedUser, change: UpdateUser): Promise<LockedUser> {
  const email = change.email ?? user.email;
  await trx
    .updateTable("users")
    .set({
      first_name: change.firstName ?? user.firstName,
      last_name: change.lastName ?? user.lastName,
      email,
      phone: change.phone === undefined ? user.phone : change.phone,
      is_admin: change.isAdmin ?? user.isAdmin,
      is_dealer_by_hand: dealerByHand(user, change.isDealer),
      version: user.version + 1,
    })
    .where("id", "=", user.id)
    .execute()
    .catch(refuseTakenEmail);
  if (email !== user.email) {
    // Links that were mailed to the address before must not open the account, prove the new one, or sell its cars.
    await voidResets(trx, user.id);
    await forgetVerification(trx, user.id);
    await deleteLinksOf(trx, user.id);
  }
  const [written] = await lockUsers(trx, [user.id]);
  if (written === undefined) throw new AppError("user_not_found");
  return written;
}

/** Throws user_not_found. */
export async function getUser({ db }: Pick<Context, "db">, id: string): Promise<AdminUser> {
  const [user] = await loadAdminUsers(db, [id]);
  if (user === undefined) throw new AppError("user_not_found");
  return user;
}

/** A user whom an admin may change, locked. Throws user_not_found, admin_protected. */
export async function lockChangeableUser(trx: Transaction<DB>, id: string): Promise<LockedUser> {
  const [user] = await lockUsers(trx, [id]);
  if (user === undefined) throw new AppError("user_not_found");
  if (user.isAdmin) throw new AppError("admin_protected");
  return user;
}

/**
 * Changes a user's fields; what stays the same is no change. `version`: only if the row is still that one. Throws
 * user_not_found, admin_protected, version_mismatch, email_taken, subscription_runs, conflict (a suspended one is
 * made no admin).
 */
export async function updateUserByAdmin(
  ctx: Context,
  admin: Actor,
  id: string,
  { reason, ...change }: UpdateUser,
  version: number | null,
): Promise<AdminUser> {
  await adminWrite(ctx, admin, { reason }, async ({ trx, audit, mail }) => {
    const user = await lockChangeableUser(trx, id);
    if (version !== null && version !== user.version) throw new AppError("version_mismatch");
    if (change.isAdmin === true && user.suspendedAt !== null)
      throw new AppError("conflict", { message: adminMessages.suspendedNoAdmin });
    if (change.isDealer === false && user.isDealer && !user.isDealerByHand)
      throw new AppError("subscription_runs");
    const wanted = { ...factsOf(user), ...definedOf(change) };
    if (changes(factsOf(user), wanted) === null) return;
    const written = await write(trx, user, change);
    // Made a dealer by hand once, and a paying one since.
    if (change.isDealer === false && written.isDealer) throw new AppError("subscription_runs");
    const changed = changes(factsOf(user), factsOf(written));
    await audit({ action: "user.update", kind: "user", targetId: id, label: nameOf(user), ...changed });
    if (changed === null) return;
    // To the previous address: its owner must learn of the change.
    await mail({ ownerId: id, email: user.email, subject: { what: "accountChanged", ...changed } });
  });
  return getUser(ctx, id);
}

async function removeBatch(
  ctx: Context,
  admin: Actor,
  ids: readonly string[],
  reason: string | null,
): Promise<Removal> {
  return adminWrite(ctx, admin, { reason }, async ({ trx, acting, addJob, audit, mail }) => {
    await lockAccountsToDelete(trx, ids);
    const users = await lockUsers(trx, ids);
    const refused = new Map<string, ErrorCode>();
    for (const user of users) if (user.isAdmin) refused.set(user.id, "admin_protected");
    const going = users.filter((user) => !user.isAdmin);
    const goingIds = going.map((user) => user.id);
    if (going.length === 0) return { removed: [], refused };
    const { rows: counts } = await sql<{ owner: string; cars: number }>`
      select owner_id as owner, count(*) as cars from cars
      where owner_id = any(${goingIds}::uuid[]) group by owner_id`.execute(trx);
    const carsOf = new Map(counts.map(({ owner, cars }) => [owner, cars]));
    const photos = await trx
      .selectFrom("photos")
      .select("id")
      .where("owner_id", "=", sql<string>`any(${goingIds}::uuid[])`)
      .execute();
    await removeAccounts(trx, addJob, goingIds, acting.id);
    await queuePhotoRemoval(trx, addJob, photos);
    await audit(
      ...going.map((user) => ({
        action: "user.delete" as const,
        kind: "user" as const,
        targetId: user.id,
        label: nameOf(user),
        before: {
          ...factsOf(user),
          cars: carsOf.get(user.id) ?? 0,
          createdAt: user.createdAt.toISOString(),
        },
      })),
    );
    // Their addresses go with the rows: the mails carry them.
    await mail(
      ...going.map(({ id, email }) => ({ ownerId: id, email, subject: { what: "accountDeleted" as const } })),
    );
    return { removed: goingIds, refused };
  });
}

/** Deletes a user with all that is theirs but payments. Throws user_not_found, admin_protected. */
export async function removeUser(
  ctx: Context,
  admin: Actor,
  id: string,
  reason: string | null,
): Promise<void> {
  const { removed, refused } = await removeBatch(ctx, admin, [id], reason);
  if (removed.length === 0) throw new AppError(refused.get(id) ?? "user_not_found");
}

/** The same for up to 500; the answer names those that could not be deleted. */
export function removeUsers(
  ctx: Context,
  admin: Actor,
  ids: readonly string[],
  reason: string | null,
): Promise<BulkDeleted> {
  return removeInBatches(ids, "user_not_found", (batch) => removeBatch(ctx, admin, batch, reason), ctx.log);
}

/** Only what was sent: a key that is left out leaves the field as it is. */
function definedOf(change: UpdateUser): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
