import { expect, test } from "vitest";
import { inParallel } from "./in-parallel.ts";

test("inParallel does every task once and never exceeds its limit", async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    await Promise.resolve();
    now -= 1;
    done.push(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("inParallel resolves at once for an empty list", async () => {
  await expect(inParallel([], 3, () => Promise.reject(new Error("never")))).resolves.toBeUndefined();
});
