import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { takeBackup } from "#server/platform/backup/take-backup.ts";
import { loadConfig } from "#server/config.ts";
import { openSiteDatabase } from "#server/platform/db/site-database.ts";
import { openFileStore } from "#server/market/photos/open-file-store.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";
import { createProgressLine, megabytes } from "./site/progress-line.ts";

const usage = `Writes the database and the photos, as they are at one moment, into one file.

  npm run backup                    into DATA_DIR/backups/vetura-DATE-TIME.tar
  npm run backup -- FILE            into that file; it must not be there yet
  npm run backup -- --keep 14       afterwards removes all but the newest 14 of DATA_DIR/backups

It works on the database of DATABASE_URL, else on the embedded one in DATA_DIR, whether or not the site is running, and on
the photos of the S3_ variables, else of DATA_DIR. It ends with 0; with 1 where there is no backup; with 3 where the backup
is whole and the site itself lacks files of photos.`;

const ownName = /^vetura-\d{8}-\d{6}\.tar$/;

function nameOfNow(): string {
  const [day = "", time = ""] = new Date().toISOString().split("T");
  return `vetura-${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}.tar`;
}

/** Deletes the oldest backups except `keep`, by this program's file names; other files are left alone. */
async function removeOlder(folder: string, keep: number): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).toSorted();
  const old = names.slice(0, Math.max(names.length - keep, 0));
  for (const name of old) await rm(join(folder, name));
  return old;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" }, keep: { type: "string" } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const [given, ...rest] = positionals;
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (rest.length > 0) throw new UsageError(usage);
  if (keep !== null && (!Number.isInteger(keep) || keep < 1))
    throw new UsageError("--keep takes a whole number from 1.");
  if (keep !== null && given !== undefined)
    throw new UsageError("--keep is for DATA_DIR/backups, not for a file of your own.");

  const config = loadConfig(process.env);
  const file = given === undefined ? join(config.dataDir, "backups", nameOfNow()) : resolve(given);
  const database = await openSiteDatabase(config);
  const line = createProgressLine();
  const began = performance.now();
  try {
    const { rows, photos, bytes, withoutFiles } = await takeBackup({
      file,
      url: database.url,
      store: openFileStore(config.photos),
      onProgress: ({ step, done, total, bytes: written }) =>
        line.show(`${step === "photos" ? "Photos" : "Tables"}: ${done} of ${total}, ${megabytes(written)}`),
    });
    line.end();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${file}\n${rows} rows, ${photos} photos, ${megabytes(bytes)}, ${seconds} s`);
    if (withoutFiles.length > 0) {
      console.error(
        `The site itself has no files for ${withoutFiles.length} photos: ${withoutFiles.slice(0, 5).join(", ")}`,
      );
      process.exitCode = 3;
    }
    if (keep !== null) {
      for (const name of await removeOlder(dirname(file), keep)) console.log(`Removed ${basename(name)}`);
    }
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
