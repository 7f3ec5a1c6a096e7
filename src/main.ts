import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "#server/config.ts";
import { EmbeddedPostgresError } from "#server/platform/db/embedded-error.ts";
import { MigrationError } from "#server/platform/db/migrate.ts";
import { ListenError } from "#server/listen-error.ts";
import { createLogger } from "#server/log.ts";
import { closeAll, type Opened, startSite } from "./start-site.ts";

/** Timeout of the whole stop; load balancers and supervisors wait half a minute. */
const maxStopMs = 29_000;
/** Timeout for interrupting a start. */
const startGrace = 8000;

/** Configuration errors are printed without a stack. */
function explain(error: unknown): string {
  const expected = [ConfigError, ListenError, EmbeddedPostgresError, MigrationError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function main(): void {
  const log = createLogger();
  const opened: Opened = { server: null, jobs: null, rest: [] };
  const ending = new AbortController();

  const end = async (code: number, reason: string): Promise<void> => {
    // Ctrl-C reaches this process from the terminal and again from its parent: one stop serves both.
    if (ending.signal.aborted) return;
    ending.abort();
    log.info("stopping", { reason });
    setTimeout(() => {
      log.error("stop.too_slow");
      process.exit(1);
    }, maxStopMs).unref();
    // Resources being opened must be known before they can be closed.
    await Promise.race([starting, sleep(startGrace, undefined, { ref: false })]);
    await closeAll(log, opened);
    log.info("stopped");
    process.exit(code);
  };

  const starting = startSite(log, opened, ending.signal).catch((error: unknown) => {
    if (ending.signal.aborted) return;
    process.stderr.write(`\n${explain(error)}\n\n`);
    void end(1, "start failed");
  });

  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => void end(0, name));
  // The start script was killed: without it nobody would know who uses the port.
  process.on("disconnect", () => void end(0, "parent gone"));
  process.on("uncaughtException", (error) => {
    log.error("uncaught", error);
    void end(1, "uncaught exception");
  });
}

main();
