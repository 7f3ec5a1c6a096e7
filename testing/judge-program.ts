import { readFile } from "node:fs/promises";
import { judgePicture } from "#server/market/photos/judge-picture.ts";

/** Judges the pictures whose files are its arguments, and reports to its parent what each verdict cost. */

const times = 3;
/** In kB, and it only grows: what the process has ever held at once. */
const highest = (): number => process.resourceUsage().maxRSS;

const costs: { milliseconds: number; megabytes: number }[] = [];
for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(await readFile(file));
  const before = highest();
  const milliseconds: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const start = process.threadCpuUsage();
    judgePicture(bytes);
    const { user, system } = process.threadCpuUsage(start);
    milliseconds.push((user + system) / 1000);
  }
  // The first time a program is slow anywhere; the least of them is what the work itself takes.
  costs.push({ milliseconds: Math.min(...milliseconds), megabytes: (highest() - before) / 1024 });
}
process.send?.(costs);
