import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { newVin } from "#testing/new-vin.ts";
import {
  applyStock,
  checkStock,
  runImports,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newDealer = () =>
  app.registerUser({ isDealerByHand: true, businessName: "Auto Arta", phone: "+38344123456" });

/** Sends and applies a file of these cells; undoes it if asked. */
async function send(dealer: TestUser, cells: readonly Parameters<typeof stockRow>[0][]): Promise<string> {
  const rows = cells.map((cell, n) => stockRow({ referenca: `N-${n}`, fotot: `${n}.jpg`, ...cell }));
  const pictures = Object.fromEntries(
    await Promise.all(cells.map(async (_, n) => [`${n}.jpg`, await stockPicture(n)] as const)),
  );
  const { id } = await checkStock(app, dealer, await zipOf({ "s.csv": stockCsv(rows), ...pictures }));
  expect(await applyStock(app, dealer, id)).toMatchObject({ status: "applied" });
  return id;
}
async function undo(dealer: TestUser, id: string): Promise<void> {
  expect((await app.call(`POST /api/dealer/imports/${id}/revert`, { as: dealer })).status).toBe(202);
  await runImports(app);
}

/** All that is stored of the numbers and readings of a dealer's cars. */
async function stored(dealer: TestUser) {
  const { rows } = await sql<Record<string, unknown>>`
    select c.reference, c.state, c.mileage, v.masked, encode(v.hash, 'hex') as hash, encode(v.sealed, 'hex') as sealed,
      v.set_at, v.note, v.lower_since is not null as lower, v.lower_public_at,
      (select json_agg(json_build_array(encode(r.vin_hash, 'hex'), r.mileage, r.read_at, r.told_at, r.public_at)
        order by r.read_at, r.id) from mileage_readings r where r.listing_id = c.id) as readings
    from cars c left join car_vins v on v.car_id = c.id where c.owner_id = ${dealer.id} order by c.reference`.execute(
    app.database.db,
  );
  return rows;
}
const evidenceOf = async (dealer: TestUser) => {
  const { rows } = await sql`
    select kind from vin_evidence e join cars c on c.id = e.car_id where c.owner_id = ${dealer.id}`.execute(
    app.database.db,
  );
  return rows;
};
/** The stock was published a month ago. */
async function monthPasses(dealer: TestUser): Promise<void> {
  const { db } = app.database;
  for (const statement of [
    sql`update cars set created_at = created_at - interval '30 days' where owner_id = ${dealer.id}`,
    sql`update car_vins v set set_at = set_at - interval '30 days', lower_since = lower_since - interval '30 days',
      lower_public_at = lower_public_at - interval '30 days' from cars c where c.id = v.car_id and c.owner_id = ${dealer.id}`,
    sql`update mileage_readings set read_at = read_at - interval '30 days', told_at = told_at - interval '30 days',
      public_at = public_at - interval '30 days' where owner_id = ${dealer.id}`,
  ])
    await statement.execute(db);
}

test("undoing an import gives cars their numbers back, takes the file's away, and forgets what it said of mileages", async () => {
  const dealer = await newDealer();
  const own = [newVin(), newVin(), "", newVin()];
  const victim = newVin();
  const stranger = await app.registerUser();
  const other = await app.publishCar(stranger, { vin: victim, mileage: 300_000 });
  await send(
    dealer,
    own.map((vin) => ({ vin, km: "120000" })),
  );
  await monthPasses(dealer);
  const [first] = carsOf(await app.call("GET /api/cars/my", { as: dealer }));
  await sql`update car_vins set note = 'Matësi u ndërrua' where car_id = ${first?._id}`.execute(
    app.database.db,
  );
  const before = await stored(dealer);
  // Wrong numbers, none, one for a car that had none, and a wrong mileage.
  const id = await send(dealer, [
    { vin: victim, km: "120000" },
    { vin: "", km: "120000" },
    { vin: victim, km: "120000" },
    { vin: own[3] ?? "", km: "12000" },
  ]);
  const wrong = await stored(dealer);
  expect(wrong.map(({ masked }) => masked)).toEqual([
    `WVW••••••••••${victim.slice(-4)}`,
    null,
    `WVW••••••••••${victim.slice(-4)}`,
    `WVW••••••••••${own[3]?.slice(-4)}`,
  ]);
  expect(wrong[3]).toMatchObject({ lower: true });
  // What is noted for undoing holds no number as it is.
  const { rows } = await sql<{ all: string }>`
    select string_agg(before::text, ' ') as all from stock_import_changes where import_id = ${id}`.execute(
    app.database.db,
  );
  const noted = rows[0]?.all ?? "";
  expect(noted).toContain(`WVW••••••••••${own[0]?.slice(-4)}`);
  for (const vin of [...own, victim].filter((each) => each !== "")) expect(noted).not.toContain(vin);
  await undo(dealer, id);
  expect(await stored(dealer)).toEqual(before);
  // Nothing of it is held against the dealer, nor told of the stranger's car.
  expect(await evidenceOf(dealer)).toEqual([]);
  const { body } = await app.call(`GET /api/cars/${other._id}/mileage-history`, { as: stranger });
  expect(body).toMatchObject({ readings: [] });
});

test("a car that an undone import had published has no number, and its readings are gone", async () => {
  const dealer = await newDealer();
  const victim = newVin();
  const stranger = await app.registerUser();
  const other = await app.publishCar(stranger, { vin: victim, mileage: 100_000 });
  const id = await send(dealer, [{ vin: victim, km: "120000" }]);
  await undo(dealer, id);
  expect(await stored(dealer)).toMatchObject([{ state: "archived", masked: null, readings: null }]);
  const { body } = await app.call(`GET /api/cars/${other._id}/mileage-history`, { as: stranger });
  expect(body).toMatchObject({ readings: [] });
  // The file sent again gives it back.
  await send(dealer, [{ vin: victim, km: "120000" }]);
  expect(await stored(dealer)).toMatchObject([
    { state: "active", masked: `WVW••••••••••${victim.slice(-4)}` },
  ]);
});

test("undone after a day, what the file said of mileages stays: a roll-back is not undone", async () => {
  const dealer = await newDealer();
  const vin = newVin();
  await send(dealer, [{ vin, km: "120000" }]);
  await monthPasses(dealer);
  const id = await send(dealer, [{ vin, km: "20000" }]);
  await sql`update mileage_readings set read_at = read_at - interval '25 hours' where owner_id = ${dealer.id}`.execute(
    app.database.db,
  );
  await undo(dealer, id);
  expect(await stored(dealer)).toMatchObject([{ mileage: 120_000, lower: true }]);
});
