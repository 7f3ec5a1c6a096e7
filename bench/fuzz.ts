/**
 * Generated and malformed requests to every endpoint, as guest, user and admin (specification.md#safety): no
 * 5xx, no hanging request, no warning, error or failed job in the log. It can be interrupted and resumed;
 * each run is one line with its seed in data/fuzz.jsonl.
 *
 *     npm run fuzz [count]                1,000,000 by default
 *     npm run fuzz -- --bodies [count]    bodies of all sizes and shapes (10,000 by default) to the product:
 *                                         prints event loop delay and memory, exits with 1 if a promise was
 *                                         broken; `--seed=N` generates the same bodies again
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fuzzBodies } from "./fuzz/bodies.ts";
import { fuzzOverNetwork } from "./fuzz/over-network.ts";
import { openRecord } from "./soak/record.ts";

/** Requests of an in-process batch; some hundred a second. */
const inProcess = 20_000;
/** Requests of a batch to the built product over the network, with pages and malformed HTTP. */
const overNetwork = 5_000;
/** One batch of four goes over the network. */
const every = 4;

function runInProcess(seed: number, count: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", "src/server/fuzz.integration"],
      {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, FUZZ: String(count), TEST_SEED: String(seed) },
      },
    );
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      signal === null ? resolve(code === 0) : reject(new Error(`ended by ${signal}`)),
    );
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bodies: { type: "boolean", default: false }, seed: { type: "string" } },
});
if (values.bodies) {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  console.log(`seed ${seed}`);
  process.exit((await fuzzBodies(Number(positionals[0] ?? 10_000), seed)) ? 0 : 1);
}
const goal = Number(positionals[0] ?? 1_000_000);
const record = await openRecord(join("data", "fuzz.jsonl"));
while (record.rounds() < goal) {
  const seed = record.nextSeed();
  const start = Date.now();
  const net = seed % every === 0;
  const rounds = Math.min(net ? overNetwork : inProcess, goal - record.rounds());
  const wrongs = net ? await fuzzOverNetwork(rounds, seed) : [];
  const passed = net ? wrongs.length === 0 : await runInProcess(seed, rounds);
  await record.add({
    seed,
    rounds,
    passed,
    seconds: Math.round((Date.now() - start) / 1000),
    detail: { way: net ? "over the net" : "in process", ...(passed ? {} : { wrongs }) },
  });
  console.log(`seed ${seed}: ${rounds} ${passed ? "right" : "WRONG"}; ${record.rounds()} of ${goal}`);
  if (!passed) {
    console.error(wrongs.join("\n"));
    throw new Error(net ? "see above" : `FUZZ=${rounds} TEST_SEED=${seed} fails`);
  }
}
