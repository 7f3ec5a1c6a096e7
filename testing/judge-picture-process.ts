import { readFile } from "node:fs/promises";
import { judgePicture } from "#server/market/photos/judge-picture.ts";

/** Validates the picture files given as arguments; sends the time and memory of each to its parent. */

const times = 3;
/** Peak memory so far (maxRSS), in kB. */
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
  // The first runs are slower on any machine; the minimum is the cost of the work itself.
  costs.push({ milliseconds: Math.min(...milliseconds), megabytes: (highest() - before) / 1024 });
}
process.send?.(costs);
