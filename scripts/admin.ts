import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import { grantAdmin, resetTotp, revokeAdmin } from "#server/people/accounts/admins.commands.ts";
import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { openSiteDatabase } from "#server/platform/db/site-database.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { createLogger } from "#server/log.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";

const usage = `Makes an account an admin, takes that right from it, or takes its codes. All of it stands in the audit log.

  npm run admin -- grant EMAIL    who is signed in to the account has to sign in again
  npm run admin -- revoke EMAIL   the right is gone with the person's next call; nobody is signed out
  npm run admin -- reset-totp EMAIL   the password alone signs in again: for a lost app and lost recovery codes

It works on the database of DATABASE_URL, else on the embedded one in DATA_DIR, whether or not the site is running.`;

/** Changes an account; returns the lines to print, or null if no account has the e-mail. */
type Action = (db: Kysely<DB>, email: string) => Promise<string[] | null>;

const actions: Readonly<Record<string, Action>> = {
  grant: async (db, email) => {
    const granted = await grantAdmin(db, email);
    if (granted === null) return null;
    const { changed, sessionsEnded, proven } = granted;
    return [
      changed
        ? `${email} is an admin now (sessions ended: ${sessionsEnded}).`
        : `${email} is an admin already: nothing was changed.`,
      ...(proven
        ? []
        : [
            `Warning: nobody has proven that ${email} is theirs. Whoever registered it knows its password: make sure that`,
            "it is the person you mean, or take the right back and have the link of their profile opened first.",
          ]),
    ];
  },
  "reset-totp": async (db, email) => {
    const reset = await resetTotp(db, email);
    if (reset === null) return null;
    return [
      reset.changed
        ? `${email} signs in with the password alone now.`
        : `${email} signs in without codes: nothing was changed.`,
    ];
  },
  revoke: async (db, email) => {
    const revoked = await revokeAdmin(db, email);
    if (revoked === null) return null;
    return [
      revoked.changed ? `${email} is no longer an admin.` : `${email} is no admin: nothing was changed.`,
      ...(revoked.adminsLeft === 0 ? ["Warning: the site has no admin now."] : []),
    ];
  },
};

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const [name = "", given, ...rest] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined || given === undefined || rest.length > 0) throw new UsageError(usage);
  const email = given.trim().toLowerCase();
  const config = loadConfig(process.env);
  const opened = await openSiteDatabase(config);
  try {
    await migrate(opened.url);
    const database = createDatabase(opened.url, { log: createLogger(() => {}), maxConnections: 1 });
    try {
      const lines = await action(database.db, email);
      if (lines === null) {
        throw new UsageError(`Nobody is registered as ${email}. Register the account on the site first.`);
      }
      console.log(lines.join("\n"));
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
}

try {
  await main();
} catch (error) {
  failExpectedly(error, usage);
}
