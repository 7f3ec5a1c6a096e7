import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findLogFaults } from "#testing/log-faults.ts";

// Retries, because the database of the site, which stops only after this, may still write into the folder.
const gone = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** Log lines that tests cause on purpose, each with the test file. */
const expectedLines: readonly { by: string; line: RegExp }[] = [];

/** After all tests: checks the site's log, then removes the data folder and the database outside of it. */
export default async function globalTeardown(): Promise<void> {
  const folder = process.env.E2E_DATA_DIR;
  if (folder === undefined) return;
  const log = `${folder}.log`;
  const faults = await findLogFaults(
    log,
    expectedLines.map(({ line }) => line),
  );
  const pointed = await readFile(join(folder, "postgres.location"), "utf8").catch(() => "");
  if (pointed.trim() !== "") await rm(pointed.trim(), gone);
  await rm(folder, gone);
  if (faults.length > 0)
    throw new Error(
      `The site logged ${faults.length} warnings and errors that no test was to cause (all of its log: ${log}):\n${faults.slice(0, 40).join("\n")}`,
    );
  await rm(log, gone);
}
