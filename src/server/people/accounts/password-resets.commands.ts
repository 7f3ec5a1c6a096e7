import { sql } from "kysely";
import { z } from "zod";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { mailMessages } from "#domain/messages/mail.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { endAllAccess, findLogin, updateUser, voidResets } from "./accounts.queries.ts";
import { knowDevice } from "./devices.commands.ts";
import { markVerified } from "./email-verification.commands.ts";
import { visitorHashing } from "./hashing-queue.ts";
import { tellPasswordChanged } from "./password-changes.ts";
import { hashPassword } from "./passwords.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const taskName = "send_password_reset";

const invalid = () => new AppError("reset_link_invalid");

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
      const login = await findLogin(db, { email });
      if (login === null) return;
      const token = newSecret();
      await db.transaction().execute(async (trx) => {
        // Older links become invalid.
        await voidResets(trx, login.id);
        await trx
          .insertInto("password_resets")
          .values({
            token_hash: hashSecret(token),
            user_id: login.id,
            expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(sessionRules.resetMinutes)})`,
          })
          .execute();
      });
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
  const isGood = sql<boolean>`used_at is null and expires_at > now()`;
  // Only to save the hashing: of two concurrent calls, the update below lets one succeed.
  await db
    .selectFrom("password_resets")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where(isGood)
    .executeTakeFirstOrThrow(invalid);
  const passwordHash = await hashPassword(password, visitorHashing(address));
  return db.transaction().execute(async (trx) => {
    const { user_id: userId } = await trx
      .updateTable("password_resets")
      .set({ used_at: sql<Date>`now()` })
      .where("token_hash", "=", tokenHash)
      .where(isGood)
      .returning("user_id")
      .executeTakeFirstOrThrow(invalid);
    if (!(await updateUser(trx, userId, { passwordHash }))) throw invalid();
    await endAllAccess(trx, userId);
    await markVerified(trx, addJob, userId);
    await tellPasswordChanged(trx, addJob, userId);
    return { device: await knowDevice(trx, userId, device) };
  });
}
