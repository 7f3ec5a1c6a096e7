import { expect, test } from "vitest";
import { relax, withoutParts } from "./relax.ts";

/** Searches over texts that must hold every word. */
function totalIn(texts: readonly string[]): (q: string) => number {
  return (q) => texts.filter((text) => q.split(" ").every((word) => text.includes(word))).length;
}

test("one word is left out where that is enough: the one that leaves the most", () => {
  const total = totalIn(["golf gti", "golf", "passat gti"]);
  expect(relax("golf xyz", ["golf", "xyz"], total)).toEqual({ dropped: ["xyz"], total: 2 });
  expect(relax("golf passat", ["golf", "passat"], total)).toEqual({ dropped: ["passat"], total: 2 });
});

test("several are left out where one is not enough", () => {
  const total = totalIn(["golf gti"]);
  expect(relax("golf xyz gti abc", ["golf", "xyz", "gti", "abc"], total)).toEqual({
    dropped: ["xyz", "abc"],
    total: 1,
  });
});

test("all words are left out where none finds anything", () => {
  expect(relax("xyz abc", ["xyz", "abc"], totalIn(["golf"]))).toEqual({ dropped: ["xyz", "abc"], total: 1 });
});

test("nothing helps where there is nothing", () => {
  expect(relax("xyz", ["xyz"], totalIn([]))).toBeNull();
});

test("what is left reads as if it had been typed", () => {
  expect(withoutParts("vw  golf 7 , panorama", ["golf 7"])).toBe("vw , panorama");
});
