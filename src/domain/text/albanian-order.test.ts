import * as fc from "fast-check";
import { expect, test } from "vitest";
import { albanianKey } from "./albanian-order.ts";

const sorted = (texts: readonly string[]) =>
  texts.toSorted((a, b) => (albanianKey(a) < albanianKey(b) ? -1 : 1));

test("the alphabet is in its order", () => {
  const alphabet = "A B C Ç D Dh E Ë F G Gj H I J K L Ll M N Nj O P Q R Rr S Sh T Th U V X Xh Y Z Zh".split(
    " ",
  );
  expect(sorted(alphabet.toReversed())).toEqual(alphabet);
});

test("names are where people look for them: E before Ë, C before Ç, D before Dh", () => {
  const names = ["Cuca", "Çelik", "Dzemo", "Dhurata", "Ema", "Erza", "Ëndrra", "Fjolla", "Gzim", "Gjergj"];
  expect(sorted(names.toReversed())).toEqual(names);
});

test("case and the accents of other languages do not count", () => {
  expect(albanianKey("ŠKODA Ëndrra")).toBe(albanianKey("skoda ëNDRRA"));
  expect(albanianKey("E\u0308ndrra")).toBe(albanianKey("Ëndrra"));
});

test("it is the order that ICU has for Albanian", () => {
  const { compare } = new Intl.Collator("sq", { sensitivity: "accent" });
  const word = fc.string({
    unit: fc.constantFrom(...Array.from("abcçdeëfghijklmnopqrstuvxyz")),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const [first, second] = [albanianKey(a), albanianKey(b)];
      expect(Math.sign(compare(a, b))).toBe(first < second ? -1 : first > second ? 1 : 0);
    }),
  );
});
