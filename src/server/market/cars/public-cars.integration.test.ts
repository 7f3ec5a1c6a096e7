import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Car, car as carSchema } from "#contract/cars.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let dealer: TestUser;
let car: Car;

beforeAll(async () => {
  app = await createTestApp();
  await app.services.search.start();
  dealer = await app.registerUser({ isDealerByHand: true, businessName: "Autosallon Alba" });
  car = await app.publishCar(dealer, { price: 9_000 });
});
afterAll(() => app.close());

async function listed(): Promise<Car | undefined> {
  const { body } = await app.call("GET /api/cars");
  return z
    .array(carSchema)
    .parse(body)
    .find(({ _id }) => _id === car._id);
}

/** A cached car must follow within a second; repeated reads make sure that one is cached. */
const within = { timeout: 1_000, interval: 20 };

test("the search shows a changed price of a car that was cached", async () => {
  await expect.poll(async () => (await listed())?.price, within).toBe(9_000);
  await app.database.db.updateTable("cars").set({ price: 8_000 }).where("id", "=", car._id).execute();
  await expect.poll(async () => (await listed())?.price, within).toBe(8_000);
});

test("the search shows a dealer's new business name on its cars", async () => {
  await expect.poll(async () => (await listed())?.seller.name, within).toBe("Autosallon Alba");
  await app.database.db
    .updateTable("dealers")
    .set({ business_name: "Autosallon Drini" })
    .where("user_id", "=", dealer.id)
    .execute();
  await expect.poll(async () => (await listed())?.seller.name, within).toBe("Autosallon Drini");
});

test("the search ends a sponsorship at its second without any change of the row", async () => {
  const until = new Date(Date.now() + 1_500);
  await app.database.db
    .updateTable("cars")
    .set({ sponsored_until: until, sponsorship_days: 1 })
    .where("id", "=", car._id)
    .execute();
  await expect.poll(async () => (await listed())?.isRecommended, within).toBe(true);
  await expect
    .poll(async () => (await listed())?.isRecommended, { timeout: 3_000, interval: 20 })
    .toBe(false);
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
});

test("the search leaves out a sold car that was cached", async () => {
  expect(await listed()).toBeDefined();
  await app.call(`PUT /api/cars/${car._id}/sold`, { as: dealer });
  await expect.poll(listed, within).toBeUndefined();
});
