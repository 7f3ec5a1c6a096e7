import { expect, test } from "vitest";
import type { Facets } from "#contract/search.ts";
import { emptySearch } from "#domain/search/car-search.ts";
import { noFacets } from "#testing/no-facets.ts";
import {
  countedFields,
  initiallyShown,
  missingFields,
  optionsNamed,
  panelFacets,
  shownOptions,
  withFacets,
} from "./filter-options.ts";

const brands = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Marka ${index}`, 20 - index]));
const facets: Facets = {
  ...noFacets,
  total: 210,
  brand: { ...brands, Lada: 0 },
  model: { Golf: 3, Polo: 5 },
  fuel: { Diesel: 7 },
  customsPaid: { true: 2 },
};

test("the server's page has only the brands shown at first and the number of the others", () => {
  const { brand } = panelFacets(facets, emptySearch, { trimmed: true }).options;
  expect(brand?.options).toHaveLength(initiallyShown("brand"));
  expect(brand?.options[0]).toEqual(["Marka 0", 20]);
  expect(brand?.hidden).toBe(20 - initiallyShown("brand"));
});

test("a chosen option is shown however rare it is", () => {
  const chosen = { ...emptySearch, brand: ["Marka 19", "Lada"] };
  const { brand } = panelFacets(facets, chosen, { trimmed: true }).options;
  expect(brand?.options).toContainEqual(["Marka 19", 1]);
  expect(brand?.options).toContainEqual(["Lada", 0]);
});

test("the full list has all brands with cars, most cars first", () => {
  const { brand } = panelFacets(facets, emptySearch, { trimmed: false }).options;
  expect(brand?.options).toHaveLength(20);
  expect(brand?.hidden).toBe(0);
  expect(brand?.options.map(([, count]) => count)).toEqual(
    Array.from({ length: 20 }, (_, index) => 20 - index),
  );
});

test("models are counted only after a brand is chosen", () => {
  expect(countedFields(emptySearch, ["brand", "model", "year"])).toEqual(["brand"]);
  const search = { ...emptySearch, brand: ["Volkswagen"] };
  expect(countedFields(search, ["brand", "model", "year"])).toEqual(["brand", "model"]);
  expect(panelFacets(facets, search, { trimmed: true }).options.model?.options).toEqual([
    ["Polo", 5],
    ["Golf", 3],
  ]);
});

test("facets that were not asked for are missing until they come", () => {
  const { brand, total, understood, relaxed, looser, nearby } = facets;
  const first = panelFacets({ total, brand, understood, relaxed, looser, nearby }, emptySearch, {
    trimmed: true,
  });
  expect(missingFields(first, emptySearch, ["brand", "fuel", "confirmed", "price", "year", "near"])).toEqual([
    "fuel",
    "confirmed",
    "price",
  ]);
  const rest = panelFacets(facets, emptySearch, { trimmed: false });
  expect(
    missingFields(withFacets(first, rest), emptySearch, ["brand", "fuel", "confirmed", "price"]),
  ).toEqual([]);
});

test("short lists show all values in their order, also those without cars", () => {
  const { fuel, customsPaid } = panelFacets(facets, emptySearch, { trimmed: true }).options;
  expect(fuel?.options).toEqual([
    ["Benzinë", 0],
    ["Diesel", 7],
    ["Hybrid", 0],
    ["Elektrik", 0],
    ["GPL", 0],
  ]);
  expect(customsPaid?.options).toEqual([
    ["true", 2],
    ["false", 0],
  ]);
});

test("only chosen options are shown beyond the limit", () => {
  const options = [
    ["a", 3],
    ["b", 2],
    ["c", 1],
  ] as const;
  expect(shownOptions(options, ["c"], 1)).toEqual([
    ["a", 3],
    ["c", 1],
  ]);
});

test("an opened list finds its values by the beginning of any of their words, without accents", () => {
  const options = ["Škoda", "Mercedes-Benz", "Alfa Romeo", "BMW"].map((brand) => [brand, 1] as const);
  const named = (typed: string) => optionsNamed(options, "brand", typed).map(([brand]) => brand);
  expect(named("sko")).toEqual(["Škoda"]);
  expect(named("benz")).toEqual(["Mercedes-Benz"]);
  expect(named("mercedes-b")).toEqual(["Mercedes-Benz"]);
  expect(named("enz")).toEqual([]);
  expect(named("")).toEqual(["Alfa Romeo", "BMW", "Mercedes-Benz", "Škoda"]);
});

test("an opened list stands in the order of what people read, whatever the API calls its values", () => {
  const options = ["adaptiveCruise", "airbags", "sunroof", "towbar"].map((one) => [one, 1] as const);
  // Çati, Ganxhë, Jastëkë, Tempomat.
  expect(optionsNamed(options, "equipment", "").map(([one]) => one)).toEqual([
    "sunroof",
    "towbar",
    "airbags",
    "adaptiveCruise",
  ]);
});
