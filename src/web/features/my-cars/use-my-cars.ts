import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Car } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { api } from "#web/lib/auth.ts";

const queryKey = ["my-cars"] as const;

export type CarStanding = "active" | "sold" | "archived";

export function standingOf(car: Pick<Car, "deleted" | "sold">): CarStanding {
  if (car.deleted) return "archived";
  return car.sold ? "sold" : "active";
}

const places: Readonly<Record<CarStanding, number>> = { active: 0, sold: 1, archived: 2 };

/** What is on sale first and the archive last, each newest first. */
export function byStanding(
  a: Pick<Car, "deleted" | "sold" | "createdAt">,
  b: Pick<Car, "deleted" | "sold" | "createdAt">,
): number {
  return places[standingOf(a)] - places[standingOf(b)] || b.createdAt.localeCompare(a.createdAt);
}

/** One's own cars of every state. */
async function loadMyCars(): Promise<Car[]> {
  const [listed, archived] = await Promise.all([
    api("GET /api/cars/my", { query: { limit: 500 } }),
    api("GET /api/cars/archived", { query: { limit: 500 } }),
  ]);
  return [...listed, ...archived].toSorted(byStanding);
}

export function useMyCars() {
  return useQuery({ queryKey, queryFn: loadMyCars });
}

function send(event: CarEvent, id: string): Promise<unknown> {
  const params = { id };
  switch (event) {
    case "markSold":
      return api("PUT /api/cars/{id}/sold", { params });
    case "markUnsold":
      return api("PUT /api/cars/{id}/unsold", { params });
    case "archive":
      return api("DELETE /api/cars/{id}", { params });
    case "restore":
      return api("PUT /api/cars/{id}/restore", { params });
  }
}

/** Moves a car between its states; the lists are read again whatever came of it. */
export function useMoveCar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ event, id }: { event: CarEvent; id: string }) => send(event, id),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
