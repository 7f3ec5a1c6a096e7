import type { Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { mailMessages } from "#domain/messages/mail.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { findKeyOwner } from "./accounts.queries.ts";

const taskName = "mail_password_changed";

/** The job that tells owners of a new password, and how many keys of their programs go on working. */
export function passwordChangeTasks({
  db,
  mailer,
  site,
}: Pick<Context, "db" | "mailer" | "site">): Record<string, Task> {
  return {
    [taskName]: defineTask(z.object({ userId: z.uuid(), mailId: z.uuid() }), async ({ userId, mailId }) => {
      const owner = await findKeyOwner(db, userId);
      // Deleted meanwhile.
      if (owner === undefined) return;
      const words = mailMessages.passwordChanged(site.name, owner.keys);
      const page = owner.keys > 0 ? "/autosallon-dashboard/keys" : "/profile/security";
      const content = layOutMail(words, { siteName: site.name, link: `${site.publicUrl}${page}` });
      await mailer.send(owner.email, content, `password-${mailId}`);
    }),
  };
}

/** Queues the mail, in the transaction that changes the password. */
export async function tellPasswordChanged(
  trx: Transaction<DB>,
  addJob: AddJob,
  userId: string,
): Promise<void> {
  await addJob(taskName, { userId, mailId: uuidv7() }, { trx, maxAttempts: 15 });
}
