import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function offers(query: string): Promise<unknown> {
  const answer = await app.call(`GET /api/car-models/suggest?${query}`, {});
  expect(answer.status).toBe(200);
  return answer.body;
}

test("GET /api/car-models/suggest offers the catalogue's models for what a guest types", async () => {
  expect(await offers("q=golf%207")).toMatchObject([
    { brand: "Volkswagen", model: "Golf", fills: { years: [2012, 2021] } },
    { brand: "Volkswagen" },
    { brand: "Volkswagen" },
    { brand: "Volkswagen" },
    { brand: "Volkswagen" },
  ]);
  expect(await offers("q=320d&brand=BMW")).toMatchObject([
    { brand: "BMW", model: "3 Series", fills: { fuel: "Diesel" } },
    { model: "3 Series Gran Turismo" },
  ]);
});

test("GET /api/car-models/suggest answers an empty list where nothing is near", async () => {
  for (const query of [
    "",
    "q=",
    "q=golf%207&brand=Audi",
    "q=golf&brand=Trabant",
    "q=Quattro%20Sprint&brand=audi",
  ])
    expect(await offers(query)).toEqual([]);
});
