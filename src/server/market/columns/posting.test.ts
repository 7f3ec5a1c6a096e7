import { expect, test } from "vitest";
import { Posting } from "./posting.ts";

const capacity = 1_000;

/** A text that says its word twice. */
function addTwice(slots: number): Posting {
  const posting = new Posting();
  for (let slot = 0; slot < slots; slot++) {
    posting.add(slot, capacity);
    posting.add(slot, capacity);
  }
  return posting;
}

test("A slot that is added again stays in the list once, and scores once", () => {
  const posting = addTwice(10);
  expect(posting.asBitmap()).toBeNull();
  expect(posting.size).toBe(10);
  const scores = new Uint8Array(capacity);
  posting.addScore(scores, new Uint32Array(), 0, 2);
  expect([...scores.subarray(0, 11)]).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0]);
});

test("A slot that is added again counts once among the bits", () => {
  const posting = addTwice(200);
  expect(posting.asBitmap()).not.toBeNull();
  expect(posting.size).toBe(200);
});
