import { expect, test } from "vitest";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import { conditionsOf, looserSearches, relax } from "./relax.ts";

type Text = { text: string; price?: number; fuel?: string };

/** Searches over texts that must have every word, with few filters. */
function totalIn(cars: readonly Text[]): (search: CarSearch) => number {
  return ({ q, maxPrice, fuel }) =>
    cars.filter(
      (car) =>
        q.split(" ").every((word) => car.text.includes(word)) &&
        (maxPrice === null || (car.price ?? 0) <= maxPrice) &&
        (fuel.length === 0 || fuel.some((one) => one === car.fuel)),
    ).length;
}

const texts = (...all: string[]): Text[] => all.map((text) => ({ text }));

function relaxed(search: Partial<CarSearch>, units: readonly string[], cars: readonly Text[]) {
  const whole = { ...emptySearch, ...search };
  return relax(whole, conditionsOf(whole, { units, understood: [] }), totalIn(cars));
}

test("a relaxed search leaves out the one word whose removal finds the most cars", () => {
  const cars = texts("golf gti", "golf", "passat gti");
  expect(relaxed({ q: "golf xyz" }, ["golf", "xyz"], cars)).toEqual({
    dropped: ["xyz"],
    total: 2,
    query: "q=golf",
  });
  expect(relaxed({ q: "golf passat" }, ["golf", "passat"], cars)).toMatchObject({
    dropped: ["passat"],
    total: 2,
  });
});

test("a relaxed search leaves out several words when one is not enough", () => {
  expect(relaxed({ q: "golf xyz gti abc" }, ["golf", "xyz", "gti", "abc"], texts("golf gti"))).toEqual({
    dropped: ["xyz", "abc"],
    total: 1,
    query: "q=golf+gti",
  });
});

test("a relaxed search leaves out all words when none of them finds anything", () => {
  expect(relaxed({ q: "xyz abc" }, ["xyz", "abc"], texts("golf"))).toMatchObject({
    dropped: ["xyz", "abc"],
    total: 1,
  });
});

test("a relaxed search leaves out brand and model last", () => {
  const cars = texts("golf 1.6", "passat 1.9 tdi", "passat 1.9 tdi");
  const search = { ...emptySearch, q: "golf 1.9 tdi" };
  const name = { param: "model", value: "Golf", label: "Volkswagen Golf", text: "golf" };
  const conditions = conditionsOf(search, { units: ["golf", "1.9", "tdi"], understood: [name] });
  expect(relax(search, conditions, totalIn(cars))).toEqual({
    dropped: ["1.9", "tdi"],
    total: 1,
    query: "q=golf",
  });
  expect(relax(search, conditions, totalIn(cars.slice(1)))).toMatchObject({ dropped: ["golf"], total: 2 });
});

test("a relaxed search leaves out a filter and names it by its label", () => {
  const cars = [
    { text: "golf", price: 9_000, fuel: "Diesel" },
    { text: "golf", price: 8_000, fuel: "Diesel" },
  ];
  expect(relaxed({ q: "golf", maxPrice: 5_000, fuel: ["Diesel"] }, ["golf"], cars)).toEqual({
    dropped: ["deri në 5.000 €"],
    total: 2,
    query: "q=golf&fuel=Diesel",
  });
});

test("a relaxed search leaves out a brand together with its models", () => {
  const search = { ...emptySearch, brand: ["Audi"], model: ["A4"] };
  const conditions = conditionsOf(search, { units: [], understood: [] });
  expect(
    relax(search, conditions, ({ brand, model }) => (brand.length + model.length === 0 ? 3 : 0)),
  ).toEqual({ dropped: ["Audi"], total: 3, query: "" });
});

test("a relaxed search leaves out the model before its brand", () => {
  const cars = texts("mazda 2", "audi 6", "audi 6");
  const search = { ...emptySearch, q: "mazda 6" };
  const understood = [
    { param: "brand", value: "Mazda", label: "Mazda", text: "mazda" },
    { param: "model", value: "6", label: "6", text: "6" },
  ];
  const conditions = conditionsOf(search, { units: ["mazda", "6"], understood });
  expect(relax(search, conditions, totalIn(cars))).toEqual({ dropped: ["6"], total: 1, query: "q=mazda" });
});

test("a relaxed search for a model without cars stays with its brand when the brand has cars", () => {
  const search = { ...emptySearch, q: "golf plus" };
  const said = { param: "model", value: "Golf Plus", label: "Volkswagen Golf Plus", text: "golf plus" };
  const conditions = conditionsOf(search, { units: ["golf plus"], understood: [said] });
  expect(relax(search, conditions, totalIn(texts("Volkswagen Polo", "Audi A4")))).toEqual({
    dropped: ["golf plus"],
    total: 1,
    query: "q=Volkswagen",
  });
  expect(relax(search, conditions, totalIn(texts("Audi A4")))).toEqual({
    dropped: ["golf plus"],
    total: 1,
    query: "",
  });
});

test("a relaxed search that drops every known word drops the filler words too", () => {
  expect(relaxed({ q: "kerkoj xyz", sort: "price_asc" }, ["xyz"], texts("kerkoj golf", "audi"))).toEqual({
    dropped: ["xyz"],
    total: 2,
    query: "",
  });
});

test("a relaxed search offers nothing when there are no cars", () => {
  expect(relaxed({ q: "xyz" }, ["xyz"], [])).toBeNull();
});

function looser(search: Partial<CarSearch>, units: readonly string[], cars: readonly Text[]) {
  const whole = { ...emptySearch, ...search };
  const totalOf = totalIn(cars);
  return looserSearches(whole, conditionsOf(whole, { units, understood: [] }), totalOf(whole), totalOf);
}

test("looser searches leave out one condition each, the one that finds the most first", () => {
  const cars = [
    { text: "golf gti", price: 4_000, fuel: "Diesel" },
    { text: "golf", price: 4_000, fuel: "Diesel" },
    { text: "golf gti", price: 8_000, fuel: "Diesel" },
    { text: "golf gti", price: 9_000, fuel: "Diesel" },
  ];
  const asked = { q: "golf gti", maxPrice: 5_000, fuel: ["Diesel"], sort: "price_asc" } as const;
  expect(looser(asked, ["golf", "gti"], cars)).toEqual([
    { dropped: ["deri në 5.000 €"], total: 3, query: "q=golf+gti&fuel=Diesel" },
    { dropped: ["gti"], total: 2, query: "q=golf&fuel=Diesel&maxPrice=5000" },
    // Dropping "golf" or the fuel finds no more.
  ]);
});

/** More without the year, yet more without the model, the most without the brand. */
const totalOfAudis = ({ brand, model, minYear }: CarSearch) =>
  1 + 100 * Number(brand.length === 0) + 10 * Number(model.length === 0) + Number(minYear === null);

test("a looser search leaves out a model after all else, and no brand", () => {
  const search = { ...emptySearch, brand: ["Audi"], model: ["A4"], minYear: 2015 };
  const conditions = conditionsOf(search, { units: [], understood: [] });
  expect(looserSearches(search, conditions, 1, totalOfAudis)).toEqual([
    { dropped: ["nga viti 2015"], total: 2, query: "brand=Audi&model=A4" },
    { dropped: ["A4"], total: 11, query: "brand=Audi&minYear=2015" },
  ]);
});

test("no search is looser than one that asks for a single thing, unless that is a model with a brand", () => {
  expect(looser({ fuel: ["Diesel"] }, [], [{ text: "golf" }, { text: "golf", fuel: "Diesel" }])).toEqual([]);
  const search = { ...emptySearch, q: "golf plus" };
  const said = { param: "model", value: "Golf Plus", label: "Volkswagen Golf Plus", text: "golf plus" };
  const conditions = conditionsOf(search, { units: ["golf plus"], understood: [said] });
  expect(looserSearches(search, conditions, 1, ({ q }) => (q === "Volkswagen" ? 3 : 1))).toEqual([
    { dropped: ["golf plus"], total: 3, query: "q=Volkswagen" },
  ]);
});

test("at most four looser searches are offered, none of them twice", () => {
  const words = ["a", "b", "c", "d", "e", "f"];
  const all = looser({ q: words.join(" ") }, words, [
    { text: words.join(" ") },
    ...words.map((one) => ({ text: words.filter((other) => other !== one).join(" ") })),
  ]);
  expect(all).toHaveLength(4);
  const twice = looser({ q: "x golf x" }, ["x", "golf", "x"], texts("golf x", "golf", "x"));
  expect(new Set(twice.map(({ query }) => query)).size).toBe(twice.length);
});
