import { expect, test } from "vitest";
import { AccountTurns } from "./account-turns.ts";

test("of one account's calls four are worked on at once, 200 wait in their order, the next is refused; others go on", async () => {
  const turns = new AccountTurns();
  const begun: number[] = [];
  const held = Promise.withResolvers<void>();
  const calls = Array.from({ length: 204 }, (_, call) =>
    turns.take("arben", async () => {
      begun.push(call);
      await held.promise;
    }),
  );
  await expect(turns.take("arben", async () => {})).rejects.toMatchObject({ code: "too_many_requests" });
  expect(await turns.take("elira", async () => "at once")).toBe("at once");
  expect(begun).toEqual([0, 1, 2, 3]);
  held.resolve();
  await Promise.all(calls);
  expect(begun).toEqual(Array.from({ length: 204 }, (_, call) => call));
});

test("a call that fails gives its turn to the next one", async () => {
  const turns = new AccountTurns();
  const failing = Array.from({ length: 5 }, () =>
    turns.take("arben", () => Promise.reject(new Error("failed"))),
  );
  const answers = await Promise.allSettled([...failing, turns.take("arben", async () => "worked on")]);
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(
    Array.from({ length: 5 }, () => "rejected"),
  );
  expect(answers[5]).toEqual({ status: "fulfilled", value: "worked on" });
});
