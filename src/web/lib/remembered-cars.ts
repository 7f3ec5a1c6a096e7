import type { Car } from "#contract/cars.ts";
import { createCarCache } from "./car-cache.ts";

/** Cars this browser has seen in the last minutes (SPEC "Car cache"): the car page opens with them. */
const remembered = createCarCache<Car>();

export function rememberedCar(id: string): Car | undefined {
  return remembered.get(id);
}

export function rememberCars(cars: readonly Car[]): void {
  for (const car of cars) remembered.set(car._id, car);
}

/** After any change of a car: edited, sold, archived, restored. */
export function forgetCar(id: string): void {
  remembered.remove(id);
}

/** After signing in or out: what one may see of a car has changed. */
export function forgetCars(): void {
  remembered.clear();
}
