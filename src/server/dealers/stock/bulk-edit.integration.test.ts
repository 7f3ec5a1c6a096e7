import { afterAll, beforeAll, expect, test } from "vitest";
import { type BulkEdited, bulkEdited } from "#contract/bulk-edit.ts";
import type { Car } from "#contract/cars.ts";
import { carOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newDealer = () => app.registerUser({ isDealerByHand: true, businessName: "Auto Arta" });

async function carsOf(owner: TestUser, prices: readonly number[]): Promise<Car[]> {
  const cars: Car[] = [];
  for (const price of prices) cars.push(await app.publishCar(owner, { price }));
  return cars;
}

function edit(as: TestUser, body: object, headers: Record<string, string> = {}) {
  return app.call("POST /api/cars/bulk", { as, body, headers });
}

async function resultsOf(as: TestUser, body: object): Promise<BulkEdited["results"]> {
  const answer = await edit(as, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return bulkEdited.parse(answer.body).results;
}

const idsOf = (cars: readonly Car[]) => cars.map(({ _id }) => _id);
const read = async (car: Car, as: TestUser) => carOf(await app.call(`GET /api/cars/${car._id}`, { as }));

test("prices of many cars fall by percent like single edits: rounded, with a real cut, the photos and texts as they were", async () => {
  const dealer = await newDealer();
  const cars = await carsOf(dealer, [12_500, 9_990]);
  const [first] = cars;
  if (first === undefined) throw new Error("there are two");
  const results = await resultsOf(dealer, { action: "price", ids: idsOf(cars), by: { percent: -10 } });
  expect(results).toEqual([
    { id: cars[0]?._id, outcome: "done", price: 11_250 },
    { id: cars[1]?._id, outcome: "done", price: 9_000 },
  ]);
  const after = await read(first, dealer);
  const { price: _, priceBand: _band, confirmedAt: _at, listedAt: _listed, ...same } = after;
  expect(first).toMatchObject(same);
  expect(after.price).toBe(11_250);
  const cuts = await app.call(`GET /api/cars/${first._id}/price-history`);
  expect(cuts.body).toMatchObject([{ from: 12_500, to: 11_250 }]);
  expect(after.confirmedAt > first.confirmedAt).toBe(true);
  expect(after.listedAt > first.listedAt).toBe(true);
});

test("prices change by ids in capitals, and leave equipment and reference as they were", async () => {
  const dealer = await newDealer();
  const car = await app.publishCar(dealer, { price: 8_000, equipment: ["towbar"], reference: "A-1" });
  const results = await resultsOf(dealer, {
    action: "price",
    ids: [car._id.toUpperCase()],
    by: { euro: -1_000 },
  });
  expect(results).toEqual([{ id: car._id, outcome: "done", price: 7_000 }]);
  expect(await read(car, dealer)).toMatchObject({ price: 7_000, equipment: ["towbar"], reference: "A-1" });
});

test("a price that stays is no edit", async () => {
  const dealer = await newDealer();
  const [car] = await carsOf(dealer, [1_045]);
  if (car === undefined) throw new Error("there is one");
  const before = await read(car, dealer);
  expect(await resultsOf(dealer, { action: "price", ids: [car._id], by: { percent: -1 } })).toEqual([
    { id: car._id, outcome: "unchanged", price: 1_045 },
  ]);
  expect(await read(car, dealer)).toEqual(before);
});

test("a price that would fall below the least one, a sold car, somebody else's and an unknown one stay, each with why", async () => {
  const dealer = await newDealer();
  const other = await newDealer();
  const [cheap, sold, fine] = await carsOf(dealer, [1_200, 8_000, 8_000]);
  const foreign = await app.publishCar(other, { price: 8_000 });
  if (cheap === undefined || sold === undefined || fine === undefined) throw new Error("there are three");
  await app.call(`PUT /api/cars/${sold._id}/sold`, { as: dealer });
  const nobody = "01920000-0000-7000-8000-000000000000";
  const ids = [cheap._id, sold._id, foreign._id, nobody, fine._id];
  expect(await resultsOf(dealer, { action: "price", ids, by: { euro: -500 } })).toMatchObject([
    {
      id: cheap._id,
      outcome: "refused",
      code: "validation_failed",
      message: expect.stringContaining("1000"),
    },
    { id: sold._id, outcome: "refused", code: "car_is_sold" },
    { id: foreign._id, outcome: "refused", code: "car_not_found" },
    { id: nobody, outcome: "refused", code: "car_not_found" },
    { id: fine._id, outcome: "done", price: 7_500 },
  ]);
  expect((await read(cheap, dealer)).price).toBe(1_200);
  for (const action of ["archive", "confirm"])
    expect(await resultsOf(dealer, { action, ids: [foreign._id] })).toMatchObject([
      { outcome: "refused", code: "car_not_found" },
    ]);
  expect(await read(foreign, other)).toEqual(foreign);
});

test("many cars are archived and confirmed by one call, and a second time nothing changes", async () => {
  const dealer = await newDealer();
  const cars = await carsOf(dealer, [5_000, 6_000, 7_000]);
  const [first, second, third] = cars;
  if (first === undefined || second === undefined || third === undefined) throw new Error("there are three");
  await app.call(`PUT /api/cars/${second._id}/sold`, { as: dealer });
  expect(await resultsOf(dealer, { action: "confirm", ids: idsOf(cars) })).toMatchObject([
    { outcome: "done" },
    { outcome: "refused", code: "car_is_sold" },
    { outcome: "done" },
  ]);
  expect((await read(first, dealer)).confirmedAt > first.confirmedAt).toBe(true);
  const ids = [first._id, second._id, first._id];
  const archive = () => resultsOf(dealer, { action: "archive", ids });
  expect((await archive()).map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  expect((await archive()).map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
  expect(await read(second, dealer)).toMatchObject({ deleted: true, sold: true });
  expect(await read(third, dealer)).toMatchObject({ deleted: false });
});

test("the same key changes prices once, and another body with it is refused", async () => {
  const dealer = await newDealer();
  const [car] = await carsOf(dealer, [10_000]);
  if (car === undefined) throw new Error("there is one");
  const body = { action: "price", ids: [car._id], by: { percent: -10 } };
  const headers = { "Idempotency-Key": "ulja-1" };
  const answers = await Promise.all([edit(dealer, body, headers), edit(dealer, body, headers)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect((await read(car, dealer)).price).toBe(9_000);
  const other = await edit(dealer, { ...body, by: { percent: -20 } }, headers);
  expect(errorOf(other).code).toBe("idempotency_mismatch");
  expect((await read(car, dealer)).price).toBe(9_000);
});

test("a car that was edited since the change was looked at keeps its new price", async () => {
  const dealer = await newDealer();
  const [car, other] = await carsOf(dealer, [10_000, 10_000]);
  if (car === undefined || other === undefined) throw new Error("there are two");
  await app.call(`PUT /api/cars/${car._id}`, { as: dealer, body: { ...car, price: 9_500 } });
  const seen = { [car._id]: 10_000, [other._id]: 10_000 };
  const ids = [car._id, other._id];
  expect(await resultsOf(dealer, { action: "price", ids, by: { percent: -10 }, seen })).toMatchObject([
    { outcome: "refused", code: "version_mismatch" },
    { outcome: "done", price: 9_000 },
  ]);
  expect((await read(car, dealer)).price).toBe(9_500);
});

test("a change of prices and a simultaneous edit lose nothing of each other", async () => {
  const dealer = await newDealer();
  for (let round = 0; round < 8; round++) {
    const cars = await carsOf(dealer, [10_000, 10_000, 10_000]);
    const edited = cars[1];
    if (edited === undefined) throw new Error("there are three");
    const body = { ...edited, price: 9_500, mileage: 123_456 };
    const [results, put] = await Promise.all([
      resultsOf(dealer, { action: "price", ids: idsOf(cars), by: { percent: -10 } }),
      app.call(`PUT /api/cars/${edited._id}`, { as: dealer, body }),
    ]);
    expect(put.status).toBe(200);
    const bulkPrice = results[1]?.price;
    const after = await read(edited, dealer);
    // One after the other: the edit's mileage is there, and the price is that of the later one.
    expect(after.mileage).toBe(123_456);
    expect([
      { bulkPrice: 8_550, price: 8_550 },
      { bulkPrice: 9_000, price: 9_500 },
    ]).toContainEqual({ bulkPrice, price: after.price });
  }
});

test("opposite orders of the same cars at once wait for each other and do not deadlock", async () => {
  const dealer = await newDealer();
  const ids = idsOf(await carsOf(dealer, [5_000, 6_000, 7_000, 8_000]));
  const calls = Array.from({ length: 10 }, (_, at) =>
    edit(dealer, {
      action: "price",
      ids: at % 2 === 0 ? ids : ids.toReversed(),
      by: { euro: at % 2 === 0 ? 100 : -100 },
    }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 200));
});

test.each([
  ["91 % less", { action: "price", by: { percent: -91 } }],
  ["0 % more", { action: "price", by: { percent: 0 } }],
  ["2.5 % more", { action: "price", by: { percent: 2.5 } }],
  ["1,000,001 € more", { action: "price", by: { euro: 1_000_001 } }],
  ["percent and euro", { action: "price", by: { percent: 5, euro: 5 } }],
  ["no change", { action: "price" }],
  ["an unknown action", { action: "sell" }],
  ["no car", { action: "archive", ids: [] }],
  ["what is no id", { action: "archive", ids: ["x"] }],
  [
    "201 cars",
    { action: "archive", ids: Array.from({ length: 201 }, () => "01920000-0000-7000-8000-000000000000") },
  ],
])("%s is refused, with words", async (_, body) => {
  const dealer = await newDealer();
  const answer = await edit(dealer, { ids: ["01920000-0000-7000-8000-000000000000"], ...body });
  expect(answer.status).toBe(400);
  expect(errorOf(answer).message).toMatch(/Zgjidh|Shkruani|Përqindja|Shuma|veprim/);
});

test("the 201st call of an hour is refused with 429", async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const as = await limited.registerUser();
    const body = { action: "confirm", ids: ["01920000-0000-7000-8000-000000000000"] };
    const statuses: number[] = [];
    for (let at = 0; at < 201; at++)
      statuses.push((await limited.call("POST /api/cars/bulk", { as, body })).status);
    expect(statuses).toEqual([...Array.from({ length: 200 }, () => 200), 429]);
  } finally {
    await limited.close();
  }
});
