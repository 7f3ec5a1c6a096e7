import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkBackup, restoreBackup } from "#server/platform/backup/restore-backup.ts";
import { loadConfig } from "#server/config.ts";
import { openSiteDatabaseAlone } from "#server/platform/db/site-database.ts";
import { openFileStore } from "#server/market/photos/open-file-store.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";
import { createProgressLine } from "./site/progress-line.ts";

const usage = `Brings the site back as a backup has it: database, photos, waiting jobs.

  npm run restore -- FILE                   into the database of DATABASE_URL, else the embedded one in DATA_DIR
  npm run restore -- FILE --into FOLDER     the same with that folder as DATA_DIR
  npm run restore -- FILE --replace         although there is a site with people's data; that one is gone afterwards
  npm run restore -- FILE --check           reads the file to its end and checks it, and touches nothing

The site must be stopped. The photos go to the store of the S3_ variables, else into DATA_DIR. It ends with 0, or with 1
where nothing was restored; the database is as it was then.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean" },
      into: { type: "string" },
      replace: { type: "boolean" },
      check: { type: "boolean" },
    },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const [given, ...rest] = positionals;
  if (given === undefined || rest.length > 0) throw new UsageError(usage);
  const file = resolve(given);
  if (values.check === true) {
    console.log(`${file} is whole: ${await checkBackup(file)} entries.`);
    return;
  }
  const into = values.into === undefined ? {} : { DATA_DIR: resolve(values.into) };
  const config = loadConfig({ ...process.env, ...into });
  // Checked before anything is opened, so that an incomplete archive changes nothing.
  const entries = await checkBackup(file);
  const database = await openSiteDatabaseAlone(config);
  const line = createProgressLine();
  try {
    const { at, rows, photos, jobs } = await restoreBackup({
      file,
      url: database.url,
      store: openFileStore(config.photos),
      replace: values.replace === true,
      onProgress: (done) => line.show(`Restored: ${done.photos} photos, ${done.rows} rows`),
    });
    line.end();
    console.log(
      `The site is as it was at ${at}: ${rows} rows, ${photos} photos, ${jobs} waiting jobs (${entries} entries).`,
    );
    console.log(
      `Data: ${config.database.url === null ? join(config.dataDir, "postgres") : "DATABASE_URL"}. Start the site as always.`,
    );
  } finally {
    line.end();
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  failExpectedly(error, usage);
}
// Otherwise idle connections of the photo store delay the exit.
process.exit();
