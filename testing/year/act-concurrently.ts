import { z } from "zod";
import type { Action } from "./actions.ts";
import { expectVisible } from "./car-rule.ts";
import { syncLowerMileage } from "./mileage-rule.ts";
import { adminOf, existingPeople, pick, signIn, type World } from "./world.ts";

const stored = z.object({
  state: z.enum(["active", "sold", "archived"]),
  archived_from: z.enum(["active", "sold"]).nullable(),
  price: z.number(),
  is_lower: z.boolean(),
});

/**
 * Updates the model after concurrent requests for a car, where any possible outcome is right. Only the price
 * is known of a car whose payment was refunded or disputed.
 */
async function syncCar(world: World, id: string): Promise<void> {
  const car = world.cars.find((one) => one.id === id);
  if (car === undefined) return;
  const { rows } = await world.site.database.pool.query(
    `select state, archived_from, price, exists (
      select from car_vins where car_id = cars.id and lower_since is not null) as is_lower from cars where id = $1`,
    [id],
  );
  const [row] = z.array(stored).parse(rows);
  if (row === undefined) return world.fault(`car ${id} is gone after a race`);
  car.price = row.price;
  syncLowerMileage(world, car, row.is_lower);
  if (world.touchedByMoney.has(id)) return;
  car.state = row.state;
  car.archivedFrom = row.archived_from ?? car.archivedFrom;
  await expectVisible(world, car);
}

export const concurrentActions = {
  // The owner in two windows, visitors and an admin at both copies concurrently. No answer is a 5xx, and the
  // car ends in a state that some order of the requests leads to.
  race: async (world, { who, a, b }) => {
    const car = pick(
      world.cars.filter(({ owner, state }) => owner.alive && !owner.suspended && state === "active"),
      who + a,
    );
    const other = pick(existingPeople(world), b);
    if (car === null || other === null) return;
    const { owner, id } = car;
    const admin = adminOf(world, a);
    // Sessions are renewed before, so that the race is about the car only.
    for (const person of [owner, other, admin]) await signIn(world, person);
    const { body } = await world.ask(owner, `GET /api/cars/${id}`, 200);
    const present = z.record(z.string(), z.unknown()).parse(body);
    const any = [200, 201, 202, 204, 402, 404, 409, 412];
    const ways: (() => Promise<unknown>)[] = [
      () =>
        world.ask(owner, `PUT /api/cars/${id}`, any, {
          copy: 0,
          body: { ...present, price: car.price + 50 },
        }),
      () =>
        world.ask(owner, `PUT /api/cars/${id}`, any, {
          copy: 1,
          body: { ...present, price: car.price + 70 },
        }),
      () => world.ask(owner, `PUT /api/cars/${id}/sold`, any, { copy: 1 }),
      () => world.ask(owner, `DELETE /api/cars/${id}`, any, { copy: 0 }),
      () => world.ask(owner, `POST /api/cars/${id}/confirm`, any, { copy: 1 }),
      () =>
        world.ask(owner, "POST /api/cars/bulk", any, {
          copy: 0,
          body: {
            action: "price",
            ids: owner.cars.flatMap((one) => (one.state === "active" ? [one.id] : [])).slice(0, 20),
            by: { euro: -10 },
          },
        }),
      () => world.ask(other, `PUT /api/cars/${id}/follow`, any, { copy: 1 }),
      () => world.ask(other, "PUT /api/me/favourites", any, { copy: 0, body: { ids: [id] } }),
      () => world.ask(owner, "GET /api/me/export", any, { copy: 1 }),
      () => world.ask(admin, `GET /api/admin/users/${owner.id}`, any, { copy: 0 }),
    ];
    await Promise.all(ways.flatMap((way, at) => ((a >> at) % 2 === 1 ? [way()] : [])));
    for (const one of owner.cars) if (one.state !== "deleted") await syncCar(world, one.id);
  },
} satisfies Record<string, Action>;
