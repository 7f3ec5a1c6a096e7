import { afterAll, beforeAll, expect, test } from "vitest";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { photograph } from "#testing/photographs.ts";
import { createReviewDesk } from "#testing/review-desk.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const { run, signalsOf } = createReviewDesk(() => ({ app, admin }));

const upload = async (user: TestUser, bytes: Buffer): Promise<string> =>
  photoPath((await app.services.photos.addPhoto(user.id, bytes)).id);

test("a photo is of another seller for the car that had it later, and on many cars once three sellers have it", async () => {
  const { bytes } = await photograph(2);
  const publish = async () => {
    const user = await app.registerUser();
    return (await app.publishCar(user, { images: [await upload(user, bytes)] }))._id;
  };
  const first = await publish();
  const second = await publish();
  // Looked at before the photos were compared: they are looked at again.
  await run("review_cars", "find_photo_twins", "review_cars");
  expect(await signalsOf(second, "photo_of_another_seller")).toMatchObject([
    { evidence: { otherCarId: first, distance: 0 } },
  ]);
  expect(await signalsOf(first, "photo_of_another_seller")).toEqual([]);
  const third = await publish();
  await run("find_photo_twins", "review_cars");
  for (const id of [first, second, third]) {
    expect(await signalsOf(id, "photo_of_another_seller")).toEqual([]);
    expect(await signalsOf(id, "photo_on_many_cars")).toMatchObject([{ evidence: { cars: 3 } }]);
  }
});

test("a photo's twin that is deleted takes the signal along", async () => {
  const { bytes } = await photograph(3);
  const [owner, other] = [await app.registerUser(), await app.registerUser()];
  const first = await app.publishCar(owner, { images: [await upload(owner, bytes)] });
  const second = await app.publishCar(other, { images: [await upload(other, bytes)] });
  await run("find_photo_twins", "review_cars");
  expect(await signalsOf(second._id, "photo_of_another_seller")).toHaveLength(1);
  await app.call(`DELETE /api/admin/cars/${first._id}?reason=Prov%C3%AB`, { as: admin });
  await run("find_photo_twins", "review_cars");
  expect(await signalsOf(second._id, "photo_of_another_seller")).toEqual([]);
});

test("two cars on sale with one number both have the signal, and lose it when one is taken off", async () => {
  const [one, two] = [await app.registerUser(), await app.registerUser()];
  const vin = "WVWZZZ1JZXW000001";
  const first = await app.publishCar(one, { vin, mileage: 150_000 });
  await run("review_cars");
  expect(await signalsOf(first._id, "vin_twice")).toEqual([]);
  const second = await app.publishCar(two, { vin, mileage: 150_000 });
  // The second look is the first car's, which nobody wrote.
  await run("review_cars", "review_cars");
  // Anybody can type a number: the car that had it first is warned of by less than the safety advice needs.
  expect(await signalsOf(second._id, "vin_twice")).toMatchObject([
    { weight: 50, evidence: { otherCarId: first._id, wasFirst: false } },
  ]);
  expect(await signalsOf(first._id, "vin_twice")).toMatchObject([
    { weight: 25, evidence: { otherCarId: second._id, wasFirst: true } },
  ]);
  await app.call(`PUT /api/cars/${first._id}/sold`, { as: one });
  await run("note_ended_vin_twins", "review_cars");
  expect(await signalsOf(second._id, "vin_twice")).toEqual([]);
});

test("a mileage below an earlier listing's and another maker's number are signals of the car that says them", async () => {
  const [one, two] = [await app.registerUser(), await app.registerUser()];
  const vin = "WAUZZZ8K9AA000002";
  const before = await app.publishCar(one, { brand: "Audi", model: "A4", vin, mileage: 210_000 });
  await app.call(`PUT /api/cars/${before._id}/sold`, { as: one });
  const car = await app.publishCar(two, { vin, mileage: 140_000 });
  await run("review_cars");
  const [lower] = await signalsOf(car._id, "mileage_lower_than_before");
  expect(lower).toMatchObject({ evidence: { mileage: 140_000, mileageBefore: 210_000 } });
  expect(lower?.text).toContain("210.000 km");
  const [make] = await signalsOf(car._id, "vin_other_make");
  expect(make).toMatchObject({ evidence: { make: "Audi" } });
});
