import { expect, test } from "vitest";
import { createApiClient } from "#web/lib/api-client.ts";
import { loadMarket, loadNewest, popularBrands } from "./load-home.ts";

/** An API with a fixed answer that records the requests. */
function answering(answer: unknown) {
  const asked: string[] = [];
  const api = createApiClient(async (path) => {
    asked.push(path);
    return Response.json(answer);
  });
  return { api, asked };
}

const car = (id: string, photos: { url: string; thumbhash: null }[]) => ({
  _id: id,
  brand: "Dacia",
  model: "Duster",
  year: 2019,
  price: 13_900,
  location: "Istog",
  isRecommended: false,
  photos,
});

test("the carousel loads the 15 newest cars and shows those with a photo", async () => {
  const photo = { url: "/photos/a/960.jpg", thumbhash: null };
  const { api, asked } = answering([car("a", [photo, photo]), car("b", []), car("c", [photo])]);
  const newest = await loadNewest(api);
  expect(asked).toEqual(["/api/cars?sort=createdAt_desc&limit=15"]);
  expect(newest.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(newest[0]).toMatchObject({ name: "Dacia Duster", year: 2019, price: 13_900, photo });
});

test("the home page offers brands with cars only, and popular brands by number of cars", async () => {
  const { api } = answering({
    total: 6,
    brand: { BMW: 1, Audi: 0, Škoda: 2, Opel: 3 },
    type: { SUV: 4, Van: 0 },
  });
  const market = await loadMarket(api);
  expect(market.brands.map(([brand]) => brand)).toEqual(["BMW", "Opel", "Škoda"]);
  expect(market.types).toEqual([["SUV", 4]]);
  expect(popularBrands(market).map(([brand]) => brand)).toEqual(["Opel", "Škoda", "BMW"]);
});
