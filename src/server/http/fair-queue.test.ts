import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function drain<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

describe("a fair queue", () => {
  test("a fair queue serves a second key after one item of the first, not after a hundred", () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 100; i++) queue.push("a", `a${i}`);
    queue.push("b", "b0");
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(["a0", "b0", "a1"]);
  });

  test("a fair queue loses nothing, preserves each key's order and lets no key wait for two turns of another", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c")), (keys) => {
        const queue = new FairQueue<{ key: string; place: number }>();
        for (const [place, key] of keys.entries()) queue.push(key, { key, place });
        const served = drain(queue);
        expect(served).toHaveLength(keys.length);
        expect(queue.size).toBe(0);
        for (const key of ["a", "b", "c"]) {
          const places = served.filter((item) => item.key === key).map((item) => item.place);
          expect(places).toEqual(places.toSorted((one, other) => one - other));
        }
        const last = (key: string) => served.findLastIndex((item) => item.key === key);
        for (const [index, item] of served.entries()) {
          const again = served.findIndex((other, at) => at > index && other.key === item.key);
          if (again < 0) continue;
          for (const other of ["a", "b", "c"].filter((key) => key !== item.key && last(key) > again)) {
            expect(served.slice(index, again).some((between) => between.key === other)).toBe(true);
          }
        }
      }),
    );
  });

  test("a fair queue skips a key whose next item may not run yet", () => {
    const queue = new FairQueue<string>();
    queue.push("a", "heavy");
    queue.push("b", "light");
    expect(queue.shift((item) => item !== "heavy")).toBe("light");
    expect(queue.shift((item) => item !== "heavy")).toBeUndefined();
    expect(queue.shift()).toBe("heavy");
  });

  test("a fair queue hands out each item once", () => {
    const queue = new FairQueue<string>();
    queue.push("a", "one");
    queue.push("a", "two");
    expect(queue.remove("a", "one")).toBe(true);
    expect(queue.remove("a", "one")).toBe(false);
    expect(queue.waitingOf("a")).toBe(1);
    expect(drain(queue)).toEqual(["two"]);
  });
});
