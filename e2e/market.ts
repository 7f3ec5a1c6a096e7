import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { car } from "#contract/cars.ts";
import { facets } from "#contract/search.ts";

/** What the API itself says, to hold pages against. */
export async function facetsOf(request: APIRequestContext, query = "") {
  return facets.parse(await (await request.get(`/api/cars/facets?${query}`)).json());
}

export async function carsOf(request: APIRequestContext, query = "") {
  return z.array(car).parse(await (await request.get(`/api/cars?${query}`)).json());
}
