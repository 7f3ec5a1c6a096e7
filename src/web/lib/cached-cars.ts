import type { Car } from "#contract/cars.ts";
import { createCarCache } from "./car-cache.ts";

/**
 * Cars loaded in the last minutes in this browser (specification.md#car-page): the car page opens with them.
 */
const cached = createCarCache<Car>();
const listeners = new Set<() => void>();

export function cachedCar(id: string): Car | undefined {
  return cached.get(id);
}

export function cacheCars(cars: readonly Car[]): void {
  for (const car of cars) cached.set(car._id, car);
}

/** After a car was edited, sold, archived or restored: it and all cached lists are stale. */
export function invalidateCar(id: string): void {
  cached.remove(id);
  invalidateLists();
}

/** Another person uses the browser: owners and admins see more of a car than others. */
export function clearCachedCars(): void {
  cached.clear();
  invalidateLists();
}

/** After a car was published: cached lists are stale. */
export function invalidateLists(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener when cached lists of cars become stale. */
export function onListsInvalidated(listener: () => void): void {
  listeners.add(listener);
}
