import { expect, test } from "vitest";
import { Outbox } from "./outbox.ts";

const turn = () => new Promise(setImmediate);

test("what is put within a turn is sent at once, in order, and what comes later later", async () => {
  const sent: string[][] = [];
  const outbox = new Outbox<string>((messages) => void sent.push([...messages]));
  outbox.put("a");
  await Promise.resolve();
  outbox.put("b");
  expect(sent).toEqual([]);
  await turn();
  outbox.put("c");
  await turn();
  expect(sent).toEqual([["a", "b"], ["c"]]);
});

test("what cannot wait takes along what does, and nothing is sent twice", async () => {
  const sent: (string | number)[][] = [];
  const outbox = new Outbox<string>(
    (messages, transferred) => void sent.push([...messages, transferred.length]),
  );
  outbox.put("a");
  outbox.putAtOnce("b", new ArrayBuffer(1));
  expect(sent).toEqual([["a", "b", 1]]);
  outbox.put("c");
  await turn();
  await turn();
  expect(sent).toEqual([
    ["a", "b", 1],
    ["c", 0],
  ]);
});
