import { expect, test } from "vitest";
import { feeSentence } from "./fee-sentence.ts";

test("the fee sentence promises a free car only when the server says so", () => {
  expect(feeSentence({ isDealer: false, isFirstCarFree: true, nextCarPrice: 0 }, false)).toBe(
    "Vetura juaj e parë është falas.",
  );
  expect(feeSentence({ isDealer: false, isFirstCarFree: false, nextCarPrice: 3 }, false)).toBe(
    "Publikimi i kësaj veture kushton $3.",
  );
});

test("the fee sentence promises no first car where the operator asks nothing for any", () => {
  expect(feeSentence({ isDealer: false, isFirstCarFree: false, nextCarPrice: 0 }, false)).toBe(
    "Publikimi i veturës është falas.",
  );
});

test("the fee sentence is empty while the price is unknown", () => {
  expect(feeSentence(undefined, false)).toBeNull();
});

test("the fee sentence tells a dealer at once that listings are unlimited", () => {
  const words = "Si autosallon publikoni vetura pa kufi.";
  expect(feeSentence(undefined, true)).toBe(words);
  expect(feeSentence({ isDealer: true, isFirstCarFree: false, nextCarPrice: 0 }, false)).toBe(words);
});

test("the fee sentence names the fee to a dealer whose subscription has just ended", () => {
  expect(feeSentence({ isDealer: false, isFirstCarFree: false, nextCarPrice: 3 }, true)).toBe(
    "Publikimi i kësaj veture kushton $3.",
  );
});
