import type { Car } from "#contract/cars.ts";
import { createCarCache } from "./car-cache.ts";

/**
 * Cars loaded in the last minutes in this browser (specification.md#car-page): the car page opens with them.
 */
const remembered = createCarCache<Car>();
const listeners = new Set<() => void>();

export function rememberedCar(id: string): Car | undefined {
  return remembered.get(id);
}

export function rememberCars(cars: readonly Car[]): void {
  for (const car of cars) remembered.set(car._id, car);
}

/** After a car was edited, sold, archived or restored: it and all cached lists are stale. */
export function forgetCar(id: string): void {
  remembered.remove(id);
  forgetLists();
}

/** After a car was published: cached lists are stale. */
export function forgetLists(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener when cached lists of cars become stale. */
export function onListsForgotten(listener: () => void): void {
  listeners.add(listener);
}
