import { expect, it } from "vitest";
import { shareTitle } from "./share.ts";

const car = { brand: "Volkswagen", model: "Golf", year: 2015, price: 8_900 };

it("a shared car's title names the car, its price and whether that is fair", () => {
  expect(shareTitle({ ...car, priceBand: "fair" })).toMatch(
    /^Volkswagen Golf, 2015, 8\.900\s€ \(çmim i drejtë\)$/,
  );
  expect(shareTitle({ ...car, priceBand: null })).toMatch(/^Volkswagen Golf, 2015, 8\.900\s€$/);
});
