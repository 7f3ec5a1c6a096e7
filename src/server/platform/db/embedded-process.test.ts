import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { startZombie } from "#testing/zombie-process.ts";
import { processLives } from "./embedded-process.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test("a process that was killed is dead, though nobody has taken note of it", async () => {
  const { pid, endParent } = await startZombie();
  ends.push(endParent);
  expect(await processLives(pid)).toBe(true);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => processLives(pid), { interval: 5, timeout: 10_000 }).toBe(false);
  // Its number is still taken: otherwise this would say nothing.
  expect(() => process.kill(pid, 0)).not.toThrow();
});

test("a process number that is not in use is no running process", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  expect(await processLives(gone.pid ?? 0)).toBe(false);
});
