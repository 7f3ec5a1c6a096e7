import { expect, test } from "vitest";
import { parseCarSearch } from "./car-search.ts";

test.each(["__proto__", "constructor", "toString", "", "x"])(
  "the order %j is none, and is read as the standard one",
  (sort) => {
    expect(parseCarSearch(new URLSearchParams({ sort })).sort).toBe("standard");
  },
);
