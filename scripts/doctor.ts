import { resolveTxt } from "node:dns/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, loadConfig } from "#server/config.ts";
import { openSiteDatabase, type OpenedDatabase } from "#server/platform/db/site-database.ts";
import { examine } from "#server/platform/doctor/examine.ts";
import type { Finding } from "#server/platform/doctor/finding.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";

const usage = `Looks at everything that the site needs, and says in a line each what it found and what to do.

  npm run doctor
  npm run doctor -- --backups FOLDER   where backups lie, if not in DATA_DIR/backups

It reads the environment as the site does, and runs beside it or without it. It writes a row and a photo and takes them
back, sends no mail and prints no secret. It ends with 0; with 1 where something must be done.`;

const marks: Readonly<Record<Finding["state"], string>> = { good: "✓", note: "–", act: "✗" };

/** Advice names programs as `npm run …`; without npm, as subcommands of `vetura`. */
const isByNpm = process.env["npm_lifecycle_event"] !== undefined;

function show({ subject, state, text, advice }: Finding): void {
  const what = isByNpm
    ? advice
    : advice?.replaceAll(
        /\bnpm run ([\w:-]+)(?: --)?/g,
        (_, name: string) => `vetura ${name.replace(":", "-")}`,
      );
  console.log(`${marks[state]} ${subject.padEnd(13)} ${text}${what === undefined ? "" : ` → ${what}`}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" }, backups: { type: "string" } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  if (positionals.length > 0) throw new UsageError(usage);
  const config = loadConfig(process.env);
  const opened: Promise<OpenedDatabase>[] = [];
  const openOnce = (): Promise<OpenedDatabase> => {
    const database = opened[0] ?? openSiteDatabase(config);
    if (opened.length === 0) opened.push(database);
    return database;
  };
  let actions = 0;
  try {
    const found = examine({
      config,
      databaseUrl: async () => (await openOnce()).url,
      now: () => new Date(),
      providerAddress: null,
      resolveTxt,
      backupsFolder: values.backups === undefined ? join(config.dataDir, "backups") : resolve(values.backups),
    });
    for await (const finding of found) {
      show(finding);
      if (finding.state === "act") actions += 1;
    }
  } finally {
    for (const database of opened) await database.then((site) => site.close()).catch(() => {});
  }
  console.log(actions === 0 ? "\nNothing must be done." : `\nTo do: ${actions}, marked ✗.`);
  if (actions > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (error instanceof ConfigError) {
    show({ subject: "Configuration", state: "act", text: error.message });
    process.exitCode = 1;
  } else failExpectedly(error, usage);
}
// Otherwise idle connections of the photo store delay the exit.
process.exit();
