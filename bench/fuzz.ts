/**
 * Made-up and spoiled requests to every address, as everybody (specification.md#safety): none is answered with a 5xx, none
 * hangs, none leaves a warning, an error or a failed job in the log. May be broken off and goes on later; what was run is a
 * line in data/fuzz.jsonl each, with its seed.
 *
 *     npm run fuzz [how many]                  1,000,000 unless told
 *     npm run fuzz -- --bodies [how many]      bodies of every size and shape (10,000 unless told) to the built product:
 *                                              prints the event loop's delay and the memory, ends with 1 where a promise
 *                                              is broken; `--seed=N` makes the same bodies again
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fuzzBodies } from "./fuzz/bodies.ts";
import { fuzzOverTheNet } from "./fuzz/over-the-net.ts";
import { openRecord } from "./soak/record.ts";

/** In-process, where some hundred a second can be asked. */
const inProcess = 20_000;
/** To the built product over the network, pages and malformed HTTP among them. */
const overTheNet = 5_000;
/** One batch of so many goes over the network. */
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
  const rounds = Math.min(net ? overTheNet : inProcess, goal - record.rounds());
  const wrongs = net ? await fuzzOverTheNet(rounds, seed) : [];
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
