import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const entry = z.object({
  /** The random seed: the same seed repeats the run. */
  seed: z.number(),
  rounds: z.number(),
  passed: z.boolean(),
  seconds: z.number(),
  detail: z.record(z.string(), z.unknown()).optional(),
});
type Entry = z.infer<typeof entry>;

/** A JSON Lines file of finished runs; an interrupted series continues after it. */
export interface SoakRecord {
  /** Rounds that passed. */
  rounds(): number;
  nextSeed(): number;
  add(run: Entry): Promise<void>;
}

export async function openRecord(file: string): Promise<SoakRecord> {
  await mkdir(dirname(file), { recursive: true });
  const text = await readFile(file, "utf8").catch(() => "");
  const entries = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => entry.parse(JSON.parse(line)));
  return {
    rounds: () => entries.reduce((sum, { passed, rounds }) => sum + (passed ? rounds : 0), 0),
    nextSeed: () => entries.reduce((most, { seed }) => Math.max(most, seed), 0) + 1,
    add: async (run) => {
      entries.push(run);
      await appendFile(file, `${JSON.stringify({ at: new Date().toISOString(), ...run })}\n`);
    },
  };
}
