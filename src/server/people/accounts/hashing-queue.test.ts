import { expect, test } from "vitest";
import { accountHashing, type HashingFor, inTurn, visitorHashing } from "./hashing-queue.ts";

/** Work that ends on demand, with the order in which it began. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (name: string, whose: HashingFor) =>
    inTurn(whose, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends what was begun first and lets what follows begin. */
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, endOne, all: () => ends.length };
}

async function endAll(work: ReturnType<typeof createWork>, pieces: readonly Promise<void>[]): Promise<void> {
  while (work.all() > 0) await work.endOne();
  await Promise.all(pieces);
}

test("an account has one hashing slot and four waiting places, and further requests are refused", async () => {
  const work = createWork();
  const flood = Array.from({ length: 170 }, (_, index) =>
    work.start(`flood ${index}`, accountHashing("arta")),
  );
  const outcomes = Promise.allSettled(flood);
  const other = work.start("other", visitorHashing("203.0.113.1"));
  expect(work.begun).toEqual(["flood 0", "other"]);
  await endAll(work, [other]);
  const refused = (await outcomes).filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(165);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "too_many_requests" });
});

test("the hashing queue serves accounts in turn", async () => {
  const work = createWork();
  const pieces = ["a", "b"].flatMap((name) =>
    [1, 2, 3].map((index) => work.start(`${name}${index}`, accountHashing(name))),
  );
  pieces.push(work.start("c1", accountHashing("c")));
  await endAll(work, pieces);
  expect(work.begun.slice(0, 2)).toEqual(["a1", "b1"]);
  expect(work.begun.indexOf("c1")).toBeLessThanOrEqual(4);
});

test("a flood from one address leaves room for another address after one piece of work", async () => {
  const work = createWork();
  const flood = Array.from({ length: 150 }, (_, index) =>
    work.start(`flood ${index}`, visitorHashing("2001:db8::1")),
  );
  const outcomes = Promise.allSettled(flood);
  // A neighbour in the same /64 is the same customer.
  await expect(work.start("neighbour", visitorHashing("2001:db8::2"))).rejects.toMatchObject({
    code: "too_many_requests",
  });
  const other = work.start("other", visitorHashing("203.0.113.1"));
  await work.endOne();
  await work.endOne();
  expect(work.begun).toContain("other");
  await endAll(work, [other]);
  expect((await outcomes).filter(({ status }) => status === "rejected")).toHaveLength(48);
});

test("a full hashing queue refuses with an overload error and serves what waits", async () => {
  const work = createWork();
  const outcomes = Promise.allSettled(
    Array.from({ length: 500 }, (_, index) => work.start(`${index}`, accountHashing(`account ${index}`))),
  );
  await endAll(work, []);
  const refused = (await outcomes).filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(98);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "overloaded" });
  const last = work.start("last", accountHashing("arta"));
  await endAll(work, [last]);
  expect(work.begun.at(-1)).toBe("last");
});
