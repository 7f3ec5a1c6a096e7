import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { mailMessages } from "#domain/messages/mail.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Limits } from "#server/http/limits.ts";
import { type AddJob, defineTask, type Task } from "#server/jobs/jobs.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import {
  endAllAccess,
  findLogin,
  insertReset,
  isResetGood,
  updateUser,
  useReset,
} from "./accounts.queries.ts";
import { knowDevice } from "./devices.ts";
import { visitorHashing } from "./hashing-queue.ts";
import { hashPassword } from "./passwords.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const taskName = "send_password_reset";

/**
 * The job behind a forgotten password: makes the link and mails it. The link's token is made here, so that it is in the
 * mail alone; run again, it makes a new one.
 */
export function passwordResetTasks(deps: {
  db: Kysely<DB>;
  mailer: Mailer;
  site: { name: string; publicUrl: string };
}): Record<string, Task> {
  const { db, mailer, site } = deps;
  return {
    [taskName]: defineTask(z.object({ email: z.string() }), async ({ email }) => {
      const login = await findLogin(db, { email });
      if (login === null) return;
      const token = newSecret();
      await db.transaction().execute((trx) => insertReset(trx, login.id, hashSecret(token)));
      const link = `${site.publicUrl}/reset-password?token=${token}`;
      await mailer.send(
        email,
        layOutMail(mailMessages.passwordReset(site.name), { siteName: site.name, link }),
      );
    }),
  };
}

export interface PasswordResetsService {
  /** Does the same work whether or not the e-mail is known: who it belongs to is looked up later, by the job. */
  request(email: string): Promise<void>;
  /**
   * Sets a new password with the mailed token, ends all sessions, and answers the secret that makes this browser a known one.
   * Throws reset_link_invalid.
   */
  reset(
    token: string,
    password: string,
    browser: { device: string | null; address: string },
  ): Promise<{ device: string }>;
}

export function createPasswordResetsService(deps: {
  db: Kysely<DB>;
  limits: Limits;
  addJob: AddJob;
  /** Opening the mailed link verifies the address. */
  proveEmail: (trx: Transaction<DB>, userId: string) => Promise<void>;
}): PasswordResetsService {
  const { db, limits, addJob, proveEmail } = deps;
  return {
    request: async (email) => {
      if (await limits.mayMail(email, "password")) await addJob(taskName, { email });
    },
    reset: async (token, password, { device, address }) => {
      const tokenHash = hashSecret(token);
      if (!(await isResetGood(db, tokenHash))) throw new AppError("reset_link_invalid");
      const passwordHash = await hashPassword(password, visitorHashing(address));
      return db.transaction().execute(async (trx) => {
        const userId = await useReset(trx, tokenHash);
        if (userId === null || !(await updateUser(trx, userId, { passwordHash }))) {
          throw new AppError("reset_link_invalid");
        }
        await endAllAccess(trx, userId);
        await proveEmail(trx, userId);
        return { device: await knowDevice(trx, userId, device) };
      });
    },
  };
}
