import { expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import type { Facets } from "#contract/search.ts";
import { emptySearch, parseCarSearch } from "#domain/search/car-search.ts";
import { noFacets } from "#testing/no-facets.ts";
import { createApiClient } from "#web/lib/api-client.ts";
import { quickFields } from "./quick-filters.ts";
import { carsPerPage, loadNextPage, loadSearch, pageCount } from "./load-search.ts";

function car(number: number, isRecommended: boolean): Car {
  return {
    _id: `car-${number}`,
    number,
    user: "u",
    brand: "BMW",
    model: "X5",
    year: 2018,
    type: "SUV",
    price: 10_000 + number,
    mileage: 100_000,
    fuel: "Diesel",
    origin: null,
    transmission: "Manual",
    description: "",
    location: "Prishtinë",
    condition: null,
    sellerName: "Arta",
    images: [],
    photos: [],
    isRecommended,
    sold: false,
    soldAt: null,
    deleted: false,
    sponsored: false,
    sponsorshipDays: 0,
    socialPromotion: false,
    createdAt: "2026-08-03T12:00:00Z",
    confirmedAt: "2026-08-03T10:00:00.000Z",
    listedAt: "2026-08-03T10:00:00.000Z",
    customsPaid: null,
    registeredUntil: null,
    engineSize: null,
    power: null,
    doors: null,
    seats: null,
    firstRegistration: null,
    vin: null,
    equipment: [],
    color: null,
    priceBand: null,
    negotiable: null,
    seller: { id: "u", name: "Arta", isDealer: false, isVerified: false },
  };
}

/** An API over a fixed list of cars that implements the recommended filter, the standard order and pages. */
function apiOver(cars: readonly Car[], facets: Partial<Facets> = {}) {
  const calls: string[] = [];
  const api = createApiClient((path) => {
    calls.push(path);
    const url = new URL(path, "http://site.invalid");
    if (url.pathname === "/api/cars/facets")
      return Promise.resolve(Response.json({ ...noFacets, total: cars.length, ...facets }));
    const search = parseCarSearch(url.searchParams);
    const matching = cars.filter(
      (each) =>
        search.q !== "nothing" && (search.recommended === null || each.isRecommended === search.recommended),
    );
    const sorted =
      search.sort === "standard"
        ? matching.toSorted((a, b) => Number(b.isRecommended) - Number(a.isRecommended))
        : matching.toSorted((a, b) => a.price - b.price);
    const limit = Number(url.searchParams.get("limit"));
    const page = Number(url.searchParams.get("page") ?? 1);
    return Promise.resolve(
      Response.json(sorted.slice((page - 1) * limit, page * limit), {
        headers: { "X-Total-Count": String(matching.length) },
      }),
    );
  });
  return { api, calls };
}

const market = (total: number, recommended: number) =>
  Array.from({ length: total }, (_, number) => car(number, number >= total - recommended));
const options = { fields: quickFields, trimmed: true, now: new Date("2026-08-03T12:00:00Z") };

test.each(["standard", "price_asc"] as const)(
  "with the order %s at most six recommended cars are on top and none is repeated on any page",
  async (sort) => {
    const { api } = apiOver(market(50, 9));
    const search = { ...emptySearch, sort };
    let results = await loadSearch(api, search, 1, options);
    expect(results.recommended).toHaveLength(6);
    expect(results.recommended.every((each) => each.isRecommended)).toBe(true);
    while (results.lastPage < pageCount(results.total))
      results = await loadNextPage(api, search, results, {});
    const shown = [...results.recommended, ...results.cars].map((each) => each.id);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).toHaveLength(50);
  },
);

test("the search page needs two API calls in the standard order and three in another order", async () => {
  const standard = apiOver(market(30, 3));
  await loadSearch(standard.api, emptySearch, 1, options);
  expect(standard.calls).toHaveLength(2);
  const byPrice = apiOver(market(30, 3));
  await loadSearch(byPrice.api, { ...emptySearch, sort: "price_asc" }, 1, options);
  expect(byPrice.calls).toHaveLength(3);
});

/** The requested facets, with the models that narrowed them. */
const fieldsOf = (calls: readonly string[]) =>
  calls.flatMap((path) => {
    const { searchParams } = new URL(path, "http://site.invalid");
    const fields = searchParams.get("fields");
    return fields === null ? [] : [`${fields} ${searchParams.get("model") ?? ""}`.trim()];
  });

test("a search asks for the facets that are shown, for models once a brand is chosen, for brands as if no model were", async () => {
  const shown = ["brand", "model", "price", "year", "fuel"] as const;
  const any = apiOver(market(3, 0));
  await loadSearch(any.api, emptySearch, 1, { ...options, fields: shown });
  expect(fieldsOf(any.calls)).toEqual(["brand,price,fuel"]);
  const one = apiOver(market(3, 0));
  await loadSearch(one.api, { ...emptySearch, brand: ["BMW"], model: ["X5"] }, 1, {
    ...options,
    fields: shown,
  });
  expect(fieldsOf(one.calls)).toEqual(["model,price,fuel X5", "brand"]);
});

test("a search without results loads the first cars of the relaxed search", async () => {
  const relaxed = { dropped: ["nothing"], total: 50, query: "q=golf" };
  const { api, calls } = apiOver(market(50, 2), { total: 0, relaxed });
  const seen: string[] = [];
  const results = await loadSearch(api, { ...emptySearch, q: "nothing" }, 1, {
    ...options,
    onCars: (cars) => seen.push(...cars.map((each) => each._id)),
  });
  expect(results).toMatchObject({ total: 0, cars: [], recommended: [] });
  expect(results.instead.map(({ id }) => id)).toEqual(seen);
  expect(results.instead).toHaveLength(6);
  expect(calls.at(-1)).toBe("/api/cars?q=golf&limit=6");
});

test("a search whose conditions would all be dropped shows no cars", async () => {
  const relaxed = { dropped: ["nothing"], total: 50, query: "" };
  const { api, calls } = apiOver(market(50, 2), { total: 0, relaxed });
  expect(await loadSearch(api, { ...emptySearch, q: "nothing" }, 1, options)).toMatchObject({ instead: [] });
  expect(calls).toHaveLength(2);
});

test("the cars of a relaxed search come in the chosen order", async () => {
  const found = { total: 0, relaxed: { dropped: ["nothing"], total: 50, query: "q=golf" } };
  const all = { total: 0, relaxed: { dropped: ["nothing"], total: 50, query: "" } };
  const search = { ...emptySearch, q: "nothing", sort: "price_asc" as const };
  const { instead, facets } = await loadSearch(apiOver(market(9, 2), found).api, search, 1, options);
  expect(facets.relaxed?.query).toBe("q=golf&sort=price_asc");
  expect(instead.map(({ price }) => price)).toEqual([10_000, 10_001, 10_002, 10_003, 10_004, 10_005]);
  expect(await loadSearch(apiOver(market(9, 2), all).api, search, 1, options)).toMatchObject({
    instead: [],
    facets: { relaxed: { query: "sort=price_asc" } },
  });
});

test("further result pages have no recommended section", async () => {
  const { api } = apiOver(market(50, 30));
  const results = await loadSearch(api, emptySearch, 2, options);
  expect(results.recommended).toEqual([]);
  expect(results.cars).toHaveLength(carsPerPage);
});

test("the total of the results is the API's exact total", async () => {
  const { api } = apiOver(market(50, 0));
  expect((await loadSearch(api, emptySearch, 1, options)).total).toBe(50);
});

test("a search without results has one empty page", () => {
  expect(pageCount(0)).toBe(1);
  expect(pageCount(carsPerPage)).toBe(1);
  expect(pageCount(carsPerPage + 1)).toBe(2);
});
