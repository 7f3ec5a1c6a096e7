import { expect, test } from "vitest";
import { isDamaged } from "./damage.ts";

const saying = (description: string) =>
  isDamaged({
    brand: "BMW",
    model: "320",
    type: "Sedan",
    fuel: "Diesel",
    power: null,
    engineSize: null,
    description,
  });

test.each(["E aksidentuar para.", "Shitet për pjesë", "Vetura është e goditur në prapa", "Unfallwagen"])(
  "«%s» is damaged",
  (text) => {
    expect(saying(text)).toBe(true);
  },
);

test.each([
  "Pa aksident, e ruajtur.",
  "Pa asnjë aksident",
  "Jo e aksidentuar",
  "Unfallfrei, sapo e ardhur nga Gjermania",
  "E ruajtur mirë, me garanci",
])("«%s» is not damaged", (text) => {
  expect(saying(text)).toBe(false);
});
