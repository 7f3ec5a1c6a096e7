import type { Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { mailMessages } from "#domain/messages/mail.ts";
import { newsWaitedTask } from "#server/market/alerts/alert-jobs.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import {
  findNeverAsked,
  findUnproven,
  insertVerification,
  markEmailVerified,
  noteVerificationSent,
  useVerification,
} from "./email-verification.queries.ts";
import { hashSecret, newSecret } from "./secrets.ts";

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
  await noteVerificationSent(trx, userId);
  await addJob(taskName, { userId, mailId: uuidv7() }, { trx });
}

/** Queues it for accounts older than the links, when mails wait for their verification. Each account once. */
export async function askForProof(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of await findNeverAsked(trx, userIds)) await queueVerification(trx, addJob, userId);
}

/** Sends the link unless the address is verified. False if the mailbox had too many. */
async function sendLink({ db, limits, addJob }: Context, userId: string): Promise<boolean> {
  const email = await findUnproven(db, userId);
  if (email === null) return true;
  if (!(await limits.mayMail(email, "verify"))) return false;
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
  if (await markEmailVerified(trx, userId)) await addJob(newsWaitedTask, { userId }, { trx });
}

/** Uses a link and verifies its account's address; needs no session. Throws verify_link_invalid. */
export async function verifyEmail({ db, addJob }: Context, token: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const userId = await useVerification(trx, hashSecret(token));
    if (userId === null) throw new AppError("verify_link_invalid");
    await markVerified(trx, addJob, userId);
  });
}
