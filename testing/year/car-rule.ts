import type { ModelCar, World } from "./world.ts";

/** By what the model knows: money that went back and dealers' months are looked at beside. */
export function isPublic(car: ModelCar): boolean {
  return (
    (car.state === "active" || car.state === "sold") && !car.hidden && !car.owner.suspended && car.owner.alive
  );
}

/** Whether something has touched the car that the model does not follow by itself: the ledger is asked for these. */
export function isUncertain(world: World, car: ModelCar): boolean {
  return car.asDealer || world.touchedByMoney.has(car.id);
}

/** The public sees the car at both copies exactly where it must. */
export async function expectVisible(world: World, car: ModelCar): Promise<void> {
  if (isUncertain(world, car)) return;
  const expected = isPublic(car) ? 200 : 404;
  for (const copy of [0, 1]) {
    const answer = await world.site.call(`GET /api/cars/${car.id}`, { copy, address: "203.0.113.77" });
    if (answer.status !== expected)
      world.fault(
        `car ${car.id} (${car.state}${car.hidden ? ", hidden" : ""}) answers ${answer.status} at copy ${copy}, not ${expected}`,
      );
  }
}
