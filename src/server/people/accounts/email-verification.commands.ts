import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { mailMessages } from "#domain/messages/mail.ts";
import { newsWaitedTask } from "#server/market/alerts/alert-jobs.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { sessionRules } from "#domain/accounts/session-rules.ts";

/**
 * A new link for an unverified account; returns the address that it verifies, null for none. The account is
 * locked: a change of the address either comes first, or invalidates the link.
 */
async function insertVerification(
  trx: Transaction<DB>,
  userId: string,
  tokenHash: Buffer,
): Promise<string | null> {
  const row = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) return null;
  await trx
    .insertInto("email_verifications")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(sessionRules.verificationDays)})`,
    })
    .execute();
  return row.email;
}

/**
 * Uses a link and returns its account, locked until the transaction ends; null if it is invalid. Of two
 * concurrent calls one succeeds. Locks the account before the link, as a change of the address does.
 */
async function useVerification(trx: Transaction<DB>, tokenHash: Buffer): Promise<string | null> {
  const holder = await trx
    .selectFrom("users as u")
    .innerJoin("email_verifications as v", "v.user_id", "u.id")
    .select("u.id")
    .where("v.token_hash", "=", tokenHash)
    .forUpdate("u")
    .executeTakeFirst();
  if (holder === undefined) return null;
  const used = await trx
    .updateTable("email_verifications")
    .set({ used_at: sql<Date>`now()` })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("user_id")
    .executeTakeFirst();
  return used?.user_id ?? null;
}

/** A new address is unverified, and links mailed to the previous one become invalid. */
export async function forgetVerification(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ email_verified_at: null, verification_sent_at: null, admin_by_config_at: null })
    .where("id", "=", userId)
    .execute();
  await trx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
}

const taskName = "send_verification";
/** The wait after too many requests, in seconds: the shorter window of `mailsToOneAddress`. */
const tryAgainAfter = 3600;

/**
 * The job that creates a link and mails it. The token is created here, so that only the mail has it; a retry
 * creates a new one for the same mail.
 */
export function emailVerificationTasks({
  db,
  mailer,
  site,
}: Pick<Context, "db" | "mailer" | "site">): Record<string, Task> {
  return {
    [taskName]: defineTask(z.object({ userId: z.uuid(), mailId: z.uuid() }), async ({ userId, mailId }) => {
      const token = newSecret();
      const email = await db
        .transaction()
        .execute((trx) => insertVerification(trx, userId, hashSecret(token)));
      // Deleted or verified meanwhile.
      if (email === null) return;
      const link = `${site.publicUrl}/verify-email?token=${token}`;
      const words = mailMessages.verifyEmail(site.name);
      await mailer.send(email, layOutMail(words, { siteName: site.name, link }), `verify-${mailId}`);
    }),
  };
}

/** Queues the verification mail, in the transaction that requires it. */
export async function queueVerification(trx: Transaction<DB>, addJob: AddJob, userId: string): Promise<void> {
  await trx
    .updateTable("users")
    .set({ verification_sent_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
  await addJob(taskName, { userId, mailId: uuidv7() }, { trx });
}

/** Queues it for accounts older than the links, when mails wait for their verification. Each account once. */
export async function askForProof(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
): Promise<void> {
  const neverAsked = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", sql<string>`any(${userIds}::uuid[])`)
    .where("email_verified_at", "is", null)
    .where("verification_sent_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  for (const { id } of neverAsked) await queueVerification(trx, addJob, id);
}

/** Sends the link unless the address is verified. False if the mailbox had too many. */
async function sendLink({ db, limits, addJob }: Context, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  if (user === undefined) return true;
  if (!(await limits.mayMail(user.email, "verify"))) return false;
  await db.transaction().execute((trx) => queueVerification(trx, addJob, userId));
  return true;
}

/**
 * Sends a new verification link; older ones stay valid. No-op if the address is verified (specification.md#accounts).
 * Throws too_many_requests.
 */
export async function resendVerification(ctx: Context, userId: string): Promise<void> {
  if (!(await sendLink(ctx, userId))) throw new AppError("too_many_requests", { retryAfter: tryAgainAfter });
}

/** Like `resendVerification` without a request: beyond the limit nothing is sent, without an error. */
export async function remindToVerify(ctx: Context, userId: string): Promise<void> {
  await sendLink(ctx, userId);
}

/** Marks the address as verified and queues the waiting mails, in the transaction that used the link. */
export async function markVerified(trx: Transaction<DB>, addJob: AddJob, userId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set({ email_verified_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await addJob(newsWaitedTask, { userId }, { trx });
}

/** Uses a link and verifies its account's address; needs no session. Throws verify_link_invalid. */
export async function verifyEmail({ db, addJob }: Context, token: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const userId = await useVerification(trx, hashSecret(token));
    if (userId === null) throw new AppError("verify_link_invalid");
    await markVerified(trx, addJob, userId);
  });
}
