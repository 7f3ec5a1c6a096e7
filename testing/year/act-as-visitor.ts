import { z } from "zod";
import { dayOf } from "#domain/format/day-of.ts";
import { locations } from "#domain/places/locations.ts";
import { reportReasons } from "#domain/reports/report-reasons.ts";
import { toldKinds } from "#domain/statistics/stat-kinds.ts";
import type { Action } from "./actions.ts";
import { existingPeople, pick, type ModelCar, type World } from "./world.ts";
import { expectVisible, isPublic, isUncertain } from "./car-rule.ts";

const addressOf = (number: number): string => `192.0.2.${(number % 250) + 1}`;

/** A car that is certainly public now. */
export function publicCar(world: World, by: number): ModelCar | null {
  return pick(
    world.cars.filter((car) => isPublic(car) && car.state === "active" && !isUncertain(world, car)),
    by,
  );
}

const searches = [
  "",
  "?q=golf",
  "?q=bmw%20diesel",
  "?brand=Volkswagen&sort=price_asc",
  "?maxPrice=9000",
  "?minYear=2018&fuel=Diesel",
  "?q=mercedes%20automatik&page=2",
];

export const visitorActions = {
  visit: async (world, { a }) => {
    const car = pick(world.cars, a);
    if (car === null) return;
    await expectVisible(world, car);
    if (!isPublic(car) || isUncertain(world, car)) return;
    for (const request of [
      `GET /api/cars/${car.id}/seller`,
      `GET /api/cars/${car.id}/price-history`,
      `GET /api/cars/${car.id}/similar`,
      `GET /api/cars/${car.id}/price-estimate`,
    ])
      await world.ask(null, request, 200, { address: addressOf(a) });
    const owner = car.owner;
    if (car.state === "active")
      await world.ask(null, `GET /api/sellers/${owner.id}`, [200, 404], { address: addressOf(a) });
    if (car.asDealer) await world.ask(null, `GET /api/dealers/${owner.id}`, [200, 404]);
  },
  search: async (world, { a, b }) => {
    const query = pick([...searches, `?location=${encodeURIComponent(pick(locations, b) ?? "")}`], a) ?? "";
    const address = addressOf(b);
    const found = await world.ask(null, `GET /api/cars${query}`, 200, { address });
    const facets = await world.ask(null, `GET /api/cars/facets${query.replace(/&page=\d/, "")}`, 200, {
      address,
    });
    z.array(z.unknown()).parse(found.body);
    z.object({ total: z.number() }).parse(facets.body);
    await world.ask(null, "GET /api/search/suggest?q=golf", 200);
  },
  contact: async (world, { a, b }) => {
    const car = publicCar(world, a);
    if (car === null) return;
    const address = addressOf(b);
    const kind = b % 3 === 0 ? "phone" : (pick(toldKinds, b) ?? "share");
    const answer =
      kind === "phone"
        ? await world.ask(null, `POST /api/cars/${car.id}/contact`, 200, { address })
        : await world.ask(null, `POST /api/cars/${car.id}/events`, 204, { address, body: { kind } });
    if (answer.status > 204) return;
    const name = `${car.id}|${dayOf(new Date(world.site.now()))}|${kind}`;
    world.interest.set(name, (world.interest.get(name) ?? new Set()).add(address));
    if (car.asDealer)
      await world.ask(null, `POST /api/dealers/${car.owner.id}/contact`, [200, 404, 409], { address });
  },
  report: async (world, { who, a, b }) => {
    const car = publicCar(world, a);
    if (car === null) return;
    const reporter = b % 2 === 0 ? pick(existingPeople(world), who) : null;
    const email = b % 3 === 0 ? null : `raportues-${b % 50}@year.example`;
    const answer = await world.ask(reporter, `POST /api/cars/${car.id}/report`, [204, 400, 409], {
      body: { reason: pick(reportReasons, a), text: "Diçka nuk është në rregull.", email },
      address: addressOf(b),
    });
    if (answer.status !== 204) return;
    const name = reporter?.id ?? `guest at ${world.step}`;
    if (email === null) car.reporters.delete(name);
    else car.reporters.set(name, email);
  },
  askAvailable: async (world, { a, b }) => {
    const car = publicCar(world, a);
    if (car === null) return;
    for (const each of [b, b + 1])
      await world.ask(null, `POST /api/cars/${car.id}/still-available`, [202, 409], {
        address: addressOf(each),
      });
  },
  readSite: async (world, { a }) => {
    for (const request of [
      "GET /api/car-models/brands",
      "GET /api/car-models/models?brand=Audi",
      "GET /api/car-models/suggest?q=gol",
      "GET /api/car-models/all",
      `GET /api/site-text?name=${pick(["terms", "privacy", "imprint"], a)}`,
    ])
      await world.ask(null, request, 200);
    await world.ask(
      null,
      "GET /api/import-costs?price=10000&engineCc=1968&year=2022&fuel=Diesel",
      [200, 404],
    );
    await world.ask(null, "POST /api/price-estimates", 200, {
      body: {
        brand: "Volkswagen",
        model: "Golf",
        year: 2018,
        mileage: 100_000,
        fuel: "Diesel",
        price: 11_000,
      },
    });
  },
} satisfies Record<string, Action>;
