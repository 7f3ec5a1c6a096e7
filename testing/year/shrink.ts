import type { Story } from "./story.ts";

/** A fault's identity without its time and person. */
export function kindOfFault(fault: string): string {
  return fault
    .replace(/^\S+ (?:step \d+ \w+|day \d+|end): /, "")
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")
    .replaceAll(/\S+@\S+/g, "ADDRESS")
    .replaceAll(/\d+/g, "N")
    .slice(0, 100);
}

export interface Shrunk {
  readonly story: Story;
  readonly tries: number;
}

/**
 * Removes steps while the story still fails in the same way: halves first, then quarters, down to single steps.
 * Returns the result at `deadline` (ms since 1970); `fails` plays once.
 */
export async function shrink(
  story: Story,
  fails: (story: Story) => Promise<boolean>,
  deadline: number,
): Promise<Shrunk> {
  let { steps } = story;
  let tries = 0;
  const attempt = async (left: Story["steps"]): Promise<boolean> => {
    tries += 1;
    const days = Math.max(1, Math.ceil(((left.at(-1)?.at ?? 0) + 1) / 1440) + 1);
    return fails({ ...story, steps: left, days: Math.min(story.days, days) });
  };
  for (let parts = 2; steps.length > 1 && Date.now() < deadline;) {
    const size = Math.ceil(steps.length / parts);
    let shorter: Story["steps"] | null = null;
    for (let from = 0; from < steps.length && Date.now() < deadline; from += size) {
      const left = [...steps.slice(0, from), ...steps.slice(from + size)];
      if (left.length > 0 && (await attempt(left))) {
        shorter = left;
        break;
      }
    }
    if (shorter !== null) {
      steps = shorter;
      parts = Math.max(2, parts - 1);
    } else if (parts >= steps.length) break;
    else parts = Math.min(steps.length, parts * 2);
  }
  const last = Math.ceil(((steps.at(-1)?.at ?? 0) + 1) / 1440) + 1;
  return { story: { ...story, steps, days: Math.min(story.days, last) }, tries };
}
