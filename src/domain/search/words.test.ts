import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { fold } from "#domain/text/fold.ts";
import { compact, foldedWords, wordsOf } from "./words.ts";

test("the fast word splitter for long texts returns the same words as the thorough one", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          "Veturë",
          "ÇELIK",
          "2.0",
          "1,6",
          "12.500",
          "e\u0308",
          "№5",
          "½",
          "ß",
          "Škoda",
          "İ",
          "Golf-7",
          "\u00a0",
          " ",
          ".",
          "٣",
          "€",
          "2\u20240",
          "…",
          "™",
          "–",
          "✓",
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (one) => {
      const pattern = /\d{1,3}(?:\.\d{3})+(?!\d)|\d+[.,]\d+|[\p{L}\p{M}\p{N}]+/gu;
      const careful = (fold(one).match(pattern) ?? []).map((word) => wordsOf(word)[0]?.folded);
      expect(foldedWords(one)).toEqual(careful);
    }),
    { numRuns: 2_000 },
  );
});

test("wordsOf joins thousands and leaves the dot in engine sizes", () => {
  expect(foldedWords("Golf 2.0 TDI, 150.000 km, 1,6 l, viti 2015.")).toEqual([
    "golf",
    "2.0",
    "tdi",
    "150000",
    "km",
    "1.6",
    "l",
    "viti",
    "2015",
  ]);
});

test("a name has one key with and without its gaps", () => {
  expect(new Set(["C-Class", "c class", "CCLASS", "c  class"].map(compact))).toEqual(new Set(["cclass"]));
});
