import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { reviewedCar } from "#contract/review.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  estimateOfCar,
  fitPriceModel,
  insertPricedCars,
  settleBands,
  midRangeCar,
} from "#testing/priced-cars.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  await insertPricedCars(app);
  await settleBands(app);
  await fitPriceModel(app);
}, 120_000);
afterAll(() => app.close());

test(
  "a price of less than half of the estimate is a signal of its weight, a usual one and one of a damaged car are none",
  { timeout: 120_000 },
  async () => {
    const usual = await app.publishCar(await app.registerUser(), midRangeCar);
    const { estimate } = await estimateOfCar(app, usual._id);
    const price = Math.round((estimate ?? 0) * 0.45);
    const cheap = await app.publishCar(await app.registerUser(), { ...midRangeCar, price });
    const damaged = await app.publishCar(await app.registerUser(), {
      ...midRangeCar,
      price,
      description: "E aksidentuar, shitet për pjesë.",
    });
    await app.services.schedule["review_cars"]?.run(new AbortController().signal);
    const { body } = await app.call("GET /api/admin/review?kind=price_far_below&limit=100", { as: admin });
    const { cars } = z.object({ cars: z.array(reviewedCar) }).parse(body);
    const ids = cars.map(({ car }) => car._id);
    expect(ids).toContain(cheap._id);
    expect(ids).not.toContain(usual._id);
    expect(ids).not.toContain(damaged._id);
    expect(cars.find(({ car }) => car._id === cheap._id)?.signals).toMatchObject([
      { kind: "price_far_below", weight: 40, evidence: { price } },
    ]);
  },
);
