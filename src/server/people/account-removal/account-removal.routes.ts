import { accountMessages } from "#domain/messages/account.ts";
import { findLogin } from "#server/people/accounts/accounts.queries.ts";
import { letAdminLeave } from "#server/people/accounts/admins.commands.ts";
import { accountHashing } from "#server/people/accounts/hashing-queue.ts";
import { verifyPassword } from "#server/people/accounts/passwords.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Cookies } from "#server/http/credentials.ts";
import { callerOf } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import { removeAccounts } from "./remove-accounts.ts";

/**
 * Deletes the owner's account with its sessions, cars and photos; payments stay without it. Throws
 * wrong_password; last_admin for the only admin.
 */
export async function removeOwnAccount(
  { db, addJob }: Context,
  userId: string,
  password: string,
): Promise<void> {
  const login = await findLogin(db, { id: userId });
  if (!(await verifyPassword(password, login?.passwordHash ?? null, accountHashing(userId))))
    throw new AppError("wrong_password", { fields: { password: accountMessages.wrongPassword } });
  await db.transaction().execute(async (trx) => {
    await letAdminLeave(trx, userId);
    await removeAccounts(trx, addJob, [userId], null);
  });
}

/** The one endpoint of accountEndpoints that affects what accounts own. */
export function accountRemovalRoutes(ctx: Context, cookies: Cookies): Routes<"DELETE /api/me"> {
  return {
    "DELETE /api/me": async ({ c, actor, body }) => {
      await ctx.limits.passwordCheck.take(callerOf(c));
      await removeOwnAccount(ctx, actor.id, body.password);
      cookies.clearSession(c);
    },
  };
}
