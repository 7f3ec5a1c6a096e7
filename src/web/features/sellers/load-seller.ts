import type { Car } from "#contract/cars.ts";
import type { PublicSeller } from "#contract/sellers.ts";
import { type CarSearch, carSearchParams } from "#domain/search/car-search.ts";
import type { ApiClient } from "#web/lib/api-types.ts";

const carsPerPage = 24;

export type SellerDetails = Omit<PublicSeller, "cars">;

export function sellerCarsQuery(search: CarSearch, page: number): URLSearchParams {
  const query = carSearchParams(search);
  query.set("page", String(page));
  query.set("limit", String(carsPerPage));
  return query;
}

export const sellerPages = (found: number): number => Math.max(1, Math.ceil(found / carsPerPage));

/**
 * A seller with one page of cars. Throws what the API client throws: 404 for a seller without public cars.
 */
export async function loadSeller(
  api: ApiClient,
  id: string,
  search: CarSearch,
  page: number,
): Promise<{ seller: SellerDetails; cars: readonly Car[]; pages: number }> {
  const { cars, ...seller } = await api("GET /api/sellers/{id}", {
    params: { id },
    query: sellerCarsQuery(search, page),
  });
  return { seller, cars, pages: sellerPages(seller.found) };
}
