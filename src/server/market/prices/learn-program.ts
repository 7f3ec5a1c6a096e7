/**
 * The child process that learns prices: told by its parent where the database is, answers how the fit went, and ends.
 * With its parent it ends too.
 */
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { learnPrices } from "./learn-prices.ts";
import { type LearnAnswer, parseLearnOrder } from "./learn-protocol.ts";

process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const log = createLogger(() => {});

async function learn(url: string): Promise<LearnAnswer> {
  const database = createDatabase(url, { log, maxConnections: 2, statementTimeout: 60_000 });
  try {
    return { learned: await learnPrices({ db: database.db, url, now: () => new Date() }) };
  } catch (error) {
    return { learned: null, detail: String(error).slice(0, 500) };
  } finally {
    await database.close();
  }
}

async function answer(message: unknown): Promise<void> {
  process.send?.(await learn(parseLearnOrder(message).url));
  process.disconnect();
}

process.once("message", (message: unknown) => void answer(message));
