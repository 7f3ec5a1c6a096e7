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

const minute = 60_000;

test("a failing page is reloaded with growing pauses and then no more", () => {
  const storage = storageOf();
  const pauses = Array.from({ length: 7 }, (_, tries) => nextPause(storage, "/admin", tries * minute));
  expect(pauses).toEqual([0, 3_000, 10_000, 30_000, 60_000, undefined, undefined]);
  // Another page, and the same page some time later, are new problems.
  expect(nextPause(storage, "/profile", 7 * minute)).toBe(0);
  expect(nextPause(storage, "/profile", 8 * minute)).toBe(3_000);
  expect(nextPause(storage, "/profile", 19 * minute)).toBe(0);
});

function forbidden(): never {
  throw new DOMException("forbidden", "SecurityError");
}

test("a failing page is not reloaded where the browser stores nothing", () => {
  expect(nextPause(forbidden, "/admin", 0)).toBeUndefined();
});

test("an invalid reload count counts as zero", () => {
  const storage = storageOf();
  storage().setItem("vetura.reloads", "many /admin");
  expect(nextPause(storage, "/admin", 0)).toBe(0);
});
