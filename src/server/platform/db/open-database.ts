import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import type { StartReport } from "#server/start-report.ts";
import { createDatabase, type Database, type DatabaseOptions } from "./connection.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { migrate } from "./migrate.ts";

export interface OpenDatabaseOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly report: StartReport;
  /** Receives everything to close, as soon as it is open. */
  readonly onOpen: (close: () => Promise<void>) => void;
  readonly onStatement?: DatabaseOptions["onStatement"];
}

/** Starts the embedded database where no other is configured, migrates it and connects to it. */
export async function openDatabase({
  config,
  log,
  report,
  onOpen,
  onStatement,
}: OpenDatabaseOptions): Promise<{ database: Database; databaseUrl: string }> {
  const url = config.database.url ?? (await report.step("Start the database", startEmbedded));
  async function startEmbedded(): Promise<string> {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      onNote: (note) => log.warn("database.note", { note }),
    });
    onOpen(() => embedded.stop());
    return embedded.url;
  }
  await report.step("Migrate the database", (onDetail) =>
    migrate(url, {
      onProgress: ({ name, number, total }) => onDetail(`${name} (${number} of ${total})`),
      onUnknown: (name) => log.warn("database.newer_migration", { name }),
    }),
  );
  const { poolUrl } = config.database;
  const database = createDatabase(poolUrl ?? url, {
    log,
    pooled: poolUrl !== null,
    ...(onStatement === undefined ? {} : { onStatement }),
  });
  onOpen(() => database.close());
  if (poolUrl !== null && (await hasNoLimits(database))) log.warn("database.pool_without_limits");
  return { database, databaseUrl: url };
}

/** Whether statements may run for ever there: a pooler's users cannot set that. */
async function hasNoLimits({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    db,
  );
  return rows[0]?.limit === "0";
}
