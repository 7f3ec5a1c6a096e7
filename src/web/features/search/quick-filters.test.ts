import { expect, test } from "vitest";
import type { Facets } from "#contract/search.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import { noFacets } from "#testing/no-facets.ts";
import { panelFacets } from "./filter-options.ts";
import { quickFilters } from "./quick-filters.ts";

const facets: Facets = {
  ...noFacets,
  total: 40,
  brand: { Audi: 9, BMW: 8, Fiat: 2, Opel: 5, Volkswagen: 16 },
  model: { Golf: 9, Passat: 4, Polo: 3 },
  fuel: { Diesel: 30, Benzinë: 8, Elektrik: 2 },
  location: { Viti: 4, Istog: 4, Prishtinë: 4, Prizren: 4, Pejë: 20 },
  transmission: { Manual: 25, Automatik: 15 },
  price: { min: 4_000, max: 15_000 },
};
const offered = (change: Partial<CarSearch> = {}, changed: Partial<Facets> = {}) => {
  const search = { ...emptySearch, ...change };
  return quickFilters(search, panelFacets({ ...facets, ...changed }, search, { trimmed: true }));
};
const labels = (...args: Parameters<typeof offered>) => offered(...args).map(({ label }) => label);

test("the most frequent brands, prices, fuels, towns and the gearbox are offered, each with its count", () => {
  expect(offered().map(({ label, count }) => [label, count])).toEqual([
    ["Volkswagen", 16],
    ["Audi", 9],
    ["BMW", 8],
    ["deri 5.000 €", null],
    ["deri 10.000 €", null],
    ["Diesel", 30],
    ["Benzinë", 8],
    ["Pejë", 20],
    ["Prishtinë", 4],
    ["Prizren", 4],
    ["Manual", 25],
  ]);
});

test("of towns with equally many cars the larger are offered first, however their names begin", () => {
  const location = { Istog: 1, Kamenicë: 1, Malishevë: 1, Prishtinë: 1 };
  expect(labels({}, { location })).toContain("Prishtinë");
});

test("a chosen brand makes room for its models, and what is chosen is offered no more", () => {
  const chosen = { brand: ["Volkswagen"], fuel: ["Diesel"], maxPrice: 5_000, location: ["Pejë"] };
  expect(labels(chosen)).toEqual(["Golf", "Passat", "Polo", "Manual"]);
});

test("nothing is offered that all cars have, or none", () => {
  const narrow = { fuel: { Diesel: 40 }, transmission: { Manual: 40 }, price: { min: 9_000, max: 9_000 } };
  expect(labels({ brand: ["Audi"], model: ["A4"], location: ["Viti"] }, narrow)).toEqual([]);
});

test("a price below the lowest asked for, or below the cheapest car, is not offered", () => {
  expect(labels({ minPrice: 8_000 }).filter((label) => label.startsWith("deri"))).toEqual(["deri 10.000 €"]);
});

test("towns are not offered where the distance is chosen", () => {
  const near = { lat: 42.66, lng: 21.16, km: 30 };
  expect(labels({ near })).not.toContain("Pejë");
});

test("a tap adds its filter to the search and keeps the rest", () => {
  const [golf] = offered({ brand: ["Volkswagen"], sort: "price_asc" });
  expect(golf?.with).toEqual({ ...emptySearch, brand: ["Volkswagen"], model: ["Golf"], sort: "price_asc" });
});
