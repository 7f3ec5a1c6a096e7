import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Car } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { allOwnCars } from "#web/lib/own-cars.ts";

export const myCarsKey = ["my-cars"] as const;

export type CarListStatus = "active" | "sold" | "archived";

export function listStatusOf(car: Pick<Car, "deleted" | "sold">): CarListStatus {
  if (car.deleted) return "archived";
  return car.sold ? "sold" : "active";
}

const places: Readonly<Record<CarListStatus, number>> = { active: 0, sold: 1, archived: 2 };

/** Cars on sale first, archived ones last, each newest first. */
export function byListStatus(
  a: Pick<Car, "deleted" | "sold" | "createdAt">,
  b: Pick<Car, "deleted" | "sold" | "createdAt">,
): number {
  return places[listStatusOf(a)] - places[listStatusOf(b)] || b.createdAt.localeCompare(a.createdAt);
}

async function loadMyCars({ signal }: { signal: AbortSignal }): Promise<Car[]> {
  const [listed, archived] = await Promise.all([
    allOwnCars("GET /api/cars/my", signal),
    allOwnCars("GET /api/cars/archived", signal),
  ]);
  return [...listed, ...archived].toSorted(byListStatus);
}

export function useMyCars() {
  return useQuery({ queryKey: myCarsKey, queryFn: loadMyCars });
}

/**
 * The fee in USD cents if a restore was refused because the listing's fee was
 * refunded; null for any other error.
 */
export function feeDue(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "payment_required") return null;
  const { amount } = error.details;
  return typeof amount === "number" ? Math.round(amount * 100) : null;
}

/** Archiving returns nothing, the others the car. */
function send(event: CarEvent | "confirm", id: string): Promise<Car | undefined> {
  const params = { id };
  switch (event) {
    case "markSold":
      return api("PUT /api/cars/{id}/sold", { params });
    case "markUnsold":
      return api("PUT /api/cars/{id}/unsold", { params });
    case "archive":
      return api("DELETE /api/cars/{id}", { params }).then(() => undefined);
    case "restore":
      return api("PUT /api/cars/{id}/restore", { params });
    case "confirm":
      return api("POST /api/cars/{id}/confirm", { params });
  }
}

/** The list after an event: with the car as returned, or archived. */
export function afterMove(cars: readonly Car[], id: string, answer: Car | undefined): Car[] {
  return cars
    .map((car) => (car._id === id ? (answer ?? { ...car, deleted: true }) : car))
    .toSorted(byListStatus);
}

/**
 * Sends an event of a car, or confirms that it is still for sale, and then invalidates the lists, whatever the result. It does not await the refetch:
 * on a slow connection that takes long.
 */
export function useMoveCar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ event, id }: { event: CarEvent | "confirm"; id: string }) => send(event, id),
    onSuccess: (answer, { id }) => {
      client.setQueryData<Car[]>(myCarsKey, (cars) => cars && afterMove(cars, id, answer));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: myCarsKey });
    },
  });
}
