import * as fc from "fast-check";
import { expect, it } from "vitest";
import { mergeFavorites } from "./merge-favorites.ts";

const all = ["a", "b", "c", "d", "e", "f", "g"];
const ids = fc.uniqueArray(fc.constantFrom(...all));

it("merged favourites have every change of both sides, and nothing twice", () => {
  fc.assert(
    fc.property(ids, ids, ids, (base, device, account) => {
      const merged = mergeFavorites({ base, device, account }, 500);
      expect(new Set(merged).size).toBe(merged.length);
      for (const id of all) {
        const changedHere = base.includes(id) !== device.includes(id);
        expect(merged.includes(id)).toBe((changedHere ? device : account).includes(id));
      }
    }),
  );
});

it("merged favourites begin with the newest, and the oldest give way", () => {
  expect(mergeFavorites({ base: ["a"], device: ["c", "a"], account: ["b", "a"] }, 2)).toEqual(["c", "b"]);
});
