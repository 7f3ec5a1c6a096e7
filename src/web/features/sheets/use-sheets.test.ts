import { expect, test } from "vitest";
import { chosenCars } from "./use-sheets.ts";

const cars = [
  { _id: "a", sold: false },
  { _id: "b", sold: true },
  { _id: "c", sold: false },
];
const idsOf = (ids: string[] | null) => chosenCars(cars, ids).map(({ _id }) => _id);

test("without ids there is a sheet for each car that is on sale", () => {
  expect(idsOf(null)).toEqual(["a", "c"]);
});

test("chosen cars come once each and in their order, sold ones too, those of others are left out", () => {
  expect(idsOf(["c", "others", "b", "c"])).toEqual(["c", "b"]);
  expect(idsOf([])).toEqual([]);
});
