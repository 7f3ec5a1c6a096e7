import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { Car, PublishCarInput } from "#contract/cars.ts";
import { mileageHistory } from "#contract/vins.ts";
import { formatDate } from "#domain/format/format.ts";
import { vinMessages } from "#domain/messages/vin.ts";
import { findLowerReading, findOtherMake, findSameVin } from "#server/market/vin/vin-evidence.queries.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { newVin } from "#testing/new-vin.ts";
import { readOutbox } from "#testing/read-mail.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const dealer = () => app.registerUser({ isDealerByHand: true });
async function publish(seller: TestUser, changes: Partial<PublishCarInput>): Promise<Car> {
  return app.publishCar(seller, changes);
}
async function edit(seller: TestUser, car: Car, changes: Record<string, unknown>) {
  const body = { ...(await app.carFields(seller, { images: car.images })), ...changes };
  return app.call(`PUT /api/cars/${car._id}`, { as: seller, body });
}
async function history(car: Car, as: TestUser | null = null) {
  const answer = await app.call(`GET /api/cars/${car._id}/mileage-history`, { as });
  expect(answer.status).toBe(200);
  return mileageHistory.parse(answer.body);
}
const mileages = async (car: Car, as: TestUser | null = null) =>
  (await history(car, as)).readings.map(({ mileage }) => mileage);
/** The car was published so many hours ago, and said so then. */
async function publishedAgo(car: Car, hours: number): Promise<void> {
  const { db } = app.database;
  const at = sql<Date>`now() - ${hours} * interval '1 hour'`;
  await db.updateTable("cars").set({ created_at: at }).where("id", "=", car._id).execute();
  await db.updateTable("mileage_readings").set({ read_at: at }).where("listing_id", "=", car._id).execute();
}
/** So many hours pass for what the car has said and what its owner was told. */
async function hoursPass(car: Car, hours: number): Promise<void> {
  const { db } = app.database;
  for (const statement of [
    sql`update cars set created_at = created_at - ${hours} * interval '1 hour' where id = ${car._id}`,
    sql`update car_vins set set_at = set_at - ${hours} * interval '1 hour',
      lower_public_at = lower_public_at - ${hours} * interval '1 hour' where car_id = ${car._id}`,
    sql`update mileage_readings set read_at = read_at - ${hours} * interval '1 hour',
      told_at = told_at - ${hours} * interval '1 hour', public_at = public_at - ${hours} * interval '1 hour'
      where listing_id = ${car._id}`,
    sql`update mileage_corrections set since = since - ${hours} * interval '1 hour',
      until = until - ${hours} * interval '1 hour' where listing_id = ${car._id}`,
  ])
    await statement.execute(db);
}
const isLower = async (car: Car, as: TestUser) => (await history(car, as)).lower;
const removeVin = (car: Car, seller: TestUser) => edit(seller, car, { vin: "", mileage: 90_000 });
const mailsAbout = async (person: TestUser) =>
  (await readOutbox(join(app.dataDir, "outbox"))).filter(
    ({ to, subject }) => to === person.email && subject.startsWith("Kilometrat"),
  );

describe("the identification number of a car", () => {
  test.each([
    "WVWZZZ1KZAW12345I",
    "WVWZZZ1KZAWO23456",
    "QVWZZZ1KZAW123456",
    "WVWZZZ1KZAW12345",
    "ВВВЗЗЗ1КЗАВ123456",
  ])("that is none (%s) is refused by the name of its field", async (vin) => {
    const seller = await app.registerUser();
    const answer = await app.call("POST /api/cars", {
      as: seller,
      body: await app.carFields(seller, { vin }),
    });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).fields).toEqual({ vin: vinMessages.invalid });
  });

  test("is shown to everybody, its owner too, by its first three and last four characters", async () => {
    const seller = await app.registerUser();
    const vin = newVin();
    const typed = ` ${vin.slice(0, 5).toLowerCase()} ${vin.slice(5)} `;
    const car = await publish(seller, { vin: typed });
    const shown = { masked: `WVW••••••••••${vin.slice(-4)}`, make: "match" };
    expect(car.vin).toEqual(shown);
    const admin = await app.registerUser({ isAdmin: true });
    for (const as of [null, seller, admin])
      expect((await app.call(`GET /api/cars/${car._id}`, { as })).body).toMatchObject({ vin: shown });
    const stored = await app.database.db
      .selectFrom("car_vins")
      .selectAll()
      .where("car_id", "=", car._id)
      .executeTakeFirstOrThrow();
    expect(app.services.ctx.secretBox.open(stored.sealed, `vin ${seller.id}`)).toBe(vin);
  });

  test("stays where a form leaves it out or sends back what it was shown, and goes where the form is empty", async () => {
    const seller = await app.registerUser();
    const car = await publish(seller, { vin: newVin() });
    for (const vin of [undefined, car.vin, car.vin?.masked])
      expect((await edit(seller, car, { vin })).body).toMatchObject({ vin: car.vin });
    expect((await edit(seller, car, { vin: "" })).body).toMatchObject({ vin: null });
    expect((await edit(seller, car, { vin: newVin("WAU") })).body).toMatchObject({
      vin: { make: "mismatch" },
    });
  });

  test("is compared for signed-in people, and neither tells nor finds another car", async () => {
    const seller = await app.registerUser();
    const buyer = await app.registerUser();
    const vin = newVin();
    const car = await publish(seller, { vin });
    const without = await publish(await app.registerUser(), {});
    const check = (id: string, typed: string, as: TestUser | null = buyer) =>
      app.call(`POST /api/cars/${id}/vin-check`, { as, body: { vin: typed } });
    expect((await check(car._id, vin.toLowerCase())).body).toEqual({ matches: true });
    expect((await check(car._id, newVin())).body).toEqual({ matches: false });
    expect((await check(car._id, "WVW")).status).toBe(400);
    expect((await check(car._id, vin, null)).status).toBe(401);
    expect((await check(without._id, vin)).status).toBe(404);
    await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
    expect((await check(car._id, vin)).status).toBe(404);
  });
});

describe("the mileage history of a car", () => {
  test("tells what listings with its number said, from two listings on, and never whose they were", async () => {
    const [one, two] = [await dealer(), await dealer()];
    const vin = newVin();
    const before = await publish(one, { vin, mileage: 100_000 });
    await publishedAgo(before, 24 * 400);
    expect(await history(before)).toEqual({ readings: [], lower: false, note: null });
    await edit(one, before, { mileage: 101_000 });
    expect(await mileages(before)).toEqual([]);
    const car = await publish(two, { vin, mileage: 120_000 });
    const answer = await app.call(`GET /api/cars/${car._id}/mileage-history`);
    expect(await mileages(car)).toEqual([100_000, 101_000, 120_000]);
    for (const other of [before._id, one.id, two.id])
      expect(JSON.stringify(answer.body)).not.toContain(other);
    // Gone with their account, its listings are still part of what the number has behind it.
    const admin = await app.registerUser({ isAdmin: true });
    const removal = await app.call(`DELETE /api/admin/users/${one.id}`, { as: admin, body: {} });
    expect(removal.status).toBe(204);
    expect(await mileages(car)).toEqual([100_000, 101_000, 120_000]);
    const { db } = app.database;
    const rows = await db
      .selectFrom("mileage_readings")
      .select("owner_id")
      .where("owner_id", "=", one.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test("leaves out what was corrected within 24 hours of the publication", async () => {
    const vin = newVin();
    const earlier = await publish(await dealer(), { vin, mileage: 100_000 });
    await publishedAgo(earlier, 48);
    const seller = await dealer();
    const car = await publish(seller, { vin, mileage: 10_500 });
    expect((await history(car, seller)).lower).toBe(true);
    await edit(seller, car, { mileage: 105_000 });
    expect(await history(car, seller)).toMatchObject({ lower: false });
    expect(await mileages(car)).toEqual([100_000, 105_000]);
    // The mail waited for the transaction, not for the correction: what is corrected before it is sent is not told.
    expect(await drainJobs(app.database, app.services.tasks)).toEqual([]);
    expect(await mailsAbout(seller)).toEqual([]);
  });

  test("of a slip in the number forgets the slip", async () => {
    const vin = newVin();
    const seller = await dealer();
    const stranger = await publish(await dealer(), { vin, mileage: 200_000 });
    const car = await publish(seller, { vin, mileage: 50_000 });
    expect(await mileages(car, seller)).toEqual([200_000, 50_000]);
    await edit(seller, car, { vin: newVin(), mileage: 50_000 });
    expect(await history(car, seller)).toEqual({ readings: [], lower: false, note: null });
    expect(await mileages(stranger, null)).toEqual([]);
  });

  test("with a lower reading tells its owner at once, and everybody after seven days", async () => {
    const vin = newVin();
    const earlier = await publish(await dealer(), { vin, mileage: 150_000 });
    await publishedAgo(earlier, 24 * 300);
    const seller = await dealer();
    const car = await publish(seller, { vin, mileage: 90_000 });
    expect(await drainJobs(app.database, app.services.tasks)).toEqual([]);
    expect(await mailsAbout(seller)).toMatchObject([{ to: seller.email }]);
    expect(await history(car)).toEqual({ readings: [], lower: false, note: null });
    expect(await history(car, seller)).toMatchObject({ lower: true, readings: [{}, { mileage: 90_000 }] });
    const own = await app.call("GET /api/cars/my", { as: seller });
    expect(own.body).toMatchObject([{ _id: car._id, lowerMileage: { note: null } }]);
    expect(JSON.stringify((await app.call(`GET /api/cars/${car._id}`)).body)).not.toContain("lowerMileage");
    // Once more changes nothing, and tells nobody again.
    await edit(seller, car, { mileage: 91_000 });
    expect(await drainJobs(app.database, app.services.tasks)).toEqual([]);
    expect(await mailsAbout(seller)).toHaveLength(1);
    await hoursPass(car, 7 * 24);
    expect(await history(car)).toMatchObject({
      lower: true,
      readings: [{ mileage: 150_000 }, { mileage: 91_000 }],
    });
    // The honest earlier listing has no drop of its own.
    expect(await history(earlier)).toMatchObject({ lower: false });
  });

  test("with a lower reading waits for exactly seven days after its owner was told", async () => {
    const vin = newVin();
    const [other, seller] = [await dealer(), await dealer()];
    const earlier = await publish(other, { vin, mileage: 150_000 });
    await publish(await dealer(), { vin, mileage: 150_000 });
    await publishedAgo(earlier, 24 * 300);
    const car = await publish(seller, { vin, mileage: 90_000 });
    const { db } = app.database;
    const stored = await db
      .selectFrom("car_vins as v")
      .innerJoin("mileage_readings as r", "r.listing_id", "v.car_id")
      .select(["v.lower_public_at", "r.told_at"])
      .where("v.car_id", "=", car._id)
      .executeTakeFirstOrThrow();
    const weekMs = 7 * 24 * 3_600_000;
    expect(Number(stored.lower_public_at) - Number(stored.told_at)).toBe(weekMs);
    const own = await app.call("GET /api/cars/my", { as: seller });
    expect(own.body).toMatchObject([{ lowerMileage: { publicAt: stored.lower_public_at?.toISOString() } }]);
    expect(await drainJobs(app.database, app.services.tasks)).toEqual([]);
    const [mail] = await mailsAbout(seller);
    expect(mail?.text).toContain(formatDate(new Date(Number(stored.told_at) + weekMs)));
    // To the minute, on its own page and in the history of others.
    await hoursPass(car, 7 * 24 - 1 / 60);
    expect(await history(car)).toMatchObject({ lower: false });
    for (const one of [car, earlier]) expect(await mileages(one)).toEqual([150_000, 150_000]);
    await hoursPass(car, 1 / 60);
    expect(await history(car)).toMatchObject({ lower: true });
    expect(await mileages(earlier)).toContain(90_000);
  });

  test("with a lower reading keeps others waiting, too, when its number is taken away or its car is deleted", async () => {
    const admin = await app.registerUser({ isAdmin: true });
    const deleteCar = (car: Car) => app.call(`DELETE /api/admin/cars/${car._id}?reason=x`, { as: admin });
    for (const away of [removeVin, deleteCar]) {
      const vin = newVin();
      const [one, two, seller] = [await dealer(), await dealer(), await dealer()];
      const earlier = await publish(one, { vin, mileage: 150_000 });
      await publishedAgo(earlier, 24 * 300);
      await publish(two, { vin, mileage: 151_000 });
      const car = await publish(seller, { vin, mileage: 90_000 });
      await hoursPass(car, 48);
      expect((await away(car, seller)).status).toBeLessThan(300);
      expect(await mileages(earlier)).toEqual([150_000, 151_000]);
      await hoursPass(car, 5 * 24);
      expect(await mileages(earlier)).toContain(90_000);
    }
  });

  test("with a note has the reading public for others, too, and stays so without the number", async () => {
    const vin = newVin();
    const [one, two, seller] = [await dealer(), await dealer(), await dealer()];
    const earlier = await publish(one, { vin, mileage: 150_000 });
    await publishedAgo(earlier, 24 * 300);
    await publish(two, { vin, mileage: 151_000 });
    const car = await publish(seller, { vin, mileage: 90_000 });
    await hoursPass(car, 48);
    expect(await mileages(earlier)).not.toContain(90_000);
    const body = { text: "Matësi u ndërrua" };
    expect((await app.call(`PUT /api/cars/${car._id}/mileage-note`, { as: seller, body })).status).toBe(200);
    expect(await mileages(earlier)).toContain(90_000);
    await edit(seller, car, { vin: "", mileage: 90_000 });
    expect(await mileages(earlier)).toContain(90_000);
    await edit(seller, car, { vin, mileage: 90_000 });
    expect(await history(car)).toMatchObject({ lower: true });
  });

  test("is none where two listings said the same in one month: a history has at least two readings", async () => {
    const vin = newVin();
    const one = await publish(await dealer(), { vin, mileage: 100_000 });
    const two = await publish(await dealer(), { vin, mileage: 100_000 });
    await publishedAgo(one, 0);
    for (const car of [one, two]) expect((await history(car)).readings).toEqual([]);
    await publishedAgo(one, 24 * 60);
    expect(await mileages(two)).toEqual([100_000, 100_000]);
  });

  test("forgets a typing error of an edit that is corrected within the day; its owner is told at once all the same", async () => {
    const { db } = app.database;
    for (const hours of [0, 23.9]) {
      const seller = await dealer();
      const car = await publish(seller, { vin: newVin(), mileage: 150_000 });
      await hoursPass(car, 24 * 30);
      await edit(seller, car, { mileage: 15_000 });
      expect(await isLower(car, seller)).toBe(true);
      expect(await drainJobs(app.database, app.services.tasks)).toEqual([]);
      expect(await mailsAbout(seller)).toHaveLength(1);
      await hoursPass(car, hours);
      await edit(seller, car, { mileage: 150_000 });
      expect(await isLower(car, seller)).toBe(false);
      const rows = await db
        .selectFrom("mileage_readings")
        .select(["mileage", "told_at"])
        .where("listing_id", "=", car._id)
        .execute();
      expect(rows).toEqual([{ mileage: 150_000, told_at: null }]);
    }
  });

  test("has a lower mileage that stood for a day, or for 23 hours again and again", async () => {
    const seller = await dealer();
    const car = await publish(seller, { vin: newVin(), mileage: 150_000 });
    await hoursPass(car, 24 * 30);
    await edit(seller, car, { mileage: 15_000 });
    await hoursPass(car, 24.1);
    await edit(seller, car, { mileage: 150_000 });
    expect(await isLower(car, seller)).toBe(true);

    const again = await publish(seller, { vin: newVin(), mileage: 150_000 });
    await hoursPass(again, 24 * 30);
    const seen: boolean[] = [];
    for (let n = 0; n < 3; n++) {
      await edit(seller, again, { mileage: 15_000 + n });
      await hoursPass(again, 23);
      await edit(seller, again, { mileage: 150_000 });
      seen.push(await isLower(again, seller));
    }
    expect(seen).toEqual([false, false, true]);
  });

  test("forgets what was said under a number that was wrong, if that is mended within the day of giving it", async () => {
    const wrong = newVin();
    const stranger = await publish(await dealer(), { vin: wrong, mileage: 200_000 });
    const seller = await dealer();
    const slip = await publish(seller, { mileage: 50_000 });
    await hoursPass(slip, 24 * 30);
    await edit(seller, slip, { vin: wrong, mileage: 50_000 });
    await hoursPass(slip, 23);
    await edit(seller, slip, { vin: newVin(), mileage: 50_000 });
    await hoursPass(slip, 24 * 30);
    expect(await mileages(stranger)).toEqual([]);
    // A number that it had for longer is no slip.
    const car = await publish(seller, { vin: wrong, mileage: 210_000 });
    await hoursPass(car, 25);
    await edit(seller, car, { vin: "", mileage: 210_000 });
    expect(await mileages(stranger)).toEqual([210_000, 200_000]);
  });

  test("is told of in the end where its number is taken away and given again each day", async () => {
    const vin = newVin();
    const earlier = await publish(await dealer(), { vin, mileage: 200_000 });
    await publishedAgo(earlier, 24 * 60);
    const seller = await dealer();
    const car = await publish(seller, { vin, mileage: 100_000 });
    for (let day = 0; day < 12; day++) {
      await hoursPass(car, 23);
      await edit(seller, car, { vin: "", mileage: 100_000 });
      await edit(seller, car, { vin, mileage: 100_000 });
    }
    expect(await history(car)).toMatchObject({ lower: true });
    expect(await mailsAbout(seller)).toEqual([]);
    expect(await drainJobs(app.database, app.services.tasks)).toEqual([]);
    expect(await mailsAbout(seller)).toHaveLength(1);
  });

  test("with its owner's note is public at once; phone numbers in it are masked", async () => {
    const vin = newVin();
    const earlier = await publish(await dealer(), { vin, mileage: 150_000 });
    await publishedAgo(earlier, 24 * 300);
    const [seller, stranger, admin] = [
      await dealer(),
      await dealer(),
      await app.registerUser({ isAdmin: true }),
    ];
    const car = await publish(seller, { vin, mileage: 90_000 });
    const put = (text: unknown, as: TestUser | null) =>
      app.call(`PUT /api/cars/${car._id}/mileage-note`, { as, body: { text } });
    expect((await put("x".repeat(501), seller)).status).toBe(400);
    expect((await put(7, seller)).status).toBe(400);
    expect((await put("Matësi", stranger)).status).toBe(403);
    expect((await put("Matësi", admin)).status).toBe(403);
    expect((await put("Matësi", null)).status).toBe(401);
    expect((await history(car)).lower).toBe(false);
    const note = "Matësi u ndërrua, thirrni 049 777 123";
    expect((await put(note, seller)).body).toMatchObject({ lower: true, note });
    expect((await history(car, seller)).note).toBe(note);
    const shown = await history(car);
    expect(shown).toMatchObject({ lower: true, readings: [{}, {}] });
    expect(shown.note).toContain("Matësi u ndërrua");
    expect(shown.note).not.toContain("777");
    // Taken away, what is public stays so.
    expect((await put("  ", seller)).body).toMatchObject({ lower: true, note: null });
    expect((await history(car)).lower).toBe(true);
    const without = await publish(await dealer(), {});
    const noNumber = await app.call(`PUT /api/cars/${without._id}/mileage-note`, {
      as: seller,
      body: { text: "a" },
    });
    expect(noNumber.status).toBe(403);
  });

  test("follows what an admin changes of the mileage", async () => {
    const vin = newVin();
    const admin = await app.registerUser({ isAdmin: true });
    const earlier = await publish(await dealer(), { vin, mileage: 100_000 });
    const car = await publish(await dealer(), { vin, mileage: 100_000 });
    await publishedAgo(earlier, 300);
    await publishedAgo(car, 200);
    const { brand, model, year, price, fuel, type, location } = car;
    const body = { brand, model, year, price, fuel, type, location, mileage: 130_000 };
    const answer = await app.call(`PUT /api/admin/cars/${car._id}`, { as: admin, body });
    expect(answer.status).toBe(200);
    expect(await mileages(car)).toContain(130_000);
  });

  test("has a number that is typed later from that moment on: it is no earlier word against an honest listing", async () => {
    const vin = newVin();
    const [doubtful, honest] = [await dealer(), await dealer()];
    const car = await publish(doubtful, { mileage: 120_000 });
    await publishedAgo(car, 12);
    const earlier = await publish(honest, { vin, mileage: 150_000 });
    await publishedAgo(earlier, 5);
    expect((await edit(doubtful, car, { vin, mileage: 180_000 })).status).toBe(200);
    // Nor by a correction of it.
    expect((await edit(doubtful, car, { mileage: 190_000 })).status).toBe(200);
    // An owner's readings are looked at with each edit.
    await edit(honest, earlier, { price: 9_800, mileage: 150_000 });
    expect(await history(earlier, honest)).toMatchObject({ lower: false });
    expect(await mileages(earlier)).toEqual([150_000, 190_000]);
  });

  test("does not count what a hidden car said, against nobody", async () => {
    const vin = newVin();
    const admin = await app.registerUser({ isAdmin: true });
    const hidden = await publish(await dealer(), { vin, mileage: 290_000 });
    const other = await publish(await dealer(), { vin, mileage: 140_000 });
    await publishedAgo(hidden, 90);
    await publishedAgo(other, 80);
    await app.call(`POST /api/admin/cars/${hidden._id}/hide`, { as: admin });
    const seller = await dealer();
    const car = await publish(seller, { vin, mileage: 150_000 });
    expect(await history(car, seller)).toMatchObject({ lower: false });
    expect(await mileages(car, seller)).toEqual([140_000, 150_000]);
    await app.call(`POST /api/admin/cars/${hidden._id}/show`, { as: admin });
    expect(await mileages(car, seller)).toContain(290_000);
  });

  test("takes a lower reading back within the hour, once the earlier one is hidden or was corrected", async () => {
    const admin = await app.registerUser({ isAdmin: true });
    const run = () => app.services.schedule["end_lower_mileage"]?.run(new AbortController().signal);
    const mistyped = async () => {
      const vin = newVin();
      const [one, two] = [await dealer(), await dealer()];
      const earlier = await publish(one, { vin, mileage: 1_500_000 });
      await publishedAgo(earlier, 20);
      const car = await publish(two, { vin, mileage: 150_000 });
      expect(await history(car, two)).toMatchObject({ lower: true });
      await run();
      expect(await history(car, two)).toMatchObject({ lower: true });
      return { one, two, earlier, car };
    };
    const { db } = app.database;
    const isDue = async ({ _id: id }: Car) =>
      (await db.selectFrom("car_review_due").select("id").where("car_id", "=", id).execute()).length > 0;
    const [corrected, hidden] = [await mistyped(), await mistyped()];
    await edit(corrected.one, corrected.earlier, { mileage: 150_000 });
    await app.call(`POST /api/admin/cars/${hidden.earlier._id}/hide`, { as: admin });
    for (const { two, car } of [corrected, hidden]) {
      await db.deleteFrom("car_review_due").execute();
      expect(await history(car, two)).toMatchObject({ lower: true });
    }
    await run();
    for (const { two, car } of [corrected, hidden]) {
      expect(await history(car, two)).toMatchObject({ lower: false });
      expect(await isDue(car)).toBe(true);
    }
  });

  test("of a hidden car does not count after its deletion, nor that of a suspended seller", async () => {
    const admin = await app.registerUser({ isAdmin: true });
    const [vin, other] = [newVin(), newVin()];
    const [thief, suspended] = [await dealer(), await dealer()];
    const hidden = await publish(thief, { vin, mileage: 900_000 });
    await app.call(`POST /api/admin/cars/${hidden._id}/hide`, { as: admin });
    // What it says while it is hidden counts no more.
    await edit(thief, hidden, { mileage: 910_000 });
    expect((await app.call(`DELETE /api/admin/users/${thief.id}`, { as: admin, body: {} })).status).toBe(204);
    const deleted = await publish(suspended, { vin: other, mileage: 800_000 });
    expect((await app.call(`DELETE /api/admin/cars/${deleted._id}?reason=x`, { as: admin })).status).toBe(
      204,
    );
    await publish(suspended, { vin: other, mileage: 900_000 });
    const suspension = `users/${suspended.id}/suspension`;
    await app.call(`POST /api/admin/${suspension}`, { as: admin, body: { reason: "Mashtrim" } });
    for (const number of [vin, other]) {
      const seller = await dealer();
      const car = await publish(seller, { vin: number, mileage: 100_000 });
      expect(await history(car, seller)).toMatchObject({ lower: false });
      expect(await findLowerReading(app.database.db, car._id)).toBeNull();
    }
    await app.call(`DELETE /api/admin/${suspension}`, { as: admin });
    const seller = await dealer();
    const car = await publish(seller, { vin: other, mileage: 100_000 });
    expect(await findLowerReading(app.database.db, car._id)).toMatchObject({ earlierMileage: 900_000 });
  });

  test("holds against edits: they push out neither the highest reading nor the drop", async () => {
    const { db } = app.database;
    const vin = newVin();
    const [one, two] = [await dealer(), await dealer()];
    const first = await publish(one, { vin, mileage: 300_000 });
    await publishedAgo(first, 24 * 60);
    const car = await publish(two, { vin, mileage: 299_900 });
    for (let n = 0; n < 12; n++) {
      await hoursPass(car, 25);
      await edit(two, car, { mileage: 120_000 + (n % 2) });
    }
    await hoursPass(car, 25);
    await edit(two, car, { mileage: 150_000 });
    const rows = await db
      .selectFrom("mileage_readings")
      .select("mileage")
      .where("listing_id", "=", car._id)
      .orderBy("read_at")
      .execute();
    expect(rows.map(({ mileage }) => mileage)).toEqual([299_900, 120_000, 120_001, 150_000]);
    // A crowd of further listings leaves the highest in sight, and the drop in force.
    await sql`
      insert into mileage_readings (id, vin_hash, listing_id, mileage, read_at)
      select gen_random_uuid(), v.hash, gen_random_uuid(), 150000 + n, now() + n * interval '1 minute'
      from car_vins v, generate_series(1, 1500) n where v.car_id = ${car._id}`.execute(db);
    await edit(two, car, { mileage: 150_001 });
    const seen = await history(car, two);
    expect(seen.lower).toBe(true);
    expect(seen.readings).toHaveLength(100);
    expect(seen.readings[0]?.mileage).toBe(300_000);
  });

  test("of 10,000 readings is judged within seconds", async () => {
    const { db } = app.database;
    const vin = newVin();
    const seller = await dealer();
    const car = await publish(seller, { vin, mileage: 90_000 });
    await sql`
      insert into mileage_readings (id, vin_hash, listing_id, mileage, read_at)
      select gen_random_uuid(), v.hash, gen_random_uuid(), 100000 + n, now() - n * interval '1 minute'
      from car_vins v, generate_series(1, 10000) n where v.car_id = ${car._id}`.execute(db);
    await edit(seller, car, { mileage: 90_001 });
    const begin = performance.now();
    expect(await findLowerReading(db, car._id)).toMatchObject({ earlierMileage: 110_000 });
    await app.services.schedule["end_lower_mileage"]?.run(new AbortController().signal);
    expect(await history(car, seller)).toMatchObject({ lower: true });
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  test("tells its owner seven days ahead, whenever the earlier reading begins to count, and once", async () => {
    const { db } = app.database;
    const admin = await app.registerUser({ isAdmin: true });
    const vin = newVin();
    const [one, two] = [await dealer(), await dealer()];
    const earlier = await publish(one, { vin, mileage: 200_000 });
    await publishedAgo(earlier, 24 * 60);
    await app.call(`POST /api/admin/cars/${earlier._id}/hide`, { as: admin });
    const car = await publish(two, { vin, mileage: 100_000 });
    await publishedAgo(car, 24 * 30);
    await app.call(`POST /api/admin/cars/${earlier._id}/show`, { as: admin });
    await edit(two, car, { mileage: 100_000, price: 9_100 });
    expect((await history(car, two)).lower).toBe(true);
    expect((await history(car)).lower).toBe(false);
    // Taken away and given again, the number gains no further days.
    const told = sql<Date>`now() - interval '8 days'`;
    await db
      .updateTable("mileage_readings")
      .set({ told_at: told })
      .where("told_at", "is not", null)
      .execute();
    await edit(two, car, { vin: "", mileage: 100_000 });
    await edit(two, car, { vin, mileage: 100_000 });
    expect((await history(car)).lower).toBe(true);
  });

  test("that was taken back and is so again is told in another mail", async () => {
    const admin = await app.registerUser({ isAdmin: true });
    const vin = newVin();
    const [one, two] = [await dealer(), await dealer()];
    const earlier = await publish(one, { vin, mileage: 200_000 });
    await publishedAgo(earlier, 24 * 60);
    const car = await publish(two, { vin, mileage: 100_000 });
    await publishedAgo(car, 24 * 30);
    await drainJobs(app.database, app.services.tasks);
    await app.call(`POST /api/admin/cars/${earlier._id}/hide`, { as: admin });
    await app.services.schedule["end_lower_mileage"]?.run(new AbortController().signal);
    await app.call(`POST /api/admin/cars/${earlier._id}/show`, { as: admin });
    await edit(two, car, { mileage: 100_000, price: 9_100 });
    await drainJobs(app.database, app.services.tasks);
    // With the same Message-ID the outbox, like mail programs, would have one.
    expect(await mailsAbout(two)).toHaveLength(2);
  });

  test("is the same when two listings with one number are published at once", async () => {
    const vin = newVin();
    const sellers = [await dealer(), await dealer(), await dealer()];
    const cars = await Promise.all(sellers.map((seller, n) => publish(seller, { vin, mileage: 10_000 + n })));
    const [one] = cars;
    if (one === undefined) throw new Error("none was published");
    expect(await mileages(one, sellers[0])).toHaveLength(3);
  });
});

describe("the signals of a car with a number", () => {
  test("are the other open cars with it, a maker's code of another brand, and lower readings", async () => {
    const { db } = app.database;
    const vin = newVin("WAU");
    const [one, two] = [await dealer(), await dealer()];
    const first = await publish(one, { vin, mileage: 150_000 });
    await publishedAgo(first, 200);
    const own = await publish(one, { vin, mileage: 150_500 });
    const car = await publish(two, { vin, mileage: 90_000 });
    expect(await findSameVin(db, first._id)).toMatchObject([
      { carId: car._id, isSameOwner: false, mileage: 90_000 },
      { carId: own._id, isSameOwner: true },
    ]);
    await app.call(`PUT /api/cars/${own._id}/sold`, { as: one });
    expect(await findSameVin(db, first._id)).toMatchObject([{ carId: car._id }]);
    expect(await findOtherMake(db, car._id)).toEqual({ masked: car.vin?.masked, brand: "Volkswagen" });
    expect(await findLowerReading(db, car._id)).toMatchObject({ mileage: 90_000, earlierMileage: 150_500 });
    expect(await findLowerReading(db, first._id)).toBeNull();
    const plain = await publish(await dealer(), { vin: newVin() });
    expect(await findSameVin(db, plain._id)).toEqual([]);
    expect(await findOtherMake(db, plain._id)).toBeNull();
    expect(await findLowerReading(db, plain._id)).toBeNull();
  });
});

test("a hundred comparisons with strangers' cars: five a car and thirty an account get an answer", async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const [seller, buyer] = [
      await limited.registerUser({ isDealerByHand: true }),
      await limited.registerUser(),
    ];
    const cars = await Promise.all(
      Array.from({ length: 10 }, () => limited.publishCar(seller, { vin: newVin() })),
    );
    const statuses: number[] = [];
    for (const car of cars)
      for (let n = 0; n < 10; n += 1) {
        const body = { vin: newVin() };
        statuses.push(
          (await limited.call(`POST /api/cars/${car._id}/vin-check`, { as: buyer, body })).status,
        );
      }
    expect(statuses.slice(0, 10)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
  } finally {
    await limited.close();
  }
});

const guessedVin = (end: number) => `WVWZZZ3CZWE00010${end}`;

test("a number that somebody types into another car is guessed five times a day", async () => {
  const strict = await createTestApp({ env: { RATE_LIMITS: "on" } });
  const [one, two] = [await strict.registerUser(), await strict.registerUser()];
  await strict.publishCar(one, { vin: guessedVin(0), mileage: 90_000 });
  const { _id: id } = await strict.publishCar(two, { mileage: 120_000 });
  const { body } = await strict.call(`GET /api/cars/${id}`, { as: two });
  const change = (end: number) =>
    strict.call(`PUT /api/cars/${id}`, { as: two, body: { ...Object(body), vin: guessedVin(end) } });
  for (let guess = 1; guess <= 5; guess++) expect((await change(guess)).status).toBe(200);
  expect((await change(0)).status).toBe(429);
  // The number that the car has is no guess.
  expect((await change(5)).status).toBe(200);
  await strict.close();
});
