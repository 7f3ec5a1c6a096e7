import { expect, test } from "vitest";
import { countReload, pauseBeforeReload } from "./reload-pauses.ts";

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

test("a page that keeps failing is loaded anew with growing pauses, and then no more", () => {
  const storage = storageOf();
  const pauses: (number | null)[] = [];
  let now = 0;
  for (let round = 0; round < 7; round += 1) {
    const pause = pauseBeforeReload(storage, "/admin", now);
    pauses.push(pause);
    if (pause === null) continue;
    now += pause;
    countReload(storage, "/admin", now);
  }
  expect(pauses).toEqual([0, 3_000, 10_000, 30_000, 60_000, null, null]);
  // Another page, and the same one a while later, are another trouble.
  expect(pauseBeforeReload(storage, "/profile", now)).toBe(0);
  expect(pauseBeforeReload(storage, "/admin", now + 11 * minute)).toBe(0);
});

function forbidden(): never {
  throw new DOMException("forbidden", "SecurityError");
}

test("where the browser keeps nothing, no page is loaded anew by itself: nobody could count", () => {
  expect(pauseBeforeReload(forbidden, "/admin", 0)).toBeNull();
});

test("what is no count is none", () => {
  const storage = storageOf();
  storage().setItem("vetura.reloads", '{"address":"/admin","count":"many"}');
  expect(pauseBeforeReload(storage, "/admin", 0)).toBe(0);
});
