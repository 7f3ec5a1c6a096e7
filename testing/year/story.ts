import { z } from "zod";
import { createSeededRandom } from "#testing/seeded-random.ts";
import { actionNames, weightOf } from "./action-list.ts";

/**
 * `at`: minutes from the story's start. `who`, `a`, `b`: numbers that each action interprets, so that any
 * subset of steps is a valid story.
 */
const step = z.object({
  at: z.number(),
  do: z.enum(actionNames),
  who: z.number(),
  a: z.number(),
  b: z.number(),
});
export type Step = z.infer<typeof step>;

export const storySchema = z.object({
  name: z.string(),
  seed: z.number(),
  days: z.number(),
  people: z.number(),
  dealers: z.number(),
  steps: z.array(step),
});
/** Everything that determines a simulation; the same story repeats it, except for the timing of processes. */
export type Story = z.infer<typeof storySchema>;

const dayInMinutes = 1440;
/** The hours in which people act, in minutes of a UTC day. */
const morning = 450;
const evening = 1260;

export interface StoryOptions {
  readonly seed: number;
  readonly days: number;
  readonly people: number;
  readonly dealers: number;
  readonly stepsADay: number;
}

/** A random story; the same for the same options. */
export function generateStory({ seed, days, people, dealers, stepsADay }: StoryOptions): Story {
  const random = createSeededRandom(seed);
  const steps: Step[] = [];
  const add = (day: number, name: Step["do"], who = random.below(people)): void => {
    const at = day * dayInMinutes + morning + random.below(evening - morning);
    steps.push({ at, do: name, who, a: random.below(1_000_000), b: random.below(1_000_000) });
  };
  // Most people register in the first half, some on the first day.
  const firstDays = Math.max(1, Math.floor(days / 2));
  for (let who = 0; who < people; who += 1)
    add(who < dealers + 6 ? 0 : random.below(firstDays), "register", who);
  for (let dealer = 0; dealer < dealers; dealer += 1)
    add(Math.min(days - 1, 1 + random.below(firstDays)), "subscribe", dealer);
  const total = actionNames.reduce((sum, name) => sum + weightOf(name), 0);
  for (let day = 0; day < days; day += 1) {
    for (let turn = 0; turn < stepsADay; turn += 1) {
      let point = random.next() * total;
      const name = actionNames.find((each) => (point -= weightOf(each)) < 0) ?? "visit";
      add(day, name);
    }
    if (day % 30 === 14 || (days < 30 && day === 1)) add(day, "kill");
    if (day % 30 === 29 || (days < 30 && day === days - 1)) add(day, "restartCopy");
  }
  // Every action at least once.
  for (const name of actionNames)
    if (weightOf(name) > 0 && !steps.some((one) => one.do === name))
      add(Math.min(days - 1, 1 + random.below(days)), name);
  steps.sort((one, other) => one.at - other.at);
  return { name: `seed ${seed}`, seed, days, people, dealers, steps };
}
