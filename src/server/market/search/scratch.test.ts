import { expect, test } from "vitest";
import { withScratch } from "./scratch.ts";

test("working space taken twice in one search is two arrays, and the next search takes the same again", () => {
  const [first, second] = withScratch((scratch) => [scratch.dirtyBitmap(10), scratch.dirtyBitmap(10)]);
  expect(first).not.toBe(second);
  expect(withScratch((scratch) => scratch.dirtyBitmap(10))).toBe(first);
});

test("a search within another search is refused, and the next one is not", () => {
  expect(() => withScratch(() => withScratch(() => 1))).toThrow("within another");
  expect(withScratch(() => 2)).toBe(2);
});
