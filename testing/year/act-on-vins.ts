import { z } from "zod";
import type { Action } from "./actions.ts";
import { isPublic, isUncertain } from "./car-rule.ts";
import { isSettled, recordMileage, shownHistory } from "./mileage-rule.ts";
import { existingPeople, type ModelCar, type ModelPerson, pick, type World } from "./world.ts";

const dayMs = 86_400_000;
const nearMs = 60_000;
/** Within a day from the first (specification.md#identification-number). */
const maxChecksOfCar = 5;
const maxChecksOfAccount = 30;
/** Listings that one step reads of those that say less. */
const maxLowerRead = 5;

const history = z.object({
  readings: z.array(z.object({ date: z.string(), mileage: z.number() })),
  lower: z.boolean(),
  note: z.string().nullable(),
});

/** A car with a number that the public surely sees. */
function carWithVin(world: World, by: number): ModelCar | null {
  return pick(
    world.cars.filter((car) => car.vin !== null && isPublic(car) && !isUncertain(world, car)),
    by,
  );
}

/** Counts a comparison; whether it is one too many. */
function exceedsLimit(world: World, name: string, max: number): boolean {
  const now = world.site.now();
  const known = world.vinChecks.get(name);
  const counted = known === undefined || now - known.since >= dayMs ? { since: now, count: 0 } : known;
  world.vinChecks.set(name, counted);
  counted.count += 1;
  return counted.count > max;
}

/** A count that ends within the next calls, so that nobody can say whether it still holds. */
function isExpiring(world: World, name: string): boolean {
  const known = world.vinChecks.get(name);
  return known !== undefined && Math.abs(world.site.now() - known.since - dayMs) < nearMs;
}

async function compare(world: World, buyer: ModelPerson, car: ModelCar, vin: string): Promise<void> {
  const isTooMany =
    exceedsLimit(world, buyer.id, maxChecksOfAccount) ||
    exceedsLimit(world, `${buyer.id}:${car.id}`, maxChecksOfCar);
  const answer = await world.ask(buyer, `POST /api/cars/${car.id}/vin-check`, isTooMany ? 429 : 200, {
    body: { vin },
  });
  if (answer.status !== 200) return;
  if (z.object({ matches: z.boolean() }).parse(answer.body).matches !== (vin === car.vin))
    world.fault(`car ${car.id} ${vin === car.vin ? "does not have" : "has"} the number that was compared`);
}

/** The car's page shows its history, to guests once it is public and to its owner at once. */
async function expectHistory(world: World, car: ModelCar): Promise<void> {
  const readers = isPublic(car) && !isUncertain(world, car) ? [null, car.owner] : [car.owner];
  for (const reader of readers) {
    const expected = shownHistory(world, car, reader !== null);
    if (expected === null) continue;
    const answer = await world.ask(reader, `GET /api/cars/${car.id}/mileage-history`, 200);
    if (answer.status !== 200) continue;
    const [found, right] = [JSON.stringify(history.parse(answer.body)), JSON.stringify(expected)];
    if (found !== right)
      world.fault(`history of ${car.id} for ${reader?.email ?? "a guest"}: ${found}, not ${right}`);
  }
}

function carsWithHistory(world: World): ModelCar[] {
  return world.cars.filter(({ vin, state, owner }) => vin !== null && state !== "deleted" && owner.alive);
}

/** Each listing that says less than an earlier one shows its history. */
export async function expectLowerMileages(world: World): Promise<void> {
  for (const car of carsWithHistory(world)) if (car.lower !== null) await expectHistory(world, car);
}

/** Identification numbers and what they tell of the mileage. */
export const vinActions = {
  // Three of them, or as many as are too many.
  compareVin: async (world, { who, a, b }) => {
    const car = carWithVin(world, a);
    const buyer = pick(
      existingPeople(world).filter((one) => one !== car?.owner),
      who,
    );
    if (buyer === null || car === null || car.vin === null) return;
    if (isExpiring(world, buyer.id) || isExpiring(world, `${buyer.id}:${car.id}`)) return;
    for (let turn = 0; turn < (b % 3 === 0 ? maxChecksOfCar + 1 : 2); turn += 1)
      await compare(world, buyer, car, turn % 2 === 0 ? car.vin : (pick(world.vins, b + turn) ?? car.vin));
    // What is no number counts as well, and so does a car without one.
    const wrong = exceedsLimit(world, buyer.id, maxChecksOfAccount) ? 429 : 400;
    await world.ask(buyer, `POST /api/cars/${car.id}/vin-check`, wrong, { body: { vin: "WVWOIQ" } });
    const without = pick(
      world.cars.filter((one) => one.vin === null && isPublic(one) && !isUncertain(world, one)),
      a,
    );
    if (without === null) return;
    const nothing = exceedsLimit(world, buyer.id, maxChecksOfAccount) ? 429 : 404;
    await world.ask(buyer, `POST /api/cars/${without.id}/vin-check`, nothing, { body: { vin: car.vin } });
  },
  // Some of those that say less: all of them with the invariants.
  readMileage: async (world, { a, b }) => {
    const cars = carsWithHistory(world);
    const car = pick(cars, a);
    if (car !== null) await expectHistory(world, car);
    const lower = cars.filter((one) => one.lower !== null);
    for (let turn = 0; turn < Math.min(maxLowerRead, lower.length); turn += 1) {
      const one = pick(lower, b + turn);
      if (one !== null) await expectHistory(world, one);
    }
  },
  // An edit with another mileage, as from a slip or from who turns it back.
  turnBack: async (world, { a, b }) => {
    const cars = world.cars.filter(
      (one) =>
        one.vin !== null &&
        one.state === "active" &&
        one.owner.alive &&
        !one.owner.suspended &&
        isSettled(world, one),
    );
    const car = pick(cars, a);
    if (car === null) return;
    if (car.lower !== null) await world.site.runUntilIdle();
    const present = await world.ask(car.owner, `GET /api/cars/${car.id}`, 200);
    if (present.status !== 200) return;
    const form = z.record(z.string(), z.unknown()).parse(present.body);
    const mileage = Math.max(0, car.mileage + (b % 2 === 0 ? -1 : 1) * (500 + (b % 60) * 1_000));
    const answer = await world.ask(car.owner, `PUT /api/cars/${car.id}`, [200, 403, 409], {
      body: { ...form, mileage },
    });
    if (answer.status !== 200) return;
    recordMileage(world, car, { mileage });
    await expectHistory(world, car);
  },
  noteMileage: async (world, { a, b }) => {
    const cars = world.cars.filter(
      (one) => one.vin !== null && one.state !== "deleted" && one.owner.alive && !one.owner.suspended,
    );
    const lower = cars.filter((one) => one.lower !== null);
    const car = pick(b % 5 === 0 || lower.length === 0 ? cars : lower, a);
    if (car === null) return;
    const text = b % 7 === 0 ? "" : "Matësi u ndërrua te servisi.";
    const isRefused = car.lower === null && text !== "";
    const answer = await world.ask(car.owner, `PUT /api/cars/${car.id}/mileage-note`, isRefused ? 404 : 200, {
      body: { text },
    });
    if (answer.status !== 200) return;
    car.note = text === "" ? null : text;
    if (car.note !== null && car.lower !== null)
      car.lower.publicAt = Math.min(car.lower.publicAt, world.site.now());
    await expectHistory(world, car);
  },
} satisfies Record<string, Action>;
