import type { ModelCar, World } from "./world.ts";

/** What the model knows; refunds, disputes and dealers' months are checked separately. */
export function isPublic(car: ModelCar): boolean {
  return (
    (car.state === "active" || car.state === "sold") && !car.hidden && !car.owner.suspended && car.owner.alive
  );
}

/** True if the model alone cannot tell the car's state: then the ledger decides. */
export function isUncertain(world: World, car: ModelCar): boolean {
  return car.asDealer || world.touchedByMoney.has(car.id);
}

/** The car is public at both copies exactly if it must be. */
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
