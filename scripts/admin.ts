import { parseArgs } from "node:util";
import { setAdmin } from "#server/accounts/accounts.queries.ts";
import { loadConfig } from "#server/config.ts";
import { openSiteDatabase } from "#server/db/site-database.ts";
import { createDatabase } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { createLogger } from "#server/log.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";

const usage = `Makes an account an admin, or takes that right from it.

  npm run admin -- grant EMAIL
  npm run admin -- revoke EMAIL

It works on the database of DATABASE_URL, else on the embedded one in DATA_DIR, whether or not the site is running.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const [action, given, ...rest] = positionals;
  if ((action !== "grant" && action !== "revoke") || given === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const email = given.trim().toLowerCase();
  const config = loadConfig(process.env);
  const opened = await openSiteDatabase(config);
  try {
    await migrate(opened.url);
    const database = createDatabase(opened.url, { log: createLogger(() => {}), maxConnections: 1 });
    try {
      if (!(await setAdmin(database.db, email, action === "grant"))) {
        throw new UsageError(`Nobody is registered as ${email}. Register the account on the site first.`);
      }
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
  console.log(action === "grant" ? `${email} is an admin now.` : `${email} is no longer an admin.`);
}

try {
  await main();
} catch (error) {
  failExpectedly(error, usage);
}
