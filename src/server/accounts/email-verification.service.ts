import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { mailMessages } from "#domain/messages/mail.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Limits } from "#server/http/limits.ts";
import { type AddJob, defineTask, type Task } from "#server/jobs/jobs.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import type { Mailer } from "#server/mail/mailer.ts";
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
 * The job that makes a link and mails it. The link's token is made here, so that only the mail contains it; run again,
 * it makes a new one for the same mail.
 */
export function emailVerificationTasks(deps: {
  db: Kysely<DB>;
  mailer: Mailer;
  site: { name: string; publicUrl: string };
}): Record<string, Task> {
  const { db, mailer, site } = deps;
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

/** Queues the mail with the link that proves the account's address, in the transaction that makes it due. */
export async function queueVerification(trx: Transaction<DB>, addJob: AddJob, userId: string): Promise<void> {
  await noteVerificationSent(trx, userId);
  await addJob(taskName, { userId, mailId: uuidv7() }, { trx });
}

/**
 * Queues it for accounts that were never sent one, which are those older than the links: called with those for which
 * mails wait for the verification. Each account once.
 */
export async function askForProof(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of await findNeverAsked(trx, userIds)) await queueVerification(trx, addJob, userId);
}

/** The proof of e-mail addresses (specification.md#accounts). */
export interface EmailVerificationService {
  /** Sends a new link; older ones stay valid. Does nothing where the address is verified. Throws too_many_requests. */
  resend(userId: string): Promise<void>;
  /** The same without a request: beyond the limit nothing is sent, without an error. */
  remind(userId: string): Promise<void>;
  /** Uses a link up and verifies its account's address; needs no session. Throws verify_link_invalid. */
  verify(token: string): Promise<void>;
  /** Marks the address as verified by another mailed link, used in this transaction. */
  prove(trx: Transaction<DB>, userId: string): Promise<void>;
}

export function createEmailVerification(deps: {
  db: Kysely<DB>;
  limits: Limits;
  addJob: AddJob;
  /** Called in the verification's transaction, for mails that have waited for it. */
  onProven: (trx: Transaction<DB>, userId: string) => Promise<void>;
}): EmailVerificationService {
  const { db, limits, addJob, onProven } = deps;

  /** False where the mailbox has had enough of them. */
  async function send(userId: string): Promise<boolean> {
    const email = await findUnproven(db, userId);
    if (email === null) return true;
    if (!(await limits.mayMail(email, "verify"))) return false;
    await db.transaction().execute((trx) => queueVerification(trx, addJob, userId));
    return true;
  }

  async function prove(trx: Transaction<DB>, userId: string): Promise<void> {
    if (await markEmailVerified(trx, userId)) await onProven(trx, userId);
  }

  return {
    prove,
    resend: async (userId) => {
      if (!(await send(userId))) throw new AppError("too_many_requests", { retryAfter: tryAgainAfter });
    },
    remind: async (userId) => {
      await send(userId);
    },
    verify: (token) =>
      db.transaction().execute(async (trx) => {
        const userId = await useVerification(trx, hashSecret(token));
        if (userId === null) throw new AppError("verify_link_invalid");
        await prove(trx, userId);
      }),
  };
}
