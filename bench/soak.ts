/**
 * Long runs that can be interrupted and resumed; each batch is a line in data/soak/NAME.jsonl.
 *
 *     npm run soak -- payments [count]           payment histories, 10,000 by default
 *     npm run soak -- webhooks [count]           deliveries to two processes, 100,000 by default
 *     npm run soak -- payments-killed [count]    rounds with SIGKILL, 200 by default
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { soakKilled } from "./soak/payments-killed.ts";
import { openRecord } from "./soak/record.ts";

/** An integration test in its long form: the environment variable `amount` sets how much it does. */
interface SoakTest {
  readonly test: string;
  readonly amount: string;
  /** Size of a batch: small enough that an interruption loses little. */
  readonly batch: number;
  /** Concurrent batches, each with its own database and provider: a history mostly waits. */
  readonly atOnce: number;
  readonly goal: number;
}

const soakTests: Readonly<Record<string, SoakTest>> = {
  payments: {
    test: "src/server/money/billing/histories",
    amount: "HISTORIES",
    batch: 100,
    atOnce: 2,
    goal: 10_000,
  },
  webhooks: {
    test: "src/server/money/billing/deliveries",
    amount: "DELIVERIES",
    batch: 5_000,
    atOnce: 1,
    goal: 100_000,
  },
};

/** In memory if possible: nothing here must survive its process. */
const folder = existsSync("/dev/shm") ? { TMPDIR: "/dev/shm" } : {};

function runOnce(soakTest: SoakTest, seed: number, count: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", soakTest.test],
      {
        // The test prints failures to standard error.
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, ...folder, [soakTest.amount]: String(count), TEST_SEED: String(seed) },
      },
    );
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      signal === null ? resolve(code === 0) : reject(new Error(`ended by ${signal}`)),
    );
  });
}

async function soak(name: string, soakTest: SoakTest, goal: number): Promise<void> {
  const record = await openRecord(join("data", "soak", `${name}.jsonl`));
  let given = record.rounds();
  let nextSeed = record.nextSeed();
  const lane = async (): Promise<void> => {
    while (given < goal) {
      const count = Math.min(soakTest.batch, goal - given);
      given += count;
      const seed = nextSeed;
      nextSeed += 1;
      const start = Date.now();
      const passed = await runOnce(soakTest, seed, count);
      await record.add({ seed, rounds: count, passed, seconds: Math.round((Date.now() - start) / 1000) });
      console.log(`seed ${seed}: ${count} ${passed ? "right" : "WRONG"}; ${record.rounds()} of ${goal}`);
      if (passed) continue;
      given = goal;
      throw new Error(`${soakTest.amount}=${count} TEST_SEED=${seed} fails`);
    }
  };
  await Promise.all(Array.from({ length: soakTest.atOnce }, lane));
}

const [name = "", given] = process.argv.slice(2);
const soakTest = Object.hasOwn(soakTests, name) ? soakTests[name] : undefined;
if (soakTest !== undefined) await soak(name, soakTest, Number(given ?? soakTest.goal));
else if (name === "payments-killed") await soakKilled(Number(given ?? 200));
else throw new Error("Say what to run: payments, webhooks or payments-killed.");
