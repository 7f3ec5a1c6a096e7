import { expect, test } from "vitest";
import { oneTabAtATime } from "./one-tab.ts";

/** Node implements the browsers' Web Locks. */
const locks = () => navigator.locks;

test("oneTabAtATime lets one tab work at a time", async () => {
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

test("oneTabAtATime does not wait for ever for a suspended tab", async () => {
  const suspended = Promise.withResolvers<void>();
  const blocked = oneTabAtATime("two", locks)(() => suspended.promise);
  expect(await oneTabAtATime("two", locks, 20)(async () => "done")).toBe("done");
  suspended.resolve();
  await blocked;
});

test("oneTabAtATime runs failing work once and rejects", async () => {
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

test("oneTabAtATime runs the work at once without the Web Locks API", async () => {
  expect(await oneTabAtATime("four", () => undefined)(async () => "done")).toBe("done");
});
