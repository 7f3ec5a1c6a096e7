import { expect, test } from "vitest";
import { Coalesce } from "./coalesce.ts";

test("a hundred calls at once share two runs: the first and one for all that came during it", async () => {
  const coalesce = new Coalesce<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    const mine = runs;
    await new Promise((resolve) => setImmediate(resolve));
    return mine;
  };
  const results = await Promise.all(Array.from({ length: 100 }, () => coalesce.run("a", work)));
  expect(runs).toBe(2);
  expect(results.filter((result) => result === 1)).toHaveLength(1);
});

test("a call during a run that fails still gets a run of its own", async () => {
  const coalesce = new Coalesce<string>();
  const failing = coalesce.run("a", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("away");
  });
  const second = coalesce.run("a", async () => "done");
  await expect(failing).rejects.toThrow("away");
  expect(await second).toBe("done");
});

test("calls with different keys do not share runs", async () => {
  const coalesce = new Coalesce<string>();
  expect(await Promise.all([coalesce.run("a", async () => "a"), coalesce.run("b", async () => "b")])).toEqual(
    ["a", "b"],
  );
});

test("runs of a key begin at least the spacing apart, and calls in between wait for the next one", async () => {
  const spacing = 40;
  const coalesce = new Coalesce<number>({ spacing });
  const starts: number[] = [];
  const work = async () => starts.push(performance.now());
  await coalesce.run("a", work);
  const [second, third] = await Promise.all([coalesce.run("a", work), coalesce.run("a", work)]);
  expect([second, third]).toEqual([2, 2]);
  const [first = 0, next = 0] = starts;
  // A timer may fire a millisecond early.
  expect(next - first).toBeGreaterThanOrEqual(spacing - 2);
});

test("the spacing also holds after a failure and for its own key only", async () => {
  const coalesce = new Coalesce<string>({ spacing: 60_000 });
  await expect(coalesce.run("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  const again = coalesce.run("a", async () => "later");
  expect(await Promise.race([again, coalesce.run("b", async () => "at once")])).toBe("at once");
});
