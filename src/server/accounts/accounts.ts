import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import type { Fees } from "#domain/payments/fees.ts";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/db/tables.ts";
import type { Limits } from "#server/http/limits.ts";
import type { AddJob, Task } from "#server/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { type AccountsService, createAccountsService } from "./accounts.service.ts";
import {
  createEmailVerification,
  type EmailVerificationService,
  emailVerificationTasks,
  queueVerification,
} from "./email-verification.service.ts";
import { createLoginLog } from "./login-log.ts";
import {
  createPasswordResetsService,
  type PasswordResetsService,
  passwordResetTasks,
} from "./password-resets.service.ts";
import { createSecretBox } from "./secret-box.ts";
import { createSessionsService, type SessionsService } from "./sessions.service.ts";
import { createTotpService, type TotpService } from "./totp.service.ts";

export interface AccountsDeps {
  readonly db: Kysely<DB>;
  readonly config: Config;
  readonly log: Logger;
  readonly limits: Limits;
  readonly mailer: Mailer;
  readonly addJob: AddJob;
  readonly now: () => Date;
  /** An address has been proven, in this transaction. */
  readonly onEmailProven: (trx: Transaction<DB>, userId: string) => Promise<void>;
  readonly fees: () => Fees;
  /** Deletes an account with all that is its owner's: account-removal/remove-accounts.ts. */
  readonly removeAccount: (trx: Transaction<DB>, userId: string) => Promise<void>;
}

/** The services of accounts, created once. */
export interface Accounts {
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly totp: TotpService;
  readonly passwordResets: PasswordResetsService;
  readonly emailVerification: EmailVerificationService;
  /** All of them send mails. */
  readonly tasks: Readonly<Record<string, Task>>;
}

/** Creates the services of accounts; starts nothing. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, config, log, limits, mailer, addJob, now, removeAccount } = deps;
  const { name, publicUrl } = config.site;
  const mailing = { db, mailer, site: { name, publicUrl } };
  const box = createSecretBox({
    secretKey: config.secretKey,
    file: join(config.dataDir, "secret-key"),
  });
  const sessions = createSessionsService({ db, log });
  const totp = createTotpService({ db, box, log, issuer: name, now });
  const emailVerification = createEmailVerification({ db, limits, addJob, onProven: deps.onEmailProven });
  return {
    sessions,
    totp,
    emailVerification,
    accounts: createAccountsService({
      db,
      sessions,
      limits,
      loginLog: createLoginLog({ db, log }),
      queueVerification: (trx, userId) => queueVerification(trx, addJob, userId),
      totp,
      removeAccount,
      fees: deps.fees,
    }),
    passwordResets: createPasswordResetsService({
      db,
      limits,
      addJob,
      proveEmail: (trx, userId) => emailVerification.prove(trx, userId),
    }),
    tasks: { ...passwordResetTasks(mailing), ...emailVerificationTasks(mailing) },
  };
}
