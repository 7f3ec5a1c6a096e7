import { sql, type Transaction } from "kysely";
import { z } from "zod";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { mailMessages } from "#domain/messages/mail.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { endAllAccess, updateUser, voidResets } from "./accounts.queries.ts";
import { knowDevice } from "./devices.commands.ts";
import { markVerified } from "./email-verification.commands.ts";
import { visitorHashing } from "./hashing-queue.ts";
import { tellPasswordChanged } from "./password-changes.ts";
import { hashPassword } from "./passwords.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const taskName = "send_password_reset";

const invalid = () => new AppError("reset_link_invalid");

const isGood = sql<boolean>`used_at is null and expires_at > now()`;

/**
 * A new link for the account of this address, in place of older ones; false if there is none. The account is locked: a
 * change of the address either comes first, or voids the link.
 */
async function insertReset(trx: Transaction<DB>, email: string, tokenHash: Buffer): Promise<boolean> {
  const user = await trx
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .forShare()
    .executeTakeFirst();
  if (user === undefined) return false;
  await voidResets(trx, user.id);
  await trx
    .insertInto("password_resets")
    .values({
      token_hash: tokenHash,
      user_id: user.id,
      expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(sessionRules.resetMinutes)})`,
    })
    .execute();
  return true;
}

/** Uses a link and returns its account. Locks the account before the link, as a change of the address does. */
async function useReset(trx: Transaction<DB>, tokenHash: Buffer): Promise<string> {
  await trx
    .selectFrom("users as u")
    .innerJoin("password_resets as r", "r.user_id", "u.id")
    .select("u.id")
    .where("r.token_hash", "=", tokenHash)
    .forNoKeyUpdate("u")
    .executeTakeFirstOrThrow(invalid);
  const { user_id: userId } = await trx
    .updateTable("password_resets")
    .set({ used_at: sql<Date>`now()` })
    .where("token_hash", "=", tokenHash)
    .where(isGood)
    .returning("user_id")
    .executeTakeFirstOrThrow(invalid);
  return userId;
}

/**
 * The job behind a forgotten password: creates the link and mails it. The token is created here, so that only
 * the mail has it; a retry creates a new one.
 */
export function passwordResetTasks({
  db,
  mailer,
  site,
}: Pick<Context, "db" | "mailer" | "site">): Record<string, Task> {
  return {
    [taskName]: defineTask(z.object({ email: z.string() }), async ({ email }) => {
      const token = newSecret();
      const isMade = await db.transaction().execute((trx) => insertReset(trx, email, hashSecret(token)));
      if (!isMade) return;
      const link = `${site.publicUrl}/reset-password?token=${token}`;
      await mailer.send(
        email,
        layOutMail(mailMessages.passwordReset(site.name), { siteName: site.name, link }),
      );
    }),
  };
}

/** Queues the mail. The work is the same for a known and an unknown e-mail: the job looks up the account. */
export async function requestPasswordReset({ limits, addJob }: Context, email: string): Promise<void> {
  if (await limits.mayMail(email, "password")) await addJob(taskName, { email });
}

/**
 * Sets a new password with the mailed token, ends all sessions, tells the owner by mail, and returns the secret that makes this browser a known
 * device. The mailed link also verifies the address. Throws reset_link_invalid.
 */
export async function resetPassword(
  { db, addJob }: Context,
  token: string,
  password: string,
  { device, address }: { readonly device: string | null; readonly address: string },
): Promise<{ device: string }> {
  const tokenHash = hashSecret(token);
  // Only to save the hashing: of two concurrent calls, `useReset` lets one succeed.
  await db
    .selectFrom("password_resets")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where(isGood)
    .executeTakeFirstOrThrow(invalid);
  const passwordHash = await hashPassword(password, visitorHashing(address));
  return db.transaction().execute(async (trx) => {
    const userId = await useReset(trx, tokenHash);
    if (!(await updateUser(trx, userId, { passwordHash }))) throw invalid();
    await endAllAccess(trx, userId);
    await markVerified(trx, addJob, userId);
    await tellPasswordChanged(trx, addJob, userId);
    return { device: await knowDevice(trx, userId, device) };
  });
}
