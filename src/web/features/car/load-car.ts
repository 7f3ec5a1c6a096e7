import type { Car } from "#contract/cars.ts";
import { carMessages } from "#domain/messages/car.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import type { ApiClient } from "#web/lib/api-types.ts";

/** A car as its page needs it, without `images`, which repeats the URLs of `photos`. */
export type CarDetails = Omit<Car, "images">;

export type CarAnswer =
  | { status: "found"; car: CarDetails }
  /** Unknown, or not public and not the user's own. */
  | { status: "missing" }
  | { status: "failed"; message: string };

export function detailsOf(car: Car): CarDetails {
  const { images: _images, ...details } = car;
  return details;
}

/** Reads a car; never throws. `onCar` gets the whole car. */
export async function loadCar(api: ApiClient, id: string, onCar?: (car: Car) => void): Promise<CarAnswer> {
  try {
    const car = await api("GET /api/cars/{id}", { params: { id } });
    onCar?.(car);
    return { status: "found", car: detailsOf(car) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { status: "missing" };
    // No URL can contain the ids "." and ".."; no car has them.
    if (error instanceof TypeError) return { status: "missing" };
    return { status: "failed", message: messageOf(error, carMessages.loadFailed) };
  }
}
