import { expect, test } from "vitest";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { savedQuery, searchName, searchOfSavedQuery } from "./saved-query.ts";

const name = (query: string) => searchName(searchOfSavedQuery(query));

test("savedQuery ignores the order of values, the sort order and invalid values", () => {
  const one = savedQuery("fuel=Diesel&brand=BMW,Audi&maxPrice=9000");
  expect(
    savedQuery("?brand=Audi&brand=BMW&maxPrice=9000&fuel=diesel&sort=price_asc&page=3&minYear=abc"),
  ).toBe(one);
  expect(one).toBe("brand=Audi%2CBMW&fuel=Diesel&maxPrice=9000");
});

test("savedQuery refuses a search without any filter", () => {
  for (const query of ["", "?", "sort=price_asc", "brand=Nothing", "q=%20", "minPrice=abc"])
    expect(savedQuery(query)).toBeNull();
});

test("a search near a point is saved with the point rounded, and named by its distance", () => {
  expect(savedQuery("near=42.66391,21.1641&within=30&brand=BMW")).toBe(
    "brand=BMW&near=42.66%2C21.16&within=30",
  );
  expect(name("near=42.66,21.16&within=30&brand=BMW")).toBe("BMW, Deri 30 km nga ju");
});

test("a saved search is named after its filters, within the length limit", () => {
  expect(name("brand=Volkswagen&model=Golf&fuel=Diesel&maxPrice=10000")).toBe(
    "Volkswagen Golf, Diesel, deri 10.000 €",
  );
  expect(name("q=golf+7+dizel&minYear=2015&customsPaid=true")).toBe(
    "«golf 7 dizel», E doganuar, Viti nga 2015",
  );
  expect(name("recommended=false").length).toBeGreaterThan(0);
  const long = name(
    `brand=Audi,BMW,Ford,Volkswagen,Opel,Renault,Peugeot,Toyota,Honda,Nissan,Mazda,Kia,Hyundai&q=x`,
  );
  expect(long.length).toBeLessThanOrEqual(alertLimits.maxName);
  expect(long.endsWith("…")).toBe(true);
});
