/**
 * The thread with all fingerprints in memory. Before each look-up it reads new rows from the table itself, so
 * processes need not notify each other. Deleted photos stay in its memory until it ends: callers check the
 * rows.
 */
import { parentPort, workerData } from "node:worker_threads";
import { createLogger } from "#server/log.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createFingerprintMemory, overlap } from "./fingerprint-memory.ts";
import { firstOfNewest, readFingerprints } from "./photo-twins.queries.ts";
import { type Answer, type Question, questionSchema, setupSchema } from "./twins-protocol.ts";

const { url, maxPhotos } = setupSchema.parse(workerData);
const { db } = createDatabase(url, {
  log: createLogger(() => {}),
  maxConnections: 1,
  statementTimeout: 60_000,
});
const memory = createFingerprintMemory();
/** Number of the last row read; null before the first. */
let last: number | null = null;

/** Reads new rows, and those shortly before them again. */
async function readOn(): Promise<void> {
  let after = last === null ? await firstOfNewest(db, maxPhotos) : last - overlap;
  for (;;) {
    const rows = await readFingerprints(db, after);
    for (const { number, found } of rows) {
      if (memory.count < maxPhotos) memory.add(number, found);
      after = number;
    }
    last = Math.max(last ?? 0, after);
    if (rows.length === 0) return;
  }
}

async function answer({ question, fingerprints, limit }: Question): Promise<Answer> {
  try {
    await readOn();
    const found = fingerprints.map((fingerprint) => memory.find(fingerprint, limit));
    return { type: "found", question, found, photos: memory.count };
  } catch (error) {
    return { type: "failed", question, detail: String(error).slice(0, 500) };
  }
}

let turn: Promise<void> = Promise.resolve();
parentPort?.on("message", (message: unknown) => {
  const question = questionSchema.parse(message);
  turn = turn.then(async () => parentPort?.postMessage(await answer(question), []));
});
