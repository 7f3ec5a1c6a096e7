import { actions } from "./actions.ts";
import { expectEnd } from "./expect-end.ts";
import { expectMails } from "./expect-mails.ts";
import { expectInvariants } from "./expect-invariants.ts";
import { updateLowerMileages } from "./mileage-rule.ts";
import { startYearSite } from "./site.ts";
import type { Story } from "./story.ts";
import { createWorld } from "./world.ts";

export interface Played {
  readonly faults: readonly string[];
  /** Successful calls of each endpoint, by "METHOD /path". */
  readonly calls: ReadonlyMap<string, number>;
  readonly mails: number;
  readonly cars: number;
  readonly seconds: number;
}

const minute = 60_000;
const dayInMs = 86_400_000;
/** The times of a UTC day, in minutes, at which the clock stops and people act. */
const stops = [450, 720, 1140];

/**
 * The first of March of the next year: the year from there includes both DST changes and New Year, and may
 * include 29 February.
 */
export function startOfYear(today = new Date()): number {
  return Date.UTC(today.getUTCFullYear() + 1, 2, 1);
}

/** Plays a story on its own site; returns all faults. Stops at the first fault for which `stopAt` is true. */
export async function playStory(
  story: Story,
  options: {
    readonly note?: (text: string) => void;
    readonly stopAt?: (fault: string) => boolean;
  } = {},
): Promise<Played> {
  const { note = () => {}, stopAt } = options;
  const began = performance.now();
  const start = startOfYear();
  const site = await startYearSite({ start: start + 400 * minute });
  try {
    const world = createWorld(site, story);
    const faults = (): string[] => [...world.faults, ...site.faults];
    const noted = new Set<string>();
    const noteFaults = (): void => {
      for (const fault of faults()) {
        if (!noted.has(fault)) note(`  ${fault}`);
        noted.add(fault);
      }
    };
    const isOver = (): boolean => stopAt !== undefined && faults().some(stopAt);
    const playSteps = async (): Promise<void> => {
      let next = 0;
      for (let day = 0; day < story.days && !isOver(); day += 1) {
        // A day without steps needs one stop, for the scheduled tasks.
        const isBusy = (story.steps[next]?.at ?? Number.POSITIVE_INFINITY) < (day + 1) * 1440;
        for (const stop of isBusy ? stops : stops.slice(0, 1)) {
          world.step = `day ${day}`;
          await site.jumpTo(start + day * dayInMs + stop * minute);
          updateLowerMileages(world);
          const until = day * 1440 + (stops.find((one) => one > stop) ?? 1440);
          for (; (story.steps[next]?.at ?? Number.POSITIVE_INFINITY) < until && !isOver(); next += 1) {
            const step = story.steps[next];
            if (step === undefined) break;
            world.step = `step ${next} ${step.do}`;
            await actions[step.do](world, step);
          }
          world.step = `day ${day}`;
          await site.runUntilIdle();
          await expectMails(world);
          noteFaults();
          if (isOver()) break;
        }
        if (day % 30 === 29 && !isOver()) {
          await expectInvariants(world);
          note(
            `day ${day + 1}: ${world.cars.length} cars, ${site.mail.mails.length} mails, ${faults().length} faults, ${Math.round((performance.now() - began) / 1000)} s`,
          );
        }
      }
      if (!isOver()) {
        world.step = "end";
        // By then everything delayed is done, such as mails of many deletions.
        await site.jumpTo(site.now() + dayInMs);
        updateLowerMileages(world);
        await expectMails(world);
        await expectInvariants(world);
        await expectEnd(world);
      }
    };
    try {
      await playSteps();
    } catch (error) {
      // An unreadable answer or a failed check is a fault as well.
      world.fault(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    return {
      faults: faults(),
      calls: site.calls,
      mails: site.mail.mails.length,
      cars: world.cars.length,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await site.close();
  }
}
