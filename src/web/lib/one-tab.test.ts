import { expect, test } from "vitest";
import { oneTabAtATime } from "./one-tab.ts";

/** Node's locks are the browsers'. */
const locks = () => navigator.locks;

test("one tab at a time does its work", async () => {
  const exclusive = oneTabAtATime("one", locks);
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([exclusive(work("a")), exclusive(work("b"))])).toEqual(["a", "b"]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("a tab that fell asleep in the middle of its work holds up no other for good", async () => {
  const asleep = Promise.withResolvers<void>();
  const sleeping = oneTabAtATime("two", locks)(() => asleep.promise);
  expect(await oneTabAtATime("two", locks, 20)(async () => "done")).toBe("done");
  asleep.resolve();
  await sleeping;
});

test("what fails is done once, and fails", async () => {
  let times = 0;
  const failing = oneTabAtATime(
    "three",
    locks,
    20,
  )(async () => {
    times += 1;
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(times).toBe(1);
});

test("without locks the work is done at once", async () => {
  expect(await oneTabAtATime("four", () => undefined)(async () => "done")).toBe("done");
});
