/**
 * Simulates a year of the site with a fake clock: users, dealers and admins call every endpoint of the
 * contract, on two copies of the site, and a model checks the results (docs/RELIABILITY.md, "A year of the
 * site").
 *
 *     npm run year                          365 days of one seed: TEST_SEED or 1
 *     npm run year -- --seeds 1-10          several seeds
 *     npm run year -- --days 30 --seed 7    fewer days
 *     npm run year -- --short               three days and all saved stories: part of npm test
 *     npm run year -- --story FILE          replays a story
 *
 * After a failure the story is shrunk to fewer steps with the same fault, for at most --shrink minutes (10).
 * The shortest is written to data/year/; move it to testing/year/stories/ to keep it as a test.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { uncalledEndpoints } from "#testing/year/endpoints.ts";
import { playStory } from "#testing/year/play-story.ts";
import { kindOfFault, shrink } from "#testing/year/shrink.ts";
import { generateStory, type Story, storySchema } from "#testing/year/story.ts";

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "365" },
    people: { type: "string", default: "300" },
    dealers: { type: "string", default: "12" },
    steps: { type: "string", default: "15" },
    seed: { type: "string", default: process.env["TEST_SEED"] ?? "1" },
    seeds: { type: "string" },
    story: { type: "string" },
    short: { type: "boolean", default: false },
    shrink: { type: "string", default: "10" },
  },
});

const kept = "testing/year/stories";
/** A run of at least this many days must have called every endpoint of the contract. */
const daysForAll = 180;
const maxShown = 40;

async function readStory(file: string): Promise<Story> {
  return storySchema.parse(JSON.parse(await readFile(file, "utf8")));
}

function seedsOf(text: string): number[] {
  const [first = 1, last = first] = text.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function storiesToPlay(): Promise<Story[]> {
  if (values.story !== undefined) return [await readStory(values.story)];
  if (values.short) {
    const names = (await readdir(kept)).filter((name) => name.endsWith(".json")).toSorted();
    const again = await Promise.all(names.map((name) => readStory(join(kept, name))));
    const seed = Number(values.seed);
    return [generateStory({ seed, days: 3, people: 24, dealers: 4, stepsADay: 40 }), ...again];
  }
  return seedsOf(values.seeds ?? values.seed).map((seed) =>
    generateStory({
      seed,
      days: Number(values.days),
      people: Number(values.people),
      dealers: Number(values.dealers),
      stepsADay: Number(values.steps),
    }),
  );
}

/** Shrinks a story to a short one with the same fault, and writes it to a file. */
async function shorten(story: Story, fault: string): Promise<void> {
  const minutes = Number(values.shrink);
  if (minutes === 0 || story.steps.length < 3) return;
  const kind = kindOfFault(fault);
  const fails = async (shorter: Story): Promise<boolean> =>
    (await playStory(shorter, { stopAt: (found) => kindOfFault(found) === kind })).faults.some(
      (found) => kindOfFault(found) === kind,
    );
  const { story: short, tries } = await shrink(story, fails, Date.now() + minutes * 60_000);
  await mkdir("data/year", { recursive: true });
  const file = join("data", "year", `seed-${story.seed}.json`);
  await writeFile(file, `${JSON.stringify({ ...short, name: fault.slice(0, 200) }, null, 1)}\n`);
  console.error(
    `  ${short.steps.length} of ${story.steps.length} steps are enough (${tries} tries): ${file}`,
  );
}

for (const story of await storiesToPlay()) {
  const { faults, cars, mails, seconds, calls } = await playStory(story, { note: console.log });
  const missing = story.days >= daysForAll ? uncalledEndpoints(calls.keys()) : [];
  const all = [...faults, ...missing.map((name) => `nobody called ${name}`)];
  console.log(
    `${story.name}: ${story.days} days, ${story.steps.length} steps, ${cars} cars, ${mails} mails, ${seconds} s, ${all.length} faults`,
  );
  for (const fault of all.slice(0, maxShown)) console.error(`  ${fault}`);
  if (all.length === 0) continue;
  process.exitCode = 1;
  const [first] = faults;
  if (first !== undefined) await shorten(story, first);
}
