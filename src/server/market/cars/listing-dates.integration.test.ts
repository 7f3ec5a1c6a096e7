import { afterAll, beforeAll, expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import { carOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { advanceDays } from "#testing/advance-days.ts";

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  await app.services.start();
  seller = await app.registerUser();
});
afterAll(() => app.close());

async function edit(car: Car, changes: { price?: number; mileage?: number }): Promise<Car> {
  const { brand, model, year, type, price, mileage, fuel, transmission, location, images } = car;
  const same = { brand, model, year, type, price, mileage, fuel, transmission, location, images };
  const body = { ...(await app.carFields(seller, { images })), ...same, ...changes };
  return carOf(await app.call(`PUT /api/cars/${car._id}`, { as: seller, body }));
}

const read = async (car: Car) => carOf(await app.call(`GET /api/cars/${car._id}`, { as: seller }));
const ageInDays = (moment: string) => Math.round((Date.now() - Date.parse(moment)) / 86_400_000);

test("a price cut of 2 % below the lowest price of 30 days lists a car again, a smaller one does not", async () => {
  const car = await app.publishCar(seller, { model: "Polo", price: 10_000 });
  await advanceDays(app.database, 10);
  expect(ageInDays((await edit(car, { price: 9_801 })).listedAt)).toBe(10);
  expect(ageInDays((await edit(car, { price: 9_604 })).listedAt)).toBe(0);
  // createdAt is unchanged.
  expect(ageInDays((await read(car)).createdAt)).toBe(10);
});

test("a price that is raised first and cut then is compared with the lowest of the last 30 days", async () => {
  const car = await app.publishCar(seller, { model: "Passat", price: 8_000 });
  await advanceDays(app.database, 10);
  await edit(car, { price: 12_000 });
  expect(ageInDays((await edit(car, { price: 8_000 })).listedAt)).toBe(10);
  await edit(car, { price: 12_000 });
  await advanceDays(app.database, 31);
  // The low price is older than 30 days; 12,000 has held since.
  expect(ageInDays((await edit(car, { price: 11_000 })).listedAt)).toBe(0);
});

test("price cuts list a car again at most once in 7 days", async () => {
  const car = await app.publishCar(seller, { model: "Tiguan", price: 20_000 });
  await advanceDays(app.database, 3);
  expect(ageInDays((await edit(car, { price: 19_000 })).listedAt)).toBe(0);
  await advanceDays(app.database, 6);
  expect(ageInDays((await edit(car, { price: 18_000 })).listedAt)).toBe(6);
  await advanceDays(app.database, 1);
  expect(ageInDays((await edit(car, { price: 17_000 })).listedAt)).toBe(0);
});

test("100 edits, archives and restores leave the listing date as it was", async () => {
  const car = await app.publishCar(seller, { model: "Touran", price: 9_000 });
  await advanceDays(app.database, 20);
  for (let i = 0; i < 25; i++) {
    await edit(car, { mileage: 150_000 + i, price: 9_000 + i });
    for (const move of ["sold", "unsold"])
      expect((await app.call(`PUT /api/cars/${car._id}/${move}`, { as: seller })).status).toBe(200);
    expect((await app.call(`DELETE /api/cars/${car._id}`, { as: seller })).status).toBe(204);
    expect((await app.call(`PUT /api/cars/${car._id}/restore`, { as: seller })).status).toBe(200);
  }
  expect(ageInDays((await read(car)).listedAt)).toBe(20);
});

test("the same car published again within 60 days keeps its listing date and its prices", async () => {
  const first = await app.publishCar(seller, {
    model: "Caddy",
    type: "Van",
    price: 7_000,
    mileage: 100_000,
  });
  await advanceDays(app.database, 40);
  await app.call(`DELETE /api/cars/${first._id}`, { as: seller });
  await advanceDays(app.database, 10);
  const again = await app.publishCar(seller, {
    model: "Caddy",
    type: "Van",
    price: 9_000,
    mileage: 101_900,
  });
  expect(ageInDays((await read(again)).listedAt)).toBe(50);
  // 7,000 € ten days ago: 8,000 € now is no cut.
  expect(ageInDays((await edit(again, { price: 8_000 })).listedAt)).toBe(50);

  await app.call(`DELETE /api/cars/${again._id}`, { as: seller });
  await advanceDays(app.database, 61);
  const later = await app.publishCar(seller, { model: "Caddy", type: "Van", mileage: 102_000 });
  expect(ageInDays((await read(later)).listedAt)).toBe(0);
});

test("another car of the same model is listed as new", async () => {
  await app.publishCar(seller, { model: "Sharan", mileage: 100_000 });
  await advanceDays(app.database, 5);
  const other = await app.publishCar(seller, { model: "Sharan", mileage: 102_100 });
  const ofAnother = await app.publishCar(await app.registerUser(), { model: "Sharan", mileage: 100_000 });
  expect(ageInDays((await read(other)).listedAt)).toBe(0);
  expect(ageInDays(carOf(await app.call(`GET /api/cars/${ofAnother._id}`, { as: null })).listedAt)).toBe(0);
});

test("a search by age orders cars by the day on which they were listed", async () => {
  const owner = await app.registerUser();
  const old = await app.publishCar(owner, { brand: "Lada", model: "Niva", price: 5_000 });
  await advanceDays(app.database, 9);
  const young = await app.publishCar(owner, { brand: "Lada", model: "Kalina", price: 5_000 });
  const order = async () => {
    const { body } = await app.call("GET /api/cars?brand=Lada&sort=createdAt_desc");
    return Array.isArray(body) ? body.map((car: Car) => car._id) : [];
  };
  await expect.poll(order).toEqual([young._id, old._id]);
  const { images } = old;
  const cut = { ...(await app.carFields(owner, { images })), brand: "Lada", model: "Niva", price: 4_500 };
  expect((await app.call(`PUT /api/cars/${old._id}`, { as: owner, body: cut })).status).toBe(200);
  await expect.poll(order).toEqual([old._id, young._id]);
});
