import { publicFacts } from "#domain/cars/car-fields.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carContact, carFields } from "#contract/cars.ts";
import { carMessages } from "#domain/messages/car.ts";
import { describeCar } from "#domain/messages/car-description.ts";
import {
  carOf,
  carsOf,
  createTestApp,
  errorOf,
  pictureDataUrl,
  type TestApp,
  type TestUser,
} from "#testing/app.ts";

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerUser();
});
afterAll(() => app.close());

const versionOf = async (id: string) =>
  (await app.call(`GET /api/cars/${id}`, { as: owner })).headers.get("etag") ?? "";

describe("editing a car", () => {
  test("PUT /api/cars/:id writes the whole form and returns the car", async () => {
    const car = await app.publishCar(owner, { color: "E zezë", power: 77, origin: "Evropë" });
    const changes = { price: 8_500, model: "Passat", type: "Sedan", origin: "", color: null } as const;
    const body = await app.carFields(owner, { images: car.images, ...changes, origin: null });
    const answer = await app.call(`PUT /api/cars/${car._id}`, { as: owner, body: { ...body, origin: "" } });
    expect(answer.status).toBe(200);
    expect(carOf(answer)).toMatchObject({
      _id: car._id,
      number: car.number,
      createdAt: car.createdAt,
      price: 8_500,
      model: "Passat",
      type: "Sedan",
      color: null,
      power: null,
      origin: null,
      images: car.images,
    });
    expect(carOf(await app.call(`GET /api/cars/${car._id}`, { as: owner }))).toEqual(carOf(answer));
  });

  test("PUT /api/cars/:id accepts a whole car as the API returned it", async () => {
    const car = await app.publishCar(owner, { customsPaid: true });
    const answer = await app.call(`PUT /api/cars/${car._id}`, { as: owner, body: { ...car, price: 7_000 } });
    // An edit confirms the car, and a price cut lists it again.
    const { confirmedAt, listedAt } = carOf(answer);
    expect(carOf(answer)).toEqual({ ...car, price: 7_000, confirmedAt, listedAt });
  });

  test("PUT /api/cars/:id ignores fields that the server owns", async () => {
    const car = await app.publishCar(owner);
    const owned = {
      _id: "x",
      id: "x",
      number: 1,
      user: "x",
      userId: "x",
      seller: {},
      createdAt: "x",
      confirmedAt: "x",
      listedAt: "x",
      sold: true,
      soldAt: "x",
      deleted: true,
      isRecommended: true,
      paidAmount: 99,
      sponsored: true,
      sponsorshipDays: 30,
      socialPromotion: true,
    };
    const fields = await app.carFields(owner, { images: car.images });
    const answer = await app.call(`PUT /api/cars/${car._id}`, { as: owner, body: { ...fields, ...owned } });
    const { confirmedAt } = carOf(answer);
    expect(carOf(answer)).toEqual({ ...car, confirmedAt });
  });

  test("any other key is refused by name and changes nothing", async () => {
    const car = await app.publishCar(owner);
    const columns = [
      "owner_id",
      "state",
      "published_as_dealer",
      "sponsored_until",
      "version_",
      "constructor",
      "toString",
    ];
    for (const key of columns) {
      const body = { ...(await app.carFields(owner)), price: 5_000, [key]: 1 };
      for (const request of [`PUT /api/cars/${car._id}`, "POST /api/cars"] as const) {
        const answer = await app.call(request, { as: owner, body });
        expect([answer.status, errorOf(answer).message]).toEqual([400, `Fushë e panjohur: ${key}`]);
        expect(Object.keys(errorOf(answer).fields ?? {})).toEqual([key]);
      }
    }
    expect(carOf(await app.call(`GET /api/cars/${car._id}`, { as: owner }))).toEqual(car);
  });

  test("an edit reorders, removes and adds photos", async () => {
    const [first, second, third] = [
      await app.photoOf(owner),
      await app.photoOf(owner),
      await pictureDataUrl(),
    ];
    const car = await app.publishCar(owner, { images: [first, second] });
    const put = async (images: string[]) =>
      carOf(
        await app.call(`PUT /api/cars/${car._id}`, {
          as: owner,
          body: await app.carFields(owner, { images }),
        }),
      ).images;
    expect(await put([second, first])).toEqual([second, first]);
    const [newOne = "", ...rest] = await put([third, first]);
    expect(rest).toEqual([first]);
    expect((await app.call(`GET ${newOne as `/${string}`}`)).status).toBe(200);
    expect(await put([first, newOne])).toEqual([first, newOne]);
  });

  test("a photo that is already on the car may stay, and another person's photo is refused", async () => {
    const car = await app.publishCar(owner);
    const drawing = await app.photoOf(null);
    const id = drawing.split("/")[2] ?? "";
    await app.database.db
      .insertInto("car_photos")
      .values({ car_id: car._id, photo_id: id, position: 1 })
      .execute();
    const images = [drawing, ...car.images];
    const edited = await app.call(`PUT /api/cars/${car._id}`, {
      as: owner,
      body: await app.carFields(owner, { images }),
    });
    expect(carOf(edited).images).toEqual(images);
    const foreign = await app.photoOf(await app.registerUser());
    const body = await app.carFields(owner, { images: [foreign] });
    const refused = await app.call(`PUT /api/cars/${car._id}`, { as: owner, body });
    expect([refused.status, Object.keys(errorOf(refused).fields ?? {})]).toEqual([400, ["images"]]);
    expect(carOf(await app.call(`GET /api/cars/${car._id}`)).images).toEqual(images);
  });

  test("a generated description follows the fields, and a seller's own one stays", async () => {
    const car = await app.publishCar(owner, { description: "" });
    const edit = async (changes: Parameters<TestApp["carFields"]>[1]) => {
      const body = await app.carFields(owner, { images: car.images, ...changes });
      const edited = carOf(await app.call(`PUT /api/cars/${car._id}`, { as: owner, body }));
      return { description: edited.description, generated: describeCar(carFields.parse(body)) };
    };
    const emptied = await edit({ description: null, mileage: 150_000 });
    expect(emptied.description).toBe(emptied.generated);
    const sentBack = await edit({ description: emptied.description, mileage: 160_000 });
    expect(sentBack.description).toBe(sentBack.generated);
    expect(sentBack.description).toContain("160.000 km");
    expect((await edit({ description: "Me të gjitha pajisjet." })).description).toBe(
      "Me të gjitha pajisjet.",
    );
  });

  test("If-Match lets one of two editors through", async () => {
    const car = await app.publishCar(owner);
    const version = await versionOf(car._id);
    const put = async (price: number, ifMatch: string) =>
      app.call(`PUT /api/cars/${car._id}`, {
        as: owner,
        body: await app.carFields(owner, { price, images: car.images }),
        headers: { "If-Match": ifMatch },
      });
    const answers = await Promise.all([put(5_000, version), put(6_000, version), put(7_000, version)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(errorOf(await put(8_000, version)).code).toBe("version_mismatch");
    expect((await put(8_000, await versionOf(car._id))).status).toBe(200);
    expect((await put(8_100, "nonsense")).status).toBe(412);
    expect((await put(8_100, "*")).status).toBe(200);
  });
});

describe("a public car", () => {
  const telephone = "044 123 456";
  const hidden = carMessages.phoneMasked;

  test("a public car contains no phone number, neither as a field nor in a text", async () => {
    const car = await app.publishCar(owner, {
      description: `Thirrni ${telephone} ose +383 49 654 321. Viti 2016, 148.000 km, 9.900 €.`,
      sellerName: `Arben ${telephone}`,
    });
    expect(car.sellerPhone).toBe("+38344123456");
    expect(car.description).toContain(telephone);
    for (const as of [null, await app.registerUser()]) {
      const seen = carOf(await app.call(`GET /api/cars/${car._id}`, { as }));
      expect(Object.keys(seen)).not.toContain("sellerPhone");
      expect(JSON.stringify(seen)).not.toMatch(/044 ?123 ?456|38344123456|49 ?654/);
      expect(seen.description).toBe(`Thirrni ${hidden} ose ${hidden}. Viti 2016, 148.000 km, 9.900 €.`);
      expect([seen.sellerName, seen.seller.name]).toEqual([`Arben ${hidden}`, `Arben ${hidden}`]);
    }
    const admin = await app.registerUser({ isAdmin: true });
    expect(carOf(await app.call(`GET /api/cars/${car._id}`, { as: admin })).sellerPhone).toBe("+38344123456");
  });

  test("model and colour accept no phone number", async () => {
    for (const field of ["model", "color"]) {
      const body = { ...(await app.carFields(owner)), [field]: `Golf ${telephone}` };
      const answer = await app.call("POST /api/cars", { as: owner, body });
      expect([answer.status, errorOf(answer).fields]).toEqual([400, { [field]: carMessages.phoneInText }]);
    }
  });

  test("a car is recommended and sponsored while the bought days run", async () => {
    const car = await app.publishCar(owner);
    const sponsor = async (until: Date) => {
      await app.database.db
        .updateTable("cars")
        .set({ sponsorship_days: 7, sponsored_until: until })
        .where("id", "=", car._id)
        .execute();
      return carOf(await app.call(`GET /api/cars/${car._id}`));
    };
    const running = await sponsor(new Date(Date.now() + 60_000));
    expect([running.isRecommended, running.sponsored, running.sponsorshipDays]).toEqual([true, true, 7]);
    const over = await sponsor(new Date(Date.now() - 1_000));
    expect([over.isRecommended, over.sponsored, over.sponsorshipDays]).toEqual([false, false, 7]);
  });

  test("a lapsed dealer's cars disappear at once and return with the subscription", async () => {
    const soon = new Date(Date.now() + 60_000);
    const past = new Date(Date.now() - 1_000);
    const dealer = await app.registerUser({ dealerUntil: soon, businessName: "Auto Arbeni" });
    const { _id: id } = await app.publishCar(dealer);
    const until = async (date: Date) =>
      app.database.db.updateTable("users").set({ dealer_until: date }).where("id", "=", dealer.id).execute();
    expect(carOf(await app.call(`GET /api/cars/${id}`)).seller).toEqual({
      id: dealer.id,
      name: "Auto Arbeni",
      isDealer: true,
      isVerified: false,
    });
    await until(past);
    expect((await app.call(`GET /api/cars/${id}`)).status).toBe(404);
    expect(carsOf(await app.call("GET /api/cars/my", { as: dealer }))).toMatchObject([
      {
        seller: { id: dealer.id, name: "Arben Krasniqi", isDealer: false, isVerified: false },
        unlisted: "dealerLapsed",
      },
    ]);
    await until(soon);
    expect((await app.call(`GET /api/cars/${id}`)).status).toBe(200);
  });

  test("a public car has no keys beyond the contract's", async () => {
    const { _id: id } = await app.publishCar(owner);
    const { body } = await app.call(`GET /api/cars/${id}`);
    expect(Object.keys(body as object).toSorted()).toEqual(
      [
        ...publicFacts,
        ..."_id confirmedAt createdAt deleted images isRecommended listedAt number photos priceBand seller sellerName socialPromotion sold soldAt sponsored sponsorshipDays user vin".split(
          " ",
        ),
      ].toSorted(),
    );
  });
});

describe("contacting a seller", () => {
  test("the contact endpoint returns name and phone", async () => {
    const { _id: id } = await app.publishCar(owner);
    const stranger = await app.registerUser();
    const answers = await Promise.all(
      [null, null, stranger, owner].map((as) => app.call(`POST /api/cars/${id}/contact`, { as })),
    );
    for (const answer of answers) {
      expect(carContact.parse(answer.body)).toEqual({
        sellerName: "Arben Krasniqi",
        sellerPhone: "+38344123456",
      });
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
  });
});

describe("the seller's own lists", () => {
  test("the lists of one's own cars are sorted newest first, by page, with their total", async () => {
    const seller = await app.registerUser();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await app.publishCar(seller))._id);
    await app.call(`PUT /api/cars/${ids[1]}/sold`, { as: seller });
    await app.call(`DELETE /api/cars/${ids[3]}`, { as: seller });
    const listed = await app.call("GET /api/cars/my", { as: seller });
    expect(carsOf(listed).map((car) => car._id)).toEqual([ids[0], ids[1], ids[2], ids[4]]);
    expect(listed.headers.get("x-total-count")).toBe("4");
    const page = await app.call("GET /api/cars/my?limit=2&page=2", { as: seller });
    expect(carsOf(page).map((car) => car._id)).toEqual([ids[2], ids[4]]);
    expect(page.headers.get("x-total-count")).toBe("4");
    expect((await app.call("GET /api/cars/my?limit=2&page=9", { as: seller })).body).toEqual([]);
    const archived = await app.call("GET /api/cars/archived?limit=x&page=-1", { as: seller });
    expect(carsOf(archived).map((car) => car._id)).toEqual([ids[3]]);
    expect((await app.call("GET /api/cars/my")).status).toBe(401);
    expect((await app.call("GET /api/cars/archived")).status).toBe(401);
  });
});

test("similar cars are public ones: the same model first, then brand and type, nearest in price first", async () => {
  const seller = await app.registerUser();
  const make = async (changes: Parameters<TestApp["carFields"]>[1]) =>
    (await app.publishCar(seller, changes))._id;
  const id = await make({ brand: "Dacia", model: "Duster", type: "SUV", price: 10_000 });
  const near = await make({ brand: "Dacia", model: "Duster", type: "SUV", price: 10_500 });
  const far = await make({ brand: "Dacia", model: "Duster", type: "SUV", price: 20_000 });
  const brand = await make({ brand: "Dacia", model: "Logan", type: "Sedan", price: 10_001 });
  const type = await make({ brand: "Lada", model: "Niva", type: "SUV", price: 9_000 });
  const sold = await make({ brand: "Dacia", model: "Duster", type: "SUV", price: 10_000 });
  await app.call(`PUT /api/cars/${sold}/sold`, { as: seller });
  const similarTo = async (call: string) => carsOf(await app.call(`GET /api/cars/${call}`));
  const ids = async (call: string) => (await similarTo(call)).map((car) => car._id);
  // Found in the search's index, which follows within a second.
  await expect.poll(() => ids(`${id}/similar`), { timeout: 1_000 }).toEqual([near, far, brand, type]);
  expect((await similarTo(`${id}/similar`)).every((car) => car.sellerPhone === undefined)).toBe(true);
  expect(await ids(`${id}/similar?limit=2`)).toEqual([near, far]);
  expect(await ids(`${id}/similar?limit=-1`)).toEqual([near, far, brand, type]);
  // A sold car's page leads on to those that are not.
  expect(await ids(`${sold}/similar?limit=1`)).toEqual([id]);
});
