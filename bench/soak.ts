/**
 * Long runs, which may be broken off and go on later: what was run is a line in data/soak/NAME.jsonl each.
 *
 *     npm run soak -- payments [how many]           payment histories, 10,000 unless told
 *     npm run soak -- payments-killed [how many]    rounds with the process really killed, 200 unless told
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { soakKilled } from "./soak/payments-killed.ts";
import { openRecord } from "./soak/record.ts";

/** Small enough that breaking off loses little. */
const historiesAtOnce = 50;

function runHistories(seed: number, count: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", "src/server/payments/histories"],
      {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, HISTORIES: String(count), HISTORIES_SEED: String(seed) },
      },
    );
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      signal === null ? resolve(code === 0) : reject(new Error(`ended by ${signal}`)),
    );
  });
}

async function soakHistories(goal: number): Promise<void> {
  const record = await openRecord(join("data", "soak", "payments.jsonl"));
  while (record.rounds() < goal) {
    const count = Math.min(historiesAtOnce, goal - record.rounds());
    const seed = record.nextSeed();
    const start = Date.now();
    const passed = await runHistories(seed, count);
    await record.add({ seed, rounds: count, passed, seconds: Math.round((Date.now() - start) / 1000) });
    console.log(`seed ${seed}: ${count} ${passed ? "right" : "WRONG"}; ${record.rounds()} of ${goal}`);
    if (!passed) throw new Error(`HISTORIES=${count} HISTORIES_SEED=${seed} fails`);
  }
}

const [name, given] = process.argv.slice(2);
if (name === "payments") await soakHistories(Number(given ?? 10_000));
else if (name === "payments-killed") await soakKilled(Number(given ?? 200));
else throw new Error("Say what to run: payments or payments-killed.");
