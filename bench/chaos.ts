/**
 * Long runs against breaking: the product as it is built, on a database of its own, while something goes wrong. What each
 * one reached stands in docs/RELIABILITY.md.
 *
 *     npm run chaos                       says what there is
 *     npm run chaos -- NAME [how much]    runs one; ends with an error where a promise was broken
 */

interface Run {
  /** What goes wrong, for the list. */
  readonly what: string;
  /** What stands behind the name; loaded only when it is run. */
  readonly load: () => Promise<(...given: readonly string[]) => Promise<void>>;
}

const runs: Readonly<Record<string, Run>> = {};

const [name, ...given] = process.argv.slice(2);
const run = name === undefined ? undefined : runs[name];
if (run === undefined) {
  const list = Object.entries(runs).map(([each, { what }]) => `  ${each.padEnd(14)} ${what}`);
  console.error(`Say what to run:\n${list.join("\n")}`);
  process.exitCode = 1;
} else {
  await (
    await run.load()
  )(...given);
}
