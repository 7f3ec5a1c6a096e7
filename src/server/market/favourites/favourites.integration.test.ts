import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountFavourites } from "#contract/favourites.ts";
import { maxFavourites } from "#domain/accounts/account-limits.ts";
import { browser, createTestApp, type TestApp } from "#testing/app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<TestApp["registerUser"]>>;

const stored = async (person: Person) =>
  accountFavourites.parse((await app.call("GET /api/me/favourites", { as: person })).body);

const keep = async (person: Person, ids: readonly string[]) =>
  accountFavourites.parse((await app.call("PUT /api/me/favourites", { as: person, body: { ids } })).body);

test("an account keeps favourites once its owner has asked for it, in their order and with the price of that day", async () => {
  const seller = await app.registerUser();
  const person = await app.registerUser();
  const [first, second] = [
    await app.publishCar(seller, { price: 9_000 }),
    await app.publishCar(seller, { price: 5_000 }),
  ];
  expect(await stored(person)).toEqual({ kept: false, favourites: [] });
  await keep(person, [second._id, first._id]);
  await app.database.db.updateTable("cars").set({ price: 8_500 }).where("id", "=", first._id).execute();
  const changed = await keep(person, [first._id, second._id, first._id]);
  expect(changed.kept).toBe(true);
  expect(changed.favourites.map(({ id, price }) => [id, price])).toEqual([
    [first._id, 9_000],
    [second._id, 5_000],
  ]);
  expect(await keep(person, [second._id])).toMatchObject({ favourites: [{ id: second._id }] });
  expect(await keep(person, [])).toEqual({ kept: true, favourites: [] });
  expect((await app.call("DELETE /api/me/favourites", { as: person })).status).toBe(204);
  expect(await stored(person)).toEqual({ kept: false, favourites: [] });
});

test("a car that the public may not open is not taken, so that its price stays unknown; one that was there before stays", async () => {
  const seller = await app.registerUser();
  const person = await app.registerUser();
  const car = await app.publishCar(seller);
  const hidden = await app.publishCar(seller);
  for (const { _id } of [hidden])
    await app.database.db.updateTable("cars").set({ hidden_at: new Date() }).where("id", "=", _id).execute();
  expect((await keep(person, [hidden._id, uuidv7(), car._id])).favourites.map(({ id }) => id)).toEqual([
    car._id,
  ]);
  await app.database.db
    .updateTable("cars")
    .set({ hidden_at: new Date() })
    .where("id", "=", car._id)
    .execute();
  expect((await keep(person, [car._id])).favourites.map(({ id }) => id)).toEqual([car._id]);
});

test("lists sent at the same time leave one of them whole", async () => {
  const seller = await app.registerUser();
  const person = await app.registerUser();
  const cars = [];
  for (let number = 0; number < 4; number++) cars.push((await app.publishCar(seller))._id);
  const lists = [cars, cars.toReversed(), cars.slice(0, 1), []];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      app.call("PUT /api/me/favourites", { as: person, body: { ids: lists[turn % lists.length] } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  expect(lists).toContainEqual((await stored(person)).favourites.map(({ id }) => id));
});

test("an account keeps at most 500 favourites, and only cars' ids", async () => {
  const person = await app.registerUser();
  for (const ids of [Array.from({ length: maxFavourites + 1 }, () => uuidv7()), ["golf"], "golf"]) {
    const { status, body } = await app.call("PUT /api/me/favourites", { as: person, body: { ids } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: { ids: expect.any(String) } });
  }
  expect((await stored(person)).kept).toBe(false);
});

test("a heart that is taken away and given again counts once a day in the car's statistics", async () => {
  const seller = await app.registerUser();
  const person = await app.registerUser();
  const car = await app.publishCar(seller);
  const headers = { "user-agent": browser };
  for (const ids of [[car._id], [], [car._id], [], [car._id]])
    await app.call("PUT /api/me/favourites", { as: person, body: { ids }, headers });
  await app.services.statistics.recorder.flush();
  const { body } = await app.call(`GET /api/cars/${car._id}/stats`, { as: seller });
  expect(body).toMatchObject({ totals: { favourites: 1 } });
});

test("the 121st list of favourites of a minute is refused with 429", async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const as = await limited.registerUser();
    const statuses: number[] = [];
    for (let at = 0; at < 121; at++)
      statuses.push((await limited.call("PUT /api/me/favourites", { as, body: { ids: [] } })).status);
    expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), 429]);
  } finally {
    await limited.close();
  }
});

test("an account's favourites are deleted with it", async () => {
  const seller = await app.registerUser();
  const person = await app.registerUser();
  await keep(person, [(await app.publishCar(seller))._id]);
  await app.database.db.deleteFrom("users").where("id", "=", person.id).execute();
  const { rows } = await app.database.pool.query("select 1 from favourites where user_id = $1", [person.id]);
  expect(rows).toEqual([]);
});
