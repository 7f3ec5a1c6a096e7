import { expect, test } from "vitest";
import { feeSentence } from "./fee-sentence.ts";

test("a free car is promised only to whom the server says that the next one is free", () => {
  expect(feeSentence({ isDealer: false, nextCarPrice: 0 }, false)).toBe("Vetura juaj e parë është falas.");
  expect(feeSentence({ isDealer: false, nextCarPrice: 3 }, false)).toBe(
    "Publikimi i kësaj veture kushton $3.",
  );
});

test("nothing is said of the price while it is not known", () => {
  expect(feeSentence(undefined, false)).toBeNull();
});

test("a dealer publishes without limit, and is told so at once", () => {
  const words = "Si autosallon publikoni vetura pa kufi.";
  expect(feeSentence(undefined, true)).toBe(words);
  expect(feeSentence({ isDealer: true, nextCarPrice: 0 }, false)).toBe(words);
});

test("whose subscription has just run out pays like everybody", () => {
  expect(feeSentence({ isDealer: false, nextCarPrice: 3 }, true)).toBe(
    "Publikimi i kësaj veture kushton $3.",
  );
});
