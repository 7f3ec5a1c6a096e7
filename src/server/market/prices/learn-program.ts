/**
 * The child process that fits prices: gets the database's address from its parent, reports the result, and
 * ends. It also ends with its parent.
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
