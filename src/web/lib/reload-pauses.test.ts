import { expect, test } from "vitest";
import { nextPause } from "./reload-pauses.ts";

function storageOf(): () => Storage {
  const entries = new Map<string, string>();
  const storage: Storage = {
    length: 0,
    key: () => null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
  return () => storage;
}

test("a page that keeps failing is loaded anew with growing pauses, and then no more", () => {
  const storage = storageOf();
  const pauses = Array.from({ length: 7 }, () => nextPause(storage, "/admin"));
  expect(pauses).toEqual([0, 3_000, 10_000, 30_000, 60_000, undefined, undefined]);
  // Another page is another trouble.
  expect(nextPause(storage, "/profile")).toBe(0);
  expect(nextPause(storage, "/admin")).toBe(0);
});

function forbidden(): never {
  throw new DOMException("forbidden", "SecurityError");
}

test("where the browser keeps nothing, no page is loaded anew by itself: nobody could count", () => {
  expect(nextPause(forbidden, "/admin")).toBeUndefined();
});
