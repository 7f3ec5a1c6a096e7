import { expect, test } from "vitest";
import { isNarrowed } from "#domain/search/car-search.ts";
import { chosenFilters } from "./chosen-filters.ts";
import { queryOfSearch, searchOfAddress } from "./search-address.ts";

const of = (query: string) => searchOfAddress(new URLSearchParams(query));
const labels = (query: string) => chosenFilters(of(query)).map((chosen) => chosen.label);

test("each chosen filter has a readable label", () => {
  expect(
    labels(
      "q=golf&brand=BMW,Audi&customsPaid=true&minPrice=5000&maxPrice=12500&minYear=2015&maxMileage=150000&recommended=true",
    ),
  ).toEqual([
    "«golf»",
    "BMW",
    "Audi",
    "E doganuar",
    "5.000 € – 12.500 €",
    "Viti nga 2015",
    "deri 150.000 km",
    "Vetëm të rekomanduarat",
  ]);
});

test("the filters of colour, power and engine size have readable labels", () => {
  expect(labels("color=e zeze,Gri metalik&minPower=81&maxPower=110&maxEngineSize=1968")).toEqual([
    "E zezë",
    "Gri metalik",
    "81\u00A0kW (110\u00A0PS) – 110\u00A0kW (150\u00A0PS)",
    "deri 1.968 cm³",
  ]);
});

test("a point has the label of its distance, and the filter goes with both of its parameters", () => {
  const all = chosenFilters(of("near=42.66,21.16&within=30&fuel=Diesel"));
  const chosen = all.find(({ key }) => key === "near");
  expect(chosen?.label).toBe("Deri 30 km nga ju");
  expect(chosen && queryOfSearch(chosen.without)).toBe("?fuel=Diesel");
});

test("the order of the results is not a chosen filter", () => {
  expect(labels("sort=price_asc")).toEqual([]);
});

test("removing all chosen filters one by one leaves an unfiltered search", () => {
  let search = of(
    "q=x&brand=BMW,Audi&model=X5&fuel=Diesel&customsPaid=false&minPrice=1&maxYear=2020&sort=price_asc",
  );
  for (let next = chosenFilters(search)[0]; next; next = chosenFilters(search)[0]) search = next.without;
  expect(isNarrowed(search)).toBe(false);
  expect(queryOfSearch(search)).toBe("?sort=price_asc");
});

test("removing one value leaves the other values of its filter", () => {
  const audi = chosenFilters(of("brand=BMW,Audi&minPrice=5000")).find((chosen) => chosen.label === "Audi");
  expect(audi && queryOfSearch(audi.without)).toBe("?brand=BMW&minPrice=5000");
});
