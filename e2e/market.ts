import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { car } from "#contract/cars.ts";
import { facets } from "#contract/search.ts";

/**
 * What the API itself says, to hold pages against. Other tests publish, sell and archive cars at the same time, of the
 * brands Dacia, Renault and Škoda: a number or a car that must stay as it is until the end is asked for by another brand.
 */
export async function facetsOf(request: APIRequestContext, query = "") {
  return facets.parse(await (await request.get(`/api/cars/facets?${query}`)).json());
}

export async function carsOf(request: APIRequestContext, query = "") {
  return z.array(car).parse(await (await request.get(`/api/cars?${query}`)).json());
}
