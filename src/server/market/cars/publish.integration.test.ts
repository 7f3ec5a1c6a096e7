import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CarFields, carFields } from "#contract/cars.ts";
import { carMessages } from "#domain/messages/car.ts";
import { describeCar } from "#domain/messages/car-description.ts";
import { parsePhotoPath } from "#domain/photos/photo-addresses.ts";
import { carOf, createTestApp, errorOf, pictureDataUrl, type TestApp, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";

expectFaults("request.turned_away");

/** A new optional field does not compile before the test below has a value. */
type OptionalFacts = {
  [
    Name in keyof CarFields as null extends CarFields[Name]
      ? Name
      : undefined extends CarFields[Name]
        ? Name
        : never
  ]-?: NonNullable<CarFields[Name]>;
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 });
});
afterAll(() => app.close());

const publish = async (seller: TestUser, changes: Record<string, unknown> = {}, headers = {}) =>
  app.call("POST /api/cars", {
    as: seller,
    body: { ...(await app.carFields(seller)), ...changes },
    headers,
  });

const carsOfOwner = async (seller: TestUser) =>
  app.database.db.selectFrom("cars").selectAll().where("owner_id", "=", seller.id).execute();

describe("publishing", () => {
  test("a first car is free and is returned as its owner sees it", async () => {
    const seller = await app.registerUser();
    const answer = await publish(seller, { description: "Vetura është në gjendje të mirë." });
    expect(answer.status).toBe(201);
    const car = carOf(answer);
    expect(car).toMatchObject({
      user: seller.id,
      brand: "Volkswagen",
      model: "Golf",
      year: 2016,
      type: "Hatchback",
      price: 9_900,
      mileage: 148_000,
      fuel: "Diesel",
      transmission: "Manual",
      origin: null,
      condition: null,
      location: "Prishtinë",
      description: "Vetura është në gjendje të mirë.",
      sellerName: "Arben Krasniqi",
      sellerPhone: "+38344123456",
      isRecommended: false,
      sold: false,
      soldAt: null,
      deleted: false,
      sponsored: false,
      sponsorshipDays: 0,
      socialPromotion: false,
      customsPaid: null,
      seller: { id: seller.id, name: "Arben Krasniqi", isDealer: false },
    });
    expect(car.number).toBeGreaterThan(10_000);
    expect(car.images).toHaveLength(1);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("all optional facts are stored", async () => {
    const facts: OptionalFacts = {
      description: "Nga Gjermania, me libër shërbimi.",
      origin: "Evropë",
      condition: "Shumë e mirë",
      customsPaid: true,
      registeredUntil: "2027-03",
      engineSize: 1_598,
      power: 77,
      firstRegistration: "2018-05",
      seats: 5,
      doors: "4/5",
      color: "E zezë",
      negotiable: false,
      equipment: ["airbags", "towbar"],
      reference: "A-101",
      vin: "WVWZZZAUZJW123456",
    };
    expect(carOf(await publish(await app.registerUser(), facts))).toMatchObject({
      ...facts,
      vin: { masked: "WVW••••••••••3456", make: "match" },
    });
  });

  test("a second car returns 402 with 3 dollars and is not stored", async () => {
    const seller = await app.registerUser();
    expect((await publish(seller)).status).toBe(201);
    const answer = await publish(seller, { paidAmount: 3, images: [await pictureDataUrl()] });
    expect(answer.status).toBe(402);
    expect(errorOf(answer)).toMatchObject({ code: "payment_required", amount: 3 });
    expect(await carsOfOwner(seller)).toHaveLength(1);
    const photos = await app.database.db
      .selectFrom("photos")
      .select("id")
      .where("owner_id", "=", seller.id)
      .execute();
    // The two that the factory put there.
    expect(photos).toHaveLength(2);
  });

  test.each([
    [{ sponsorshipDays: 5 }, 5],
    [{ socialPromotion: true }, 10],
    [{ sponsorshipDays: 30, socialPromotion: true, sponsored: true, paidAmount: 40 }, 40],
  ])("POST /api/cars returns 402 for extras of a free car: %j", async (extras, amount) => {
    const seller = await app.registerUser();
    const answer = await publish(seller, extras);
    expect([answer.status, errorOf(answer)["amount"]]).toEqual([402, amount]);
    expect(await carsOfOwner(seller)).toEqual([]);
    expect((await publish(seller)).status).toBe(201);
  });

  test("50 publishes at once on a first free car publish exactly one free car", async () => {
    const seller = await app.registerUser();
    const bodies = await Promise.all(Array.from({ length: 50 }, () => app.carFields(seller)));
    const answers = await Promise.all(bodies.map((body) => app.call("POST /api/cars", { as: seller, body })));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402)).toHaveLength(49);
    expect(await carsOfOwner(seller)).toHaveLength(1);
  });

  test("deleting the free car does not return the free listing", async () => {
    const seller = await app.registerUser();
    const car = carOf(await publish(seller));
    await app.database.db.deleteFrom("cars").where("id", "=", car._id).execute();
    expect((await publish(seller)).status).toBe(402);
  });

  test("dealers pay nothing and do not use up the free car, and a lapsed dealer has no free car", async () => {
    const dealer = await app.registerUser({
      dealerUntil: new Date(Date.now() + 60_000),
      businessName: "Auto Arbeni",
    });
    const first = carOf(await publish(dealer));
    expect(first.seller).toEqual({
      id: dealer.id,
      name: "Auto Arbeni",
      isDealer: true,
      isVerified: false,
    });
    expect((await publish(dealer)).status).toBe(201);
    await app.database.db
      .updateTable("users")
      .set({ dealer_until: new Date(Date.now() - 1_000) })
      .where("id", "=", dealer.id)
      .execute();
    expect(errorOf(await publish(dealer))["amount"]).toBe(3);
  });

  test("a dealer made by hand still has the free car later", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true });
    expect((await publish(dealer)).status).toBe(201);
    await app.database.db
      .updateTable("users")
      .set({ is_dealer_by_hand: false })
      .where("id", "=", dealer.id)
      .execute();
    expect((await publish(dealer)).status).toBe(201);
    expect((await publish(dealer)).status).toBe(402);
  });

  test("an empty description is generated from the fields", async () => {
    const seller = await app.registerUser();
    const body = await app.carFields(seller, { description: "  " });
    const car = carOf(await app.call("POST /api/cars", { as: seller, body }));
    expect(car.description).toBe(describeCar(carFields.parse(body)));
    expect(car.description).toMatch(/^Shitet Volkswagen Golf, viti 2016/);
  });

  test("a model in another spelling becomes the catalogue's, and an unknown one becomes a suggestion", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true });
    expect(carOf(await publish(dealer, { brand: "Renault", model: " MEGANE  " })).model).toBe("Mégane");
    expect(carOf(await publish(dealer, { model: "Golf Kupë 3000" })).model).toBe("Golf Kupë 3000");
    const models = (await app.call("GET /api/car-models/models?brand=Volkswagen", { as: dealer })).body;
    expect(models).toContain("Golf Kupë 3000");
    expect((await app.call("GET /api/car-models/models?brand=Volkswagen")).body).not.toContain(
      "Golf Kupë 3000",
    );
  });
});

describe("pictures", () => {
  test("data URLs become photos in the given order", async () => {
    const seller = await app.registerUser();
    const own = await app.photoOf(seller);
    const answer = await publish(seller, {
      images: [await pictureDataUrl("#ff0000"), own, await pictureDataUrl("#00ff00")],
    });
    const car = carOf(answer);
    expect(car.images).toHaveLength(3);
    expect(car.images[1]).toBe(own);
    for (const [place, url] of car.images.entries()) {
      expect(parsePhotoPath(url)).toMatchObject({ width: 960, format: "jpg" });
      if (place !== 1) expect((await app.call(`GET /${url.slice(1)}`)).status).toBe(200);
    }
    expect(car.photos.map((photo) => photo.url)).toEqual(car.images);
    expect(car.photos[0]).toMatchObject({ width: 64, height: 48 });
  });

  test("other people's photos, the demo's drawings and other addresses are refused", async () => {
    const seller = await app.registerUser();
    const other = await app.registerUser();
    const urls = [
      await app.photoOf(other),
      await app.photoOf(null),
      "/photos/01900000-0000-7000-8000-000000000000/960.jpg",
      "https://example.com/car.jpg",
      "http://169.254.169.254/latest/meta-data",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "",
    ];
    for (const url of urls) {
      const answer = await publish(seller, { images: [url] });
      expect([url, answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([url, 400, ["images"]]);
    }
    expect(await carsOfOwner(seller)).toEqual([]);
  });

  test("POST /api/cars refuses a broken picture before it checks the fee", async () => {
    const seller = await app.registerUser();
    expect((await publish(seller)).status).toBe(201);
    const answer = await publish(seller, { images: ["data:image/jpeg;base64,aGVsbG8="] });
    expect(answer.status).toBe(415);
    expect(errorOf(answer).code).toBe("unsupported_picture");
    const good = await pictureDataUrl();
    expect((await publish(seller, { images: [good, "data:image/png;base64,AAAA"] })).status).toBe(415);
  });

  test("a photo's address in any size or with the site's origin is accepted", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true });
    const own = await app.photoOf(dealer);
    for (const url of [own, own.replace("960.jpg", "320.avif"), `http://localhost:3000${own}`]) {
      expect(carOf(await publish(dealer, { images: [url] })).images).toEqual([own]);
    }
  });
});

describe("an idempotency key", () => {
  const key = { "Idempotency-Key": "form-1" };

  test("a repeated request with an idempotency key gets the first answer and has one effect", async () => {
    const seller = await app.registerUser();
    const body = await app.carFields(seller);
    const first = await app.call("POST /api/cars", { as: seller, body, headers: key });
    const second = await app.call("POST /api/cars", { as: seller, body, headers: key });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    expect(await carsOfOwner(seller)).toHaveLength(1);
  });

  test("requests at once with one idempotency key have one effect, also with pictures", async () => {
    const seller = await app.registerUser();
    const body = await app.carFields(seller, { images: [await pictureDataUrl()] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call("POST /api/cars", { as: seller, body, headers: key })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(carOf(answer)._id))).size).toBe(1);
    expect(await carsOfOwner(seller)).toHaveLength(1);
    const photos = await app.database.db
      .selectFrom("photos")
      .select("id")
      .where("owner_id", "=", seller.id)
      .execute();
    expect(photos).toHaveLength(1);
  });

  test("an idempotency key with another body is a conflict", async () => {
    const seller = await app.registerUser({ isDealerByHand: true });
    const body = await app.carFields(seller);
    await app.call("POST /api/cars", { as: seller, body, headers: key });
    const other = await app.call("POST /api/cars", {
      as: seller,
      body: { ...body, price: 9_800 },
      headers: key,
    });
    expect([other.status, errorOf(other).code]).toEqual([409, "idempotency_mismatch"]);
    expect(await carsOfOwner(seller)).toHaveLength(1);
  });

  test("two accounts can use the same idempotency key", async () => {
    const [one, other] = [await app.registerUser(), await app.registerUser()];
    expect((await publish(one, {}, key)).status).toBe(201);
    expect((await publish(other, {}, key)).status).toBe(201);
  });

  test("a refusal is not stored, so the request can be repeated after paying or correcting", async () => {
    const seller = await app.registerUser();
    const body = await app.carFields(seller);
    await app.call("POST /api/cars", { as: seller, body });
    expect((await app.call("POST /api/cars", { as: seller, body, headers: key })).status).toBe(402);
    await app.database.db
      .updateTable("users")
      .set({ is_dealer_by_hand: true })
      .where("id", "=", seller.id)
      .execute();
    expect((await app.call("POST /api/cars", { as: seller, body, headers: key })).status).toBe(201);
  });

  test("an idempotency key is free again after 24 hours", async () => {
    const seller = await app.registerUser({ isDealerByHand: true });
    const body = await app.carFields(seller);
    await app.call("POST /api/cars", { as: seller, body, headers: key });
    await app.database.db
      .updateTable("idempotency_keys")
      .set({ created_at: new Date(Date.now() - 24 * 3_600_000 - 1_000) })
      .where("user_id", "=", seller.id)
      .execute();
    expect((await app.call("POST /api/cars", { as: seller, body, headers: key })).status).toBe(201);
    expect(await carsOfOwner(seller)).toHaveLength(2);
  });

  test("an idempotency key can be used again after a first attempt that failed midway", async () => {
    const seller = await app.registerUser();
    const body = await app.carFields(seller);
    // A trigger simulates the crash: the key is written, then the car fails, then the connection is gone.
    const { pool } = app.database;
    await pool.query(`
      create function break_off() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await pool.query(
      "create trigger break_off before insert on cars for each row execute function break_off()",
    );
    const broken = await app.call("POST /api/cars", { as: seller, body, headers: key });
    await pool.query("drop trigger break_off on cars");
    expect(broken.status).toBe(503);
    expect(await carsOfOwner(seller)).toEqual([]);
    expect((await app.call("POST /api/cars", { as: seller, body, headers: key })).status).toBe(201);
    expect(await carsOfOwner(seller)).toHaveLength(1);
  });

  test.each(["x".repeat(201), "é"])(
    "an invalid idempotency key is refused as malformed: %s",
    async (wrong) => {
      const seller = await app.registerUser();
      const answer = await publish(seller, {}, { "Idempotency-Key": wrong });
      expect(answer.status).toBe(400);
      expect(await carsOfOwner(seller)).toEqual([]);
    },
  );
});

test("POST /api/cars returns 401 to a guest before any other check", async () => {
  const answer = await app.call("POST /api/cars", { raw: "{" });
  expect([answer.status, errorOf(answer).code]).toEqual([401, "not_signed_in"]);
});

test("the 402 answer's text says that the person has to pay", async () => {
  const seller = await app.registerUser();
  await publish(seller);
  expect(errorOf(await publish(seller)).message).toBe(carMessages.paymentRequired);
});
