import { expect, test } from "vitest";
import { carBrands } from "#domain/cars/car-brands.ts";
import { carCatalogue } from "./car-catalogue.ts";

test("carBrands lists the brands of the catalogue in its order", () => {
  expect(carBrands).toEqual(Object.keys(carCatalogue));
});
