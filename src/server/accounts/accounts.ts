import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import type { Fees } from "#domain/payments/fees.ts";
import type { Config } from "#server/config.ts";
import type { SiteKey } from "#server/db/site-keys.ts";
import type { DB } from "#server/db/tables.ts";
import type { Limits } from "#server/http/limits.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { type AccountsService, createAccountsService } from "./accounts.service.ts";
import { queueVerification } from "./email-verification.ts";
import { createLoginLog } from "./login-log.ts";
import { createSecretBox } from "./secret-box.ts";
import { createSessionsService, type SessionsService } from "./sessions.service.ts";
import { createTotpService, type TotpService } from "./totp.service.ts";

export interface AccountsDeps {
  readonly db: Kysely<DB>;
  readonly config: Config;
  readonly log: Logger;
  readonly limits: Limits;
  readonly siteKey: SiteKey;
  readonly addJob: AddJob;
  readonly now: () => Date;
  readonly fees: () => Fees;
  /** Deletes an account with all that is its owner's: account-removal/remove-accounts.ts. */
  readonly removeAccount: (trx: Transaction<DB>, userId: string) => Promise<void>;
}

/** The services of accounts, created once. */
export interface Accounts {
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly totp: TotpService;
}

/** Creates the services of accounts; starts nothing. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, config, log, limits, addJob, now, removeAccount } = deps;
  const box = createSecretBox({
    secretKey: config.secretKey,
    file: join(config.dataDir, "secret-key"),
  });
  const sessions = createSessionsService({ db, log });
  const totp = createTotpService({ db, box, log, issuer: config.site.name, now });
  return {
    sessions,
    totp,
    accounts: createAccountsService({
      db,
      sessions,
      limits,
      loginLog: createLoginLog({ siteKey: deps.siteKey, log }),
      queueVerification: (trx, userId) => queueVerification(trx, addJob, userId),
      totp,
      removeAccount,
      fees: deps.fees,
    }),
  };
}
