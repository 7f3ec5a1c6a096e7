import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { car } from "#contract/cars.ts";
import { facets } from "#contract/search.ts";

/**
 * The API's answers, to compare pages with. Other tests publish, sell and archive cars of the brands Dacia,
 * Renault and Škoda meanwhile; for numbers and cars that must not change, query another brand.
 */
export async function facetsOf(request: APIRequestContext, query = "") {
  return facets.parse(await (await request.get(`/api/cars/facets?${query}`)).json());
}

export async function carsOf(request: APIRequestContext, query = "") {
  return z.array(car).parse(await (await request.get(`/api/cars?${query}`)).json());
}
