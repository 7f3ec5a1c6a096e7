import type { Car, OwnCarsEndpoint } from "#contract/cars.ts";
import { api } from "./auth.ts";

/** The maximum that a list of own cars returns in one call. */
const maxCarsPerCall = 500;

/** All cars of a list of the user's own, page by page. */
export async function allOwnCars(list: OwnCarsEndpoint, signal: AbortSignal): Promise<Car[]> {
  const cars: Car[] = [];
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- only the last page says that there are no more
    const found = await api(list, { query: { page, limit: maxCarsPerCall } }, { signal });
    cars.push(...found);
    if (found.length < maxCarsPerCall) return cars;
  }
}
