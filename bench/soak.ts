/**
 * Long runs, which may be broken off and go on later: what was run is a line in data/soak/NAME.jsonl each.
 *
 *     npm run soak -- payments [how many]           payment histories, 10,000 unless told
 *     npm run soak -- webhooks [how many]           deliveries to two processes, 100,000 unless told
 *     npm run soak -- payments-killed [how many]    rounds with the process really killed, 200 unless told
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { soakKilled } from "./soak/payments-killed.ts";
import { openRecord } from "./soak/record.ts";

/** A long form of an integration test: `amount` is the variable that says how much. */
interface LongForm {
  readonly test: string;
  readonly amount: string;
  /** At a time: small enough that breaking off loses little. */
  readonly batch: number;
  /** Batches at once, each on a database and a provider of its own: most of a history's time is waiting. */
  readonly atOnce: number;
  readonly goal: number;
}

const longForms: Readonly<Record<string, LongForm>> = {
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

/** In memory where there is such a place: nothing here survives its process, so nothing need reach a disk. */
const folder = existsSync("/dev/shm") ? { TMPDIR: "/dev/shm" } : {};

function runOnce(form: LongForm, seed: number, count: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", form.test],
      {
        // What went wrong is told there.
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, ...folder, [form.amount]: String(count), TEST_SEED: String(seed) },
      },
    );
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      signal === null ? resolve(code === 0) : reject(new Error(`ended by ${signal}`)),
    );
  });
}

async function soak(name: string, form: LongForm, goal: number): Promise<void> {
  const record = await openRecord(join("data", "soak", `${name}.jsonl`));
  let given = record.rounds();
  let nextSeed = record.nextSeed();
  const lane = async (): Promise<void> => {
    while (given < goal) {
      const count = Math.min(form.batch, goal - given);
      given += count;
      const seed = nextSeed;
      nextSeed += 1;
      const start = Date.now();
      const passed = await runOnce(form, seed, count);
      await record.add({ seed, rounds: count, passed, seconds: Math.round((Date.now() - start) / 1000) });
      console.log(`seed ${seed}: ${count} ${passed ? "right" : "WRONG"}; ${record.rounds()} of ${goal}`);
      if (passed) continue;
      given = goal;
      throw new Error(`${form.amount}=${count} TEST_SEED=${seed} fails`);
    }
  };
  await Promise.all(Array.from({ length: form.atOnce }, lane));
}

const [name = "", given] = process.argv.slice(2);
const form = Object.hasOwn(longForms, name) ? longForms[name] : undefined;
if (form !== undefined) await soak(name, form, Number(given ?? form.goal));
else if (name === "payments-killed") await soakKilled(Number(given ?? 200));
else throw new Error("Say what to run: payments, webhooks or payments-killed.");
