import type { Car } from "#contract/cars.ts";
import { createCarCache } from "./car-cache.ts";

/** Cars this browser has seen in the last minutes (specification.md#car-page): the car page opens with them. */
const remembered = createCarCache<Car>();
const listeners = new Set<() => void>();

export function rememberedCar(id: string): Car | undefined {
  return remembered.get(id);
}

export function rememberCars(cars: readonly Car[]): void {
  for (const car of cars) remembered.set(car._id, car);
}

/** After a car was edited, sold, archived or restored: neither it nor any list with it is right any more. */
export function forgetCar(id: string): void {
  remembered.remove(id);
  forgetLists();
}

/** After a car was published: lists read before are out of date. */
export function forgetLists(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener whenever cached lists of cars are out of date. */
export function onListsForgotten(listener: () => void): void {
  listeners.add(listener);
}
