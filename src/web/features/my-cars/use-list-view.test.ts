import { expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import { carsInView } from "./use-list-view.ts";

function car(fields: Partial<Car>): Car {
  const plain: Partial<Car> = {
    brand: "Opel",
    model: "Corsa",
    year: 2015,
    number: 1,
    location: "Prizren",
    sold: false,
    deleted: false,
    price: 5000,
    confirmedAt: "2026-11-01T10:00:00.000Z",
    createdAt: "2026-11-01T10:00:00.000Z",
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the view reads no other field
  return { ...plain, ...fields } as Car;
}

const golf = car({ brand: "Volkswagen", model: "Golf", number: 1042, reference: "AB-7", price: 9000 });
const corsa = car({ number: 88, price: 4000, confirmedAt: "2026-09-01T10:00:00.000Z" });
const sold = car({ number: 91, sold: true });
const all = [golf, corsa, sold];
const view = { tab: "all", words: "", order: "state" } as const;

test("one's own cars are found by model, number, reference and town, several words together", () => {
  const found = (words: string) => carsInView(all, { ...view, words });
  expect(found(" golf ")).toEqual([golf]);
  expect(found("1042")).toEqual([golf]);
  expect(found("ab-7 volks")).toEqual([golf]);
  expect(found("prizren corsa 88")).toEqual([corsa]);
  expect(found("")).toEqual(all);
});

test("one's own cars are ordered by price and by the oldest confirmation, within a tab", () => {
  expect(carsInView(all, { ...view, tab: "active", order: "price-up" })).toEqual([corsa, golf]);
  expect(carsInView(all, { ...view, tab: "active", order: "confirmed" })).toEqual([corsa, golf]);
  expect(carsInView(all, { ...view, tab: "sold" })).toEqual([sold]);
});
