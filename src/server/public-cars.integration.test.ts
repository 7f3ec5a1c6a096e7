import { openSession } from "#server/people/accounts/sessions.ts";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Car } from "#contract/cars.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { facets as facetsSchema, suggestion } from "#contract/search.ts";
import { sharePicturePath } from "#domain/photos/share-picture.ts";
import { type Answer, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";

// Every public call, made with a car in each state. Public: can be opened; on sale: can be found and bought. A
// public call that is missing in the table does not compile.

const states = [
  "on sale",
  "sold",
  "hidden",
  "hidden and sold",
  "archived",
  "in dispute",
  "of a lapsed dealer",
  "of a suspended account",
  "sold, of a suspended account",
] as const;
type State = (typeof states)[number];

let app: TestApp;
let buyer: TestUser;
let cars: Record<State, Car>;
/** A car of another seller, of the same brand. */
let other: Car;

beforeAll(async () => {
  app = await createTestApp();
  const later = new Date(Date.now() + 3_600_000);
  const admin = await app.registerUser({ isAdmin: true });
  const dealer = await app.registerUser({ dealerUntil: later, businessName: "Auto Hapur" });
  const lapsing = await app.registerUser({ dealerUntil: later, businessName: "Auto Mbyllur" });
  const suspended = await app.registerUser({ dealerUntil: later, businessName: "Auto Pezull" });
  buyer = await app.registerUser();
  await app.call("POST /api/saved-searches", {
    as: buyer,
    body: { query: "brand=Dacia", frequency: "at_once" },
  });
  for (const one of [dealer, lapsing, suspended]) {
    await app.call("PUT /api/dealer/outward-feeds", { as: one, body: { enabled: true } });
    await app.call("PUT /api/dealer/page", {
      as: one,
      body: { address: "Rr. Adem Jashari 1", phone: "+38345010101", hours: null },
    });
  }
  other = await app.publishCar(await app.registerUser(), { brand: "Dacia", model: "Logan" });
  // Each has a model of its own, which words and counts identify.
  const publish = async (seller: TestUser, model: string) => {
    const car = await app.publishCar(seller, { brand: "Dacia", model });
    await app.call(`PUT /api/cars/${car._id}/follow`, { as: buyer });
    return car;
  };
  cars = {
    "on sale": await publish(dealer, "Qershiza"),
    sold: await publish(dealer, "Dardhëza"),
    hidden: await publish(dealer, "Mollëza"),
    "hidden and sold": await publish(dealer, "Ftoiza"),
    archived: await publish(dealer, "Kumbulla"),
    "in dispute": await publish(dealer, "Thanëza"),
    "of a lapsed dealer": await publish(lapsing, "Pjeshkëza"),
    "of a suspended account": await publish(suspended, "Arrëza"),
    "sold, of a suspended account": await publish(suspended, "Fikëza"),
  };
  const change = async (request: `${string} /${string}`, as: TestUser) =>
    expect((await app.call(request, { as })).status).toBeLessThan(300);
  await change(`PUT /api/cars/${cars.sold._id}/sold`, dealer);
  await change(`PUT /api/cars/${cars["hidden and sold"]._id}/sold`, dealer);
  await change(`PUT /api/cars/${cars["sold, of a suspended account"]._id}/sold`, suspended);
  const suspension = await app.call(`POST /api/admin/users/${suspended.id}/suspension`, {
    as: admin,
    body: { reason: "Shpallje të rreme" },
  });
  expect(suspension.status).toBe(200);
  await change(`POST /api/admin/cars/${cars.hidden._id}/hide`, admin);
  await change(`POST /api/admin/cars/${cars["hidden and sold"]._id}/hide`, admin);
  await change(`DELETE /api/cars/${cars.archived._id}`, dealer);
  await app.database.db
    .updateTable("cars")
    .set({ disputed_at: new Date() })
    .where("id", "=", cars["in dispute"]._id)
    .execute();
  await app.database.db
    .updateTable("users")
    .set({ dealer_until: new Date(Date.now() - 1_000) })
    .where("id", "=", lapsing.id)
    .execute();
  // All that the jobs would do; the process's own jobs start afterwards.
  await app.services.alerts.schedule["sweep_alerts"]?.run(new AbortController().signal);
  expect(await drainJobs(app.database, app.services.alerts.tasks)).toEqual([]);
  await app.services.start();
});
afterAll(() => app.close());

type PublicCall = {
  [Name in keyof Endpoints]: Endpoints[Name]["access"] extends "public" ? Name : never;
}[keyof Endpoints];

interface Way {
  /** Which cars it shows. */
  readonly tells: "public" | "on sale";
  readonly of: (car: Car) => Promise<boolean>;
}

const isIn = (answer: Answer, car: Car) => JSON.stringify(answer.body ?? "").includes(car._id);
const succeeds = async (request: `${string} /${string}`, options?: Parameters<TestApp["call"]>[1]) =>
  (await app.call(request, options)).status < 300;
const onSale = (of: Way["of"]): Way => ({ tells: "on sale", of });
const open = (of: Way["of"]): Way => ({ tells: "public", of });

/** Null: it shows no cars. */
const ways: Record<
  | PublicCall
  | "GET /feeds/vehicles.csv"
  | "GET /dealers/{id}/feed.csv"
  | "GET /dealers/{id}/feed.json"
  | "GET /search.atom"
  | "PUT /api/cars/{id}/follow"
  | "GET /api/followed-cars"
  | "GET /og/{id}/{file}"
  | "mail of a search",
  Way | null
> = {
  "GET /api/cars": onSale(async (car) => isIn(await app.call("GET /api/cars?brand=Dacia&limit=100"), car)),
  "GET /api/cars/facets": onSale(async (car) => {
    const { body } = await app.call("GET /api/cars/facets?brand=Dacia");
    return (facetsSchema.parse(body).model[car.model] ?? 0) > 0;
  }),
  "GET /api/search/suggest": onSale(async (car) => {
    const { body } = await app.call(`GET /api/search/suggest?q=${encodeURIComponent(car.model)}`);
    const found = suggestion.array().parse(body);
    return found.some(({ kind, label, count }) => kind !== "words" && label.includes(car.model) && count > 0);
  }),
  "GET /api/cars/{id}": open((car) => succeeds(`GET /api/cars/${car._id}`)),
  "GET /api/cars/{id}/mileage-history": open((car) => succeeds(`GET /api/cars/${car._id}/mileage-history`)),
  "GET /api/cars/{id}/price-history": open((car) => succeeds(`GET /api/cars/${car._id}/price-history`)),
  "GET /api/cars/{id}/similar": onSale(async (car) =>
    isIn(await app.call(`GET /api/cars/${other._id}/similar`), car),
  ),
  "GET /api/cars/{id}/price-estimate": open((car) => succeeds(`GET /api/cars/${car._id}/price-estimate`)),
  "POST /api/cars/{id}/contact": onSale((car) => succeeds(`POST /api/cars/${car._id}/contact`)),
  "POST /api/cars/{id}/events": open((car) =>
    succeeds(`POST /api/cars/${car._id}/events`, { body: { kind: "share" } }),
  ),
  "POST /api/cars/{id}/still-available": onSale((car) =>
    succeeds(`POST /api/cars/${car._id}/still-available`),
  ),
  "POST /api/cars/{id}/report": open((car) =>
    succeeds(`POST /api/cars/${car._id}/report`, { body: { reason: "other" } }),
  ),
  "GET /api/dealers/{id}": onSale(async (car) =>
    isIn(await app.call(`GET /api/dealers/${car.seller.id}`), car),
  ),
  "GET /api/sellers/{id}": onSale(async (car) =>
    isIn(await app.call(`GET /api/sellers/${car.seller.id}`), car),
  ),
  "GET /api/cars/{id}/seller": open((car) => succeeds(`GET /api/cars/${car._id}/seller`)),
  "GET /feeds/vehicles.csv": onSale(async (car) => isIn(await app.call("GET /feeds/vehicles.csv"), car)),
  "GET /dealers/{id}/feed.csv": onSale(async (car) =>
    isIn(await app.call(`GET /dealers/${car.seller.id}/feed.csv`), car),
  ),
  "GET /dealers/{id}/feed.json": onSale(async (car) =>
    isIn(await app.call(`GET /dealers/${car.seller.id}/feed.json`), car),
  ),
  "GET /search.atom": onSale(async (car) => isIn(await app.call("GET /search.atom?brand=Dacia"), car)),
  "PUT /api/cars/{id}/follow": onSale(async (car) =>
    succeeds(`PUT /api/cars/${car._id}/follow`, { as: await app.registerUser() }),
  ),
  "GET /api/followed-cars": onSale(async (car) =>
    isIn(await app.call("GET /api/followed-cars", { as: buyer }), car),
  ),
  "mail of a search": onSale(async (car) =>
    // Owners get mails about their cars, too.
    (await readOutbox(join(app.dataDir, "outbox"))).some(
      ({ to, text }) => to.includes(buyer.email) && text.includes(car._id),
    ),
  ),
  // Drawn again for a sold one: its owner's answer has today's address.
  "GET /og/{id}/{file}": open(async (car) => {
    const [owner] = await app.database.db
      .selectFrom("cars")
      .select(["sold_at"])
      .where("id", "=", car._id)
      .execute();
    const path = sharePicturePath({ ...car, sold: owner?.sold_at !== null });
    return succeeds(`GET /${path.slice(1)}`);
  }),
  // Comparables, without ids if they are not public: prices.integration.test.ts.
  "POST /api/price-estimates": null,
  // Names of the catalogue.
  "GET /api/car-models/all": null,
  "GET /api/car-models/brands": null,
  "GET /api/car-models/models": null,
  // Only by a mailed link, which its owner has.
  "GET /api/confirmation": null,
  "POST /api/confirmation": null,
  "GET /api/car-models/suggest": null,
  // A dealer's own phone: tested below.
  "POST /api/dealers/{id}/contact": null,
  "POST /api/login": null,
  "POST /api/logout": null,
  "POST /api/password/forgot": null,
  "POST /api/password/reset": null,
  "POST /api/payment/create-car": null,
  "POST /api/payment/verify-dealer-subscription": null,
  "POST /api/payment/verify-session": null,
  "POST /api/payment/webhook": null,
  "POST /api/register": null,
  "POST /api/unsubscribe": null,
  "GET /api/import-costs": null,
  "GET /api/site-text": null,
  "POST /api/verify-email": null,
};

const expectedOf: Record<Way["tells"], readonly State[]> = {
  "on sale": ["on sale"],
  public: ["on sale", "sold"],
};

/** The states in which a route shows a car. */
async function toldBy(way: Way): Promise<State[]> {
  const told: State[] = [];
  for (const state of states) if (await way.of(cars[state])) told.push(state);
  return told;
}

test.each(Object.entries(ways).flatMap(([name, way]) => (way === null ? [] : [{ name, way }])))(
  "$name returns cars that are $way.tells and no others",
  async ({ way }) => {
    // The search's index follows the database within a second; nine share pictures take longer on a busy
    // machine.
    await expect.poll(() => toldBy(way), { timeout: 20_000 }).toEqual(expectedOf[way.tells]);
  },
);

test("GET /api/dealers/{id} counts public cars only", async () => {
  const answer = await app.call(`GET /api/dealers/${cars.hidden.seller.id}?limit=1`);
  expect(answer.headers.get("X-Total-Count")).toBe("1");
  expect(z.object({ carCount: z.number() }).parse(answer.body).carCount).toBe(1);
});

/**
 * Whether the dealer's phone is returned, and whether any public call of the dealer has its address and that
 * number.
 */
async function pageOfDealer(state: State): Promise<[status: number, address: boolean, phone: boolean]> {
  const { id } = cars[state].seller;
  const answers = await Promise.all([
    app.call(`GET /api/dealers/${id}`),
    app.call(`POST /api/dealers/${id}/contact`),
    app.call(`GET /api/sellers/${id}`),
  ]);
  const text = JSON.stringify(answers.map(({ body }) => body));
  return [answers[1].status, text.includes("Adem Jashari"), text.includes("+38345010101")];
}

test("what a dealer tells on its page is public as long as the page is", async () => {
  expect(await pageOfDealer("on sale")).toEqual([200, true, true]);
  expect(await pageOfDealer("of a lapsed dealer")).toEqual([404, false, false]);
  expect(await pageOfDealer("of a suspended account")).toEqual([404, false, false]);
});

/** Why the car is not public, for its seller. */
async function unlistedOf(state: State): Promise<string | undefined> {
  const { seller, _id } = cars[state];
  const session = await app.database.db.transaction().execute((trx) => openSession(trx, seller.id));
  const as = { id: seller.id, email: "", ...session };
  const { body } = await app.call(`GET /api/cars/${_id}`, { as });
  return z.object({ unlisted: z.string().optional() }).parse(body).unlisted;
}

test("an owner sees why a car is not public", async () => {
  expect(await Promise.all(states.map(unlistedOf))).toEqual([
    undefined,
    undefined,
    "hidden",
    "hidden",
    undefined,
    "disputed",
    "dealerLapsed",
    "suspended",
    "suspended",
  ]);
});
