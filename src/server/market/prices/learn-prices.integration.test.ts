import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { priceEstimate } from "#contract/prices.ts";
import { createApp } from "#server/app.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createServices } from "#server/services.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { fitPriceModel, insertPricedCars, midRangeCar } from "#testing/priced-cars.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
}, 120_000);
afterAll(() => app.close());

const stored = () => app.database.db.selectFrom("price_model").selectAll().executeTakeFirst();

test("a site with a handful of listings has no model, and says so", async () => {
  await app.publishCar(await app.registerUser(), midRangeCar);
  expect((await fitPriceModel(app)).outcome).toBe("few_data");
  expect(await stored()).toMatchObject({ model: null, fitted_at: null, outcome: "few_data" });
});

test("listings that are hidden, reported, damaged, too old or of suspended sellers are not learned from, ended ones are, and repeats count once", async () => {
  const { db } = app.database;
  await insertPricedCars(app);
  const { figures } = await fitPriceModel(app);
  expect(figures.listings).toBe(401);
  const nth = async (n: number) =>
    (
      await sql<{ id: string; owner_id: string }>`
        select c.id, c.owner_id from cars c join users u on u.id = c.owner_id where u.last_name = ${String(n)}`.execute(
        db,
      )
    ).rows[0] ?? { id: "", owner_id: "" };
  const left = async () => (await fitPriceModel(app)).figures.listings;
  await sql`update cars set hidden_at = now() where id = ${(await nth(1)).id}`.execute(db);
  await sql`
    insert into reports (id, car_id, car_name, reason, wants_answer, state, decided_at)
    values (uuidv7(), ${(await nth(2)).id}, 'Golf', 'fraud', false, 'hidden', now())`.execute(db);
  await sql`
    insert into reports (id, car_id, car_name, reason, wants_answer, state, decided_at)
    values (uuidv7(), ${(await nth(3)).id}, 'Golf', 'fraud', false, 'dismissed', now())`.execute(db);
  await sql`
    update users set suspended_at = now(), suspended_reason = 'Mashtrim'
    where id = ${(await nth(4)).owner_id}`.execute(db);
  await sql`update cars set created_at = now() - interval '181 days' where id = ${(await nth(5)).id}`.execute(
    db,
  );
  await sql`update cars set description = 'I aksidentuar.' where id = ${(await nth(6)).id}`.execute(db);
  expect(await left()).toBe(396);
  await sql`update cars set state = 'sold', sold_at = now() where id = ${(await nth(7)).id}`.execute(db);
  await sql`
    update cars set state = 'archived', archived_from = 'active', archived_at = now()
    where id = ${(await nth(8)).id}`.execute(db);
  expect(await left()).toBe(396);
  // Ten of 400: the same car of the same seller, published again.
  const again = await nth(9);
  for (let time = 0; time < 10; time++)
    await sql`
      insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location, description,
        seller_name, seller_phone)
      select uuidv7(), owner_id, brand, model, year, type, price, round(mileage * (1 + 0.0018 * ${time}::float8)), fuel,
        transmission, location, description, seller_name, seller_phone from cars where id = ${again.id}`.execute(
      db,
    );
  expect(await left()).toBe(396);
});

test("a fit that is worse than the last one by a fifth is not taken, and the health page says so", async () => {
  const { db } = app.database;
  const before = await stored();
  expect(before?.outcome).toBe("taken");
  const admin = await app.registerUser({ isAdmin: true });
  // Prices that nothing explains.
  await sql`update cars set price = (4000 + random() * 20000)::int`.execute(db);
  expect((await fitPriceModel(app)).outcome).toBe("worse");
  const after = await stored();
  expect(after?.model).toEqual(before?.model);
  expect(after?.fitted_at).toEqual(before?.fitted_at);
  const { body } = await app.call("GET /api/admin/health", { as: admin });
  expect(body).toMatchObject({
    prices: { outcome: "worse", fittedAt: before?.fitted_at?.toISOString(), listings: 396 },
  });
});

test("a model learned by one process is used by another within a second", async () => {
  const { url } = app.database;
  const own = createDatabase(url, { log: watchedLog, maxConnections: 10 });
  const services = createServices({
    config: app.services.config,
    db: own.db,
    pool: own.pool,
    databaseUrl: url,
    log: watchedLog,
  });
  const other = createApp(services);
  const asOf = async () => {
    const answer = await other.fetch(
      new Request("http://localhost:3000/api/price-estimates", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          brand: "Volkswagen",
          model: "Golf",
          year: 2016,
          mileage: 150_000,
          fuel: "Diesel",
        }),
      }),
      { remoteAddress: "127.0.0.1" },
    );
    return priceEstimate.parse(await answer.json()).asOf;
  };
  try {
    await services.search.start();
    await expect.poll(() => services.search.isListening).toBe(true);
    const today = await asOf();
    await sql`update price_model set model = jsonb_set(model, '{asOf}', '"2001-01-01"')`.execute(
      app.database.db,
    );
    await expect.poll(asOf, { timeout: 1_000, interval: 20 }).toBe("2001-01-01");
    expect(today).not.toBe("2001-01-01");
  } finally {
    await services.stop();
    await own.close();
  }
});
