import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { reviewedCar } from "#contract/review.ts";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { newVin } from "#testing/new-vin.ts";
import { distinctPicture } from "#testing/photographs.ts";
import { createReviewDesk } from "#testing/review-desk.ts";

// Photographs take seconds; machines that test are busy.
vi.setConfig({ testTimeout: 120_000 });

// What people did, or could do, so that the review misses a car or accuses another one.

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

let serial = 300_000;
const newPhone = () => `+3834${String((serial += 1)).padStart(7, "6")}`;
const dealer = () => app.registerUser({ isDealerByHand: true });

const { run, look, caseOf, signalsOf, showsAdvice } = createReviewDesk(() => ({ app, admin }));
const compare = () => run("find_photo_twins", "find_photo_twins", "review_cars", "review_cars");

async function publish(seller: TestUser, changes: Parameters<TestApp["publishCar"]>[1] = {}) {
  // A phone of its own: those of hidden cars are a signal.
  return (await app.publishCar(seller, { sellerPhone: newPhone(), ...changes }))._id;
}
async function edit(owner: TestUser, id: string, changes: object): Promise<void> {
  const { body } = await app.call(`GET /api/cars/${id}`, { as: owner });
  const car = z.record(z.string(), z.unknown()).parse(body);
  const answer = await app.call(`PUT /api/cars/${id}`, { as: owner, body: { ...car, ...changes } });
  expect(answer.status).toBe(200);
}
async function decide(id: string, decision: "dismiss" | "hide", version?: number) {
  return app.call(`POST /api/admin/review/${id}`, {
    as: admin,
    body: { decision },
    ...(version === undefined ? {} : { headers: { "If-Match": `"${version}"` } }),
  });
}
const hide = (id: string) => app.call(`POST /api/admin/cars/${id}/hide`, { as: admin });
const suspend = ({ id }: TestUser) =>
  app.call(`POST /api/admin/users/${id}/suspension`, { as: admin, body: { reason: "Mashtrim" } });
const upload = async (user: TestUser, bytes: Buffer): Promise<string> =>
  photoPath((await app.services.photos.addPhoto(user.id, bytes)).id);

/** The same picture as somebody else would upload it. */
const cropped = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes).extract({ left: 32, top: 24, width: 576, height: 432 }).jpeg({ quality: 60 }).toBuffer();

const asking = "Dërgoni 300 € kapar para se ta shihni.";

test("an emoji where a long sentence is cut hides nothing of a car from the review", async () => {
  const begin = "Dërgoni 300 € kapar para se ta shihni ";
  const description = `${begin}${"a".repeat(159 - begin.length)}🚗 vetura`;
  const owner = await app.registerUser();
  const id = await publish(owner, { description });
  await look();
  expect(await signalsOf(id)).toMatchObject([{ kind: "asks_for_money_ahead" }]);
  expect(await showsAdvice(id)).toBe(true);
  expect((await decide(id, "hide")).status).toBe(200);
});

test("a kind of signal that can't be looked at keeps what it found, and the other kinds are looked at", async () => {
  expectFaults("review.signal_failed");
  const { pool } = app.database;
  const owner = await app.registerUser();
  const id = await publish(owner, { brand: "Volkswagen", model: "Golf", year: 2016 });
  await edit(owner, id, { brand: "BMW", model: "X5" });
  await look();
  expect(await signalsOf(id)).toMatchObject([{ kind: "became_another_car" }]);
  await pool.query("alter table car_identity_changes rename column model to model_away");
  await pool.query("drop trigger car_became_another on cars");
  await edit(owner, id, { description: asking });
  await look();
  await pool.query("alter table car_identity_changes rename column model_away to model");
  await pool.query(`create trigger car_became_another after update of brand, model, year on cars
    for each row when (new.brand <> old.brand or (lower(new.model) <> lower(old.model) and new.year <> old.year))
    execute function note_identity_change()`);
  expect((await signalsOf(id)).map(({ kind }) => kind)).toEqual([
    "asks_for_money_ahead",
    "became_another_car",
  ]);
  // It is looked at again later, and an admin can decide meanwhile.
  const { rows } = await pool.query("select 1 from car_review_due where car_id = $1 and due_at > now()", [
    id,
  ]);
  expect(rows).not.toEqual([]);
  expect((await decide(id, "dismiss", (await caseOf(id))?.version)).status).toBe(200);
});

describe("a photo", () => {
  test("of a hidden thief accuses nobody, and protects no other thief", async () => {
    const bytes = await distinctPicture(4);
    const [victim, thief, next] = [await dealer(), await app.registerUser(), await app.registerUser()];
    const stolen = await publish(thief, { images: [await upload(thief, bytes)] });
    const honest = await publish(victim, { images: [await upload(victim, bytes)] });
    await compare();
    expect(await signalsOf(honest)).toMatchObject([{ kind: "photo_of_another_seller" }]);
    await hide(stolen);
    await compare();
    expect(await signalsOf(honest)).toEqual([]);
    expect(await showsAdvice(honest)).toBe(false);
    // With the hidden car there would be three sellers: a picture of a brochure.
    const again = await publish(next, { images: [await upload(next, bytes)] });
    await compare();
    expect(await signalsOf(again)).toMatchObject([
      { kind: "photo_of_another_seller", evidence: { otherCarId: honest } },
    ]);
    await app.call(`POST /api/admin/cars/${stolen}/show`, { as: admin });
    await compare();
    expect(await signalsOf(again)).toMatchObject([{ kind: "photo_on_many_cars" }]);
    await suspend(thief);
    await compare();
    expect(await signalsOf(again)).toMatchObject([{ kind: "photo_of_another_seller" }]);
  });

  test("of a stranger is found beside a friend's that was dismissed", async () => {
    const [friends, strangers] = [await distinctPicture(5), await distinctPicture(6)];
    const [seller, friend, stranger] = [
      await app.registerUser(),
      await app.registerUser(),
      await app.registerUser(),
    ];
    const friendly = await publish(friend, { images: [await upload(friend, friends)] });
    const theirs = await publish(stranger, { images: [await upload(stranger, strangers)] });
    const id = await publish(seller, {
      images: [await upload(seller, friends), await upload(seller, strangers)],
    });
    await compare();
    const [first] = await signalsOf(id);
    const named = z.object({ otherCarId: z.string() }).parse(first?.evidence).otherCarId;
    expect((await decide(id, "dismiss")).status).toBe(200);
    await edit(seller, id, { price: 9_100 });
    await look();
    expect(await signalsOf(id)).toMatchObject([
      { kind: "photo_of_another_seller", evidence: { otherCarId: named === theirs ? friendly : theirs } },
    ]);
    // Both are dismissed: nothing is left to look at.
    expect((await decide(id, "dismiss")).status).toBe(200);
    await edit(seller, id, { price: 9_200 });
    await look();
    expect(await caseOf(id)).toBeUndefined();
  });

  test("accuses who put it in later, although the listing is the older one", async () => {
    const [own, stolen] = [await distinctPicture(7), await distinctPicture(8)];
    const [thief, victim] = [await app.registerUser(), await app.registerUser()];
    const copy = await publish(thief, { images: [await upload(thief, own)] });
    const original = await publish(victim, { images: [await upload(victim, stolen)] });
    await edit(thief, copy, { images: [await upload(thief, await cropped(stolen))] });
    await compare();
    expect(await signalsOf(copy)).toMatchObject([
      { kind: "photo_of_another_seller", evidence: { otherCarId: original } },
    ]);
    expect(await signalsOf(original)).toEqual([]);
  });

  test("of one's own that is taken in again, moved or away for a while stays one's own, whatever was copied meanwhile", async () => {
    const [first, second] = [await distinctPicture(9), await distinctPicture(10)];
    const [victim, thief] = [await app.registerUser(), await app.registerUser()];
    const photos = [await upload(victim, first), await upload(victim, second)];
    const original = await publish(victim, { images: photos });
    const copy = await publish(thief, { images: [await upload(thief, first), await upload(thief, second)] });
    const changes = [
      photos.toReversed(),
      [await upload(victim, first), await upload(victim, second)],
      [await upload(victim, await distinctPicture(11))],
      [await upload(victim, await cropped(first)), await upload(victim, second)],
    ];
    for (const images of changes) {
      await edit(victim, original, { images });
      await compare();
      expect(await signalsOf(original)).toEqual([]);
    }
    expect(await signalsOf(copy)).toMatchObject([
      { kind: "photo_of_another_seller", evidence: { otherCarId: original } },
    ]);
    // The car is published once more, with the photos from the phone.
    const again = await publish(victim, { images: [await upload(victim, first)] });
    await compare();
    expect(await signalsOf(again)).toEqual([]);
    expect(await signalsOf(copy)).toMatchObject([{ kind: "photo_of_another_seller" }]);
  });

  test("accuses nobody where one seller uploaded it first and the other one showed it first", async () => {
    const bytes = await distinctPicture(12);
    const [early, quick] = [await app.registerUser(), await app.registerUser()];
    const waiting = await upload(early, bytes);
    const shown = await publish(quick, { images: [await upload(quick, bytes)] });
    const late = await publish(early, { images: [waiting] });
    await compare();
    for (const id of [shown, late]) expect(await signalsOf(id)).toEqual([]);
  });

  test("of the thief's own accuses, however often the thief replaces both", async () => {
    const [own, stolen] = [await distinctPicture(13), await distinctPicture(14)];
    const [thief, victim] = [await app.registerUser(), await app.registerUser()];
    const copy = await publish(thief, { images: [await upload(thief, own)] });
    const original = await publish(victim, { images: [await upload(victim, stolen)] });
    for (const bytes of [stolen, own, await cropped(stolen)])
      await edit(thief, copy, { images: [await upload(thief, bytes)] });
    await compare();
    expect(await signalsOf(copy)).toMatchObject([
      { kind: "photo_of_another_seller", evidence: { otherCarId: original } },
    ]);
    expect(await signalsOf(original)).toEqual([]);
  });

  test("keeps its time where a copy of the version before writes an edit, and has none of a deleted car", async () => {
    const { pool } = app.database;
    const seller = await app.registerUser();
    const id = await publish(seller, { images: [await upload(seller, await distinctPicture(15))] });
    await pool.query("update car_photos set since = '2026-01-02T00:00:00Z' where car_id = $1", [id]);
    const { rows } = await pool.query<{ photo: string }>(
      "delete from car_photos where car_id = $1 returning photo_id as photo",
      [id],
    );
    await pool.query("insert into car_photos (car_id, photo_id, position) values ($1, $2, 0)", [
      id,
      rows[0]?.photo,
    ]);
    const since = await pool.query<{ since: Date }>("select since from car_photos where car_id = $1", [id]);
    expect(since.rows).toEqual([{ since: new Date("2026-01-02T00:00:00Z") }]);
    const former = () => pool.query("select 1 from former_photos where car_id = $1", [id]);
    expect((await former()).rows).toEqual([]);
    await app.call(`DELETE /api/admin/cars/${id}`, { as: admin });
    expect((await former()).rows).toEqual([]);
  });
});

describe("a number that several cars have", () => {
  test("weighs by the car that had it first, whatever cars are given it later", async () => {
    const vin = newVin();
    const [one, two, three] = [await dealer(), await app.registerUser(), await app.registerUser()];
    const first = await publish(one, { vin });
    const second = await publish(two, { vin });
    await look();
    const third = await publish(three, { vin });
    await look();
    expect(await signalsOf(second, "vin_twice")).toMatchObject([
      { weight: 50, evidence: { otherCarId: first, wasFirst: false } },
    ]);
    expect(await signalsOf(third, "vin_twice")).toMatchObject([{ weight: 50 }]);
    expect(await signalsOf(first, "vin_twice")).toMatchObject([{ weight: 25 }]);
  });

  test("that are sold are not looked at every hour", async () => {
    const vin = newVin();
    const [one, two] = [await app.registerUser(), await app.registerUser()];
    const cars = [await publish(one, { vin }), await publish(two, { vin })];
    await look();
    await app.call(`PUT /api/cars/${cars[0]}/sold`, { as: one });
    await app.call(`PUT /api/cars/${cars[1]}/sold`, { as: two });
    await look();
    await run("note_ended_vin_twins");
    const { rows } = await app.database.pool.query("select 1 from car_review_due where car_id = any($1)", [
      cars,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("the phone of a hidden car", () => {
  test("weighs less for who sold with it before, with the next cars, too", async () => {
    const [victim, thief] = [await dealer(), await app.registerUser()];
    const sellerPhone = newPhone();
    await publish(victim, { sellerPhone });
    await hide(await publish(thief, { sellerPhone }));
    await look();
    const next = await publish(victim, { sellerPhone });
    await look();
    expect(await signalsOf(next)).toMatchObject([
      { kind: "phone_of_hidden_car", weight: 25, evidence: { wasBefore: true, isSameAccount: false } },
    ]);
    expect(await showsAdvice(next)).toBe(false);
    // Who came later has the full weight, also where the car stood before the other one was hidden.
    const other = await app.registerUser();
    const later = await publish(other, { sellerPhone });
    await look();
    expect(await signalsOf(later)).toMatchObject([{ weight: 50, evidence: { wasBefore: false } }]);
  });

  test("of one's own weighs the same after a second account's car with it is hidden", async () => {
    const [thief, second] = [await dealer(), await app.registerUser()];
    const sellerPhone = newPhone();
    const bad = await publish(thief, { sellerPhone });
    await hide(bad);
    await look();
    const next = await publish(thief, { sellerPhone });
    await look();
    await hide(await publish(second, { sellerPhone }));
    await look();
    expect(await signalsOf(next)).toMatchObject([
      { kind: "phone_of_hidden_car", weight: 50, evidence: { otherCarId: bad, isSameAccount: true } },
    ]);
  });

  test("is a suspended account's, too", async () => {
    const [thief, other] = [await app.registerUser(), await app.registerUser()];
    const sellerPhone = newPhone();
    const bad = await publish(thief, { sellerPhone });
    await suspend(thief);
    await look();
    const next = await publish(other, { sellerPhone });
    await look();
    expect(await signalsOf(next)).toMatchObject([
      { kind: "phone_of_hidden_car", evidence: { otherCarId: bad } },
    ]);
    await app.call(`DELETE /api/admin/users/${thief.id}/suspension`, { as: admin });
    await look();
    expect(await signalsOf(next)).toEqual([]);
  });

  test("is known although the car or its account is deleted before any job has looked at it", async () => {
    const phones = [newPhone(), newPhone(), newPhone()] as const;
    const [hidden, deleted, suspended] = [
      await app.registerUser(),
      await app.registerUser(),
      await app.registerUser(),
    ];
    await hide(await publish(hidden, { sellerPhone: phones[0] }));
    await app.call(`DELETE /api/admin/users/${hidden.id}`, { as: admin });
    const bad = await publish(deleted, { sellerPhone: phones[1] });
    await hide(bad);
    await app.call(`DELETE /api/admin/cars/${bad}`, { as: admin });
    // Who sells the car before the suspension does not get away, either.
    const sold = await publish(suspended, { sellerPhone: phones[2] });
    await app.call(`PUT /api/cars/${sold}/sold`, { as: suspended });
    await suspend(suspended);
    await app.call(`DELETE /api/admin/users/${suspended.id}`, { as: admin });
    for (const sellerPhone of phones) {
      const next = await publish(await app.registerUser(), { sellerPhone });
      await look();
      expect(await signalsOf(next)).toMatchObject([{ kind: "phone_of_hidden_car", weight: 50 }]);
    }
  });

  test("is forgotten with what gives the car back, a sold one of a suspended account, too", async () => {
    const seller = await app.registerUser();
    const [onSale, sold] = [await publish(seller), await publish(seller)];
    await app.call(`PUT /api/cars/${sold}/sold`, { as: seller });
    const stored = async () => {
      const { rows } = await app.database.pool.query<{ car: string }>(
        "select car_id as car from hidden_phones where car_id = any($1) order by car_id",
        [[onSale, sold]],
      );
      return rows.map(({ car }) => car);
    };
    await hide(onSale);
    expect(await stored()).toEqual([onSale]);
    await suspend(seller);
    expect(await stored()).toEqual([onSale, sold]);
    await app.call(`DELETE /api/admin/users/${seller.id}/suspension`, { as: admin });
    expect(await stored()).toEqual([onSale]);
    await app.call(`POST /api/admin/cars/${onSale}/show`, { as: admin });
    expect(await stored()).toEqual([]);
  });
});

test("a car that became another one stays so through further edits, and is itself again once it equals the first", async () => {
  const owner = await app.registerUser();
  const id = await publish(owner, { brand: "Volkswagen", model: "Golf", year: 2016 });
  await edit(owner, id, { brand: "BMW", model: "X5", year: 2016 });
  await edit(owner, id, { brand: "BMW", model: "X6", year: 2017 });
  await edit(owner, id, { brand: "BMW", model: "X6", year: 2018 });
  await look();
  expect(await signalsOf(id)).toMatchObject([
    { kind: "became_another_car", evidence: { before: { brand: "Volkswagen", model: "Golf", year: 2016 } } },
  ]);
  // A slip that is taken back.
  await edit(owner, id, { brand: "Volkswagen", model: "Golf", year: 2016 });
  await look();
  expect(await signalsOf(id)).toEqual([]);
});

test("a mileage note is read like the description, and there is none without a lower reading", async () => {
  const vin = newVin();
  const [earlier, owner] = [await dealer(), await app.registerUser()];
  const before = await publish(earlier, { vin, mileage: 200_000 });
  await app.call(`PUT /api/cars/${before}/sold`, { as: earlier });
  const put = (id: string, text: string, as: TestUser) =>
    app.call(`PUT /api/cars/${id}/mileage-note`, { as, body: { text } });
  const refused = await put(before, "Pa gjë", earlier);
  expect([refused.status, errorOf(refused).code]).toEqual([404, "car_not_found"]);
  const id = await publish(owner, { vin, mileage: 100_000 });
  await look();
  expect(await signalsOf(id, "asks_for_money_ahead")).toEqual([]);
  expect((await put(id, asking, owner)).status).toBe(200);
  await look();
  expect(await signalsOf(id, "asks_for_money_ahead")).toMatchObject([
    { evidence: { phrases: [asking.replace(/\.$/, "")] } },
  ]);
  // What was an answer to a lower reading is none without it, and nobody sees it.
  await hide(before);
  await run("end_lower_mileage");
  const { body } = await app.call(`GET /api/cars/${id}/mileage-history`, { as: owner });
  expect(body).toMatchObject({ lower: false, note: null });
  expect((await put(id, "", owner)).status).toBe(200);
});

test("an owner who edits the sentence again and again does not keep an admin from hiding the car", async () => {
  const owner = await app.registerUser();
  const id = await publish(owner, { description: asking });
  await look();
  const version = (await caseOf(id))?.version;
  await edit(owner, id, { description: "Dërgoni 400 € kapar para se ta shihni." });
  await look();
  await edit(owner, id, { description: "Dërgoni 500 € kapar para se ta shihni." });
  // To dismiss what one has not seen is refused, to hide the car for what it still has is not.
  expect((await decide(id, "dismiss", version)).status).toBe(409);
  expect((await decide(id, "hide", version)).status).toBe(200);
});

test("hiding by an older list is refused once a signal that it showed is gone, or somebody has decided", async () => {
  const owner = await app.registerUser();
  const id = await publish(owner, { description: asking, brand: "Volkswagen", model: "Golf" });
  await edit(owner, id, { brand: "BMW", model: "X5" });
  await look();
  const version = (await caseOf(id))?.version;
  await edit(owner, id, { description: "Shihet çdo ditë." });
  await look();
  expect((await decide(id, "hide", version)).status).toBe(409);
  const now = (await caseOf(id))?.version;
  expect((await decide(id, "dismiss", now)).status).toBe(200);
  await edit(owner, id, { description: asking });
  await look();
  expect((await decide(id, "hide", now)).status).toBe(409);
});

test("undoing does not show what another admin has hidden since", async () => {
  const other = await app.registerUser({ isAdmin: true });
  const id = await publish(await app.registerUser(), { description: asking });
  await look();
  expect((await decide(id, "hide")).status).toBe(200);
  await app.call(`POST /api/admin/cars/${id}/show`, { as: other });
  await app.call(`POST /api/admin/cars/${id}/hide`, { as: other, body: { reason: "Policia" } });
  const { body } = await app.call("GET /api/admin/review?limit=100&state=decided", { as: admin });
  const { cars } = z.object({ cars: z.array(reviewedCar) }).parse(body);
  expect(cars.filter(({ car }) => car._id === id)).toEqual([]);
  const undone = await app.call(`POST /api/admin/review/${id}/undo`, { as: admin });
  expect([undone.status, errorOf(undone).code]).toEqual([409, "review_not_undoable"]);
  expect((await app.call(`GET /api/cars/${id}`)).status).toBe(404);
});
