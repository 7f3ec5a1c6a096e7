import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxOrphanPhotos } from "#domain/photos/photo-limits.ts";
import {
  type Answer,
  carOf,
  createTestApp,
  errorOf,
  pictureDataUrl,
  type TestApp,
  type TestUser,
} from "#testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "on" } });
});
afterAll(() => app.close());

async function addLoosePhotos(owner: TestUser, count: number, createdAt = new Date()): Promise<void> {
  const row = { owner_id: owner.id, width: 800, height: 600, thumbhash: "", created_at: createdAt };
  await app.database.db
    .insertInto("photos")
    .values(Array.from({ length: count }, () => ({ id: uuidv7(), ...row })))
    .execute();
}

async function upload(as: TestUser): Promise<Answer> {
  const [, base64 = ""] = (await pictureDataUrl()).split(",");
  return app.call("POST /api/photos", { as, raw: new Uint8Array(Buffer.from(base64, "base64")) });
}

/** How many uploads this account has been counted for. */
async function countedUploads(user: TestUser): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select points from rate_limits where key like ${`photoUpload:p:%:${user.id}`}`.execute(app.database.db);
  return Math.max(0, ...rows.map(({ points }) => points));
}

test("each picture in a car form counts as an upload when a car is published, edited and paid for", async () => {
  const seller = await app.registerUser({ isDealerByHand: true });
  const images = [await pictureDataUrl("#101010"), await pictureDataUrl("#202020")];
  const car = carOf(
    await app.call("POST /api/cars", { as: seller, body: await app.carFields(seller, { images }) }),
  );
  expect(await countedUploads(seller)).toBe(2);
  const edited = [...car.images, await pictureDataUrl("#303030")];
  carOf(
    await app.call(`PUT /api/cars/${car._id}`, {
      as: seller,
      body: await app.carFields(seller, { images: edited }),
    }),
  );
  expect(await countedUploads(seller)).toBe(3);
  const carData = await app.carFields(seller, { images });
  await app.call("POST /api/payment/create-checkout", { as: seller, body: { carData, amount: 0 } });
  expect(await countedUploads(seller)).toBe(5);
  await upload(seller);
  expect(await countedUploads(seller)).toBe(6);
});

test("an account with too many photos on no car cannot add more by upload or car form", async () => {
  const seller = await app.registerUser();
  const car = await app.publishCar(seller);
  await addLoosePhotos(seller, maxOrphanPhotos.anybody - 1);
  expect((await upload(seller)).status).toBe(201);
  const full = await upload(seller);
  expect([full.status, errorOf(full).code]).toEqual([409, "photos_full"]);
  const edit = async (images: string[]) =>
    app.call(`PUT /api/cars/${car._id}`, { as: seller, body: await app.carFields(seller, { images }) });
  expect((await edit([...car.images, await pictureDataUrl()])).status).toBe(409);
  // What is there already may be used: that makes room.
  expect((await edit([...car.images, await app.photoOf(seller)])).status).toBe(200);
});

test("a dealer can upload eighty cars of ten photos at once, and photos on cars do not count", async () => {
  const dealer = await app.registerUser({ isDealerByHand: true });
  await addLoosePhotos(dealer, 800);
  expect((await upload(dealer)).status).toBe(201);
  await addLoosePhotos(dealer, maxOrphanPhotos.dealer - 801);
  expect((await upload(dealer)).status).toBe(409);
  await app.publishCar(dealer, { images: await firstLoose(dealer, 10) });
  expect((await upload(dealer)).status).toBe(201);
});

async function firstLoose(owner: TestUser, count: number): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom("photos")
    .select("id")
    .where("owner_id", "=", owner.id)
    .limit(count)
    .execute();
  return rows.map(({ id }) => `/photos/${id}/960.jpg`);
}
