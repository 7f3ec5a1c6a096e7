import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { emptySearch, parseCarSearch } from "#domain/search/car-search.ts";
import { listNames } from "#domain/search/search-fields.ts";
import {
  pageOfAddress,
  queryOfSearch,
  searchHref,
  searchOfAddress,
  withNear,
  withToggled,
  withValues,
  withoutFilters,
} from "./search-address.ts";

const of = (query: string) => searchOfAddress(new URLSearchParams(query));

test("a form sent without scripts may contain numbers as people write them", () => {
  expect(of("minPrice=12.500&maxPrice=20 000")).toMatchObject({ minPrice: 12_500, maxPrice: 20_000 });
});

test("a bound that is no number is dropped from the search", () => {
  expect(of("minPrice=abc&maxPrice=-3").minPrice).toBeNull();
  expect(of("maxPrice=-3").maxPrice).toBeNull();
});

test("empty form fields set no filter", () => {
  expect(searchHref(of("brand=&model=&maxPrice=&minYear=&q=&sort=standard"))).toBe("/search");
});

test("changing the brand filter resets the model filter", () => {
  const golf = of("brand=Volkswagen&model=Golf");
  expect(withToggled(golf, "brand", "BMW").model).toEqual([]);
  expect(withValues(golf, "fuel", ["Diesel"]).model).toEqual(["Golf"]);
});

test("choosing a value twice removes it", () => {
  const once = withToggled(emptySearch, "fuel", "Diesel");
  expect(once.fuel).toEqual(["Diesel"]);
  expect(withToggled(once, "fuel", "Diesel").fuel).toEqual([]);
});

test("the customs filter accepts both answers", () => {
  const paid = withToggled(emptySearch, "customsPaid", "true");
  expect(paid.customsPaid).toEqual(["true"]);
  expect(withToggled(paid, "customsPaid", "false").customsPaid).toEqual(["true", "false"]);
});

test("a point that is chosen takes the place of the towns, and towns chosen after it stay with it", () => {
  const near = { lat: 42.66, lng: 21.16, km: 30 };
  const chosen = withNear(of("location=Prizren&fuel=Diesel"), "near", near);
  expect(searchHref(chosen)).toBe("/search?fuel=Diesel&near=42.66,21.16&within=30");
  const farther = withNear(withToggled(chosen, "location", "Lipjan"), "near", { ...near, km: 50 });
  expect(searchHref(farther)).toBe("/search?fuel=Diesel&location=Lipjan&near=42.66,21.16&within=50");
  expect(searchHref(withNear(farther, "near", null))).toBe("/search?fuel=Diesel&location=Lipjan");
});

test("clearing the filters keeps the order of the results", () => {
  expect(withoutFilters(of("brand=BMW&q=x&sort=price_asc"))).toEqual({ ...emptySearch, sort: "price_asc" });
});

test.each([
  ["", 1],
  ["page=3", 3],
  ["page=0", 1],
  ["page=-1", 1],
  ["page=2.5", 1],
  ["page=abc", 1],
  ["page=99999999", 1],
])("the query %j has the page number %i", (query, page) => {
  expect(pageOfAddress(new URLSearchParams(query))).toBe(page);
});

test("the address of a search reads back as the same search", () => {
  fc.assert(
    fc.property(
      fc.record({
        q: fc.string({ maxLength: 30 }),
        filters: fc.array(
          fc.tuple(
            fc.constantFrom(...listNames),
            fc.constantFrom("BMW", "Diesel", "SUV", "Prishtinë", "E re", "X5"),
          ),
        ),
        minPrice: fc.nat({ max: 100_000 }),
        near: fc.tuple(
          fc.double({ min: 40, max: 45, noNaN: true }),
          fc.double({ min: 18, max: 24, noNaN: true }),
        ),
        within: fc.nat({ max: 120 }),
        page: fc.integer({ min: 1, max: 50 }),
      }),
      ({ q, filters, minPrice, near, within, page }) => {
        const params = new URLSearchParams({
          q,
          minPrice: String(minPrice),
          near: near.join(","),
          within: String(within),
        });
        for (const [name, value] of filters) params.append(name, value);
        const search = parseCarSearch(params);
        const query = new URLSearchParams(queryOfSearch(search, page));
        expect(searchOfAddress(query)).toEqual(search);
        expect(pageOfAddress(query)).toBe(page);
      },
    ),
  );
});
