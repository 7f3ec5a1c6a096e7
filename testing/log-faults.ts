import { readFile } from "node:fs/promises";

/**
 * Warnings and errors in the log file of a built site, including failed jobs (`job.failed`), except those
 * that a run causes on purpose.
 */
export async function findLogFaults(file: string, expectedLines: readonly RegExp[] = []): Promise<string[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter(
    (line) => /"level":"(?:warn|error)"/.test(line) && !expectedLines.some((expected) => expected.test(line)),
  );
}
