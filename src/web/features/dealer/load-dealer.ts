import type { Car } from "#contract/cars.ts";
import type { PublicDealer } from "#contract/dealers.ts";
import type { ApiClient } from "#web/lib/api-types.ts";

/** Cars on one page of a dealer. */
const carsPerPage = 24;

export type DealerDetails = Omit<PublicDealer, "cars">;

/** A dealer with one page of its cars. Throws what the API client throws: 404 for who is no dealer now. */
export async function loadDealer(
  api: ApiClient,
  id: string,
  page: number,
): Promise<{ dealer: DealerDetails; cars: readonly Car[]; pages: number }> {
  const { cars, ...dealer } = await api("GET /api/dealers/{id}", {
    params: { id },
    query: { page, limit: carsPerPage },
  });
  return { dealer, cars, pages: Math.max(1, Math.ceil(dealer.carCount / carsPerPage)) };
}
