import { BackupError } from "#server/platform/backup/archive.ts";
import { ConfigError } from "#server/config.ts";
import { EmbeddedPostgresError } from "#server/platform/db/embedded-error.ts";
import { MigrationError } from "#server/platform/db/migrate.ts";
import { PriceCsvError } from "#server/market/prices/price-csv.ts";

/** An error that the operator can fix; shown without a stack. */
export class UsageError extends Error {}

/** Ends the program with a message for the operator if the error is expected; rethrows bugs. */
export function failExpectedly(error: unknown, usage: string): void {
  if (!(error instanceof Error)) throw error;
  const expected = [
    UsageError,
    ConfigError,
    EmbeddedPostgresError,
    MigrationError,
    BackupError,
    PriceCsvError,
  ];
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (expected.some((kind) => error instanceof kind)) console.error(error.message);
  else if (code.startsWith("ERR_PARSE_ARGS")) console.error(`${error.message}\n\n${usage}`);
  else if (code === "ENOSPC") console.error(`The disk is full: ${error.message}`);
  // An unreachable database is not a bug of this program.
  else if (code !== "") console.error(`The database or the photos can't be used: ${error.message} (${code})`);
  else throw error;
  process.exitCode = 1;
}
