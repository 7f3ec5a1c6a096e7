import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminCar, bulkDeleted, carList } from "#contract/admin-lists.ts";
import type { Car } from "#contract/cars.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { carMessages } from "#domain/messages/car.ts";
import {
  type Answer,
  carOf,
  carsOf,
  createTestApp,
  errorOf,
  type TestApp,
  type TestUser,
} from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
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
let admin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  seller = await app.registerUser();
});
afterAll(() => app.close());

function rowOf(answer: Answer) {
  expect(answer.status).toBe(200);
  return adminCar.parse(answer.body);
}

const get = (id: string) => app.call(`GET /api/admin/cars/${id}`, { as: admin });

async function fieldsOf(id: string) {
  const { brand, model, year, price, mileage, location, fuel, type, sold } = rowOf(await get(id));
  return { brand, model, year, price, mileage, location, fuel, type, sold };
}

async function put(id: string, changes: Record<string, unknown>, version?: number) {
  const body = { ...(await fieldsOf(id)), ...changes };
  const headers = version === undefined ? {} : { "If-Match": `"${version}"` };
  return app.call(`PUT /api/admin/cars/${id}`, { as: admin, body, headers });
}

async function auditOf(id: string) {
  const answer = await app.call(`GET /api/admin/audit?q=${id}`, { as: admin });
  return (answer.body as { entries: Record<string, unknown>[] }).entries;
}

describe("a car in the admin lists", () => {
  test("the admin list shows a car with its owner's name and e-mail, its phone and the admin-only fields", async () => {
    const car = await app.publishCar(seller);
    const row = rowOf(await get(car._id));
    expect(row).toMatchObject({
      user: { _id: seller.id, firstName: "Arben", lastName: "Krasniqi", email: seller.email },
      sellerPhone: "+38344123456",
      hidden: false,
      openReports: 0,
      version: 1,
    });
  });
});

describe("editing a car", () => {
  test("PUT /api/admin/cars/:id changes the fields and logs the values before and after", async () => {
    const car = await app.publishCar(seller);
    const changed = rowOf(await put(car._id, { price: 8_800, location: "Pejë" }));
    expect(changed).toMatchObject({ price: 8_800, location: "Pejë", version: 2 });
    expect(await auditOf(car._id)).toMatchObject([
      {
        action: "car.update",
        before: { price: 9_900, location: "Prishtinë" },
        after: { price: 8_800, location: "Pejë" },
      },
    ]);
  });

  test("a generated description follows an admin's edit, and a seller's own description stays", async () => {
    const generated = await app.publishCar(seller);
    expect(rowOf(await put(generated._id, { model: "Passat" })).description).toContain("Passat");
    const own = await app.publishCar(seller, { description: "Golf i mirëmbajtur." });
    expect(rowOf(await put(own._id, { model: "Passat" })).description).toBe("Golf i mirëmbajtur.");
  });

  test("the checkbox E Shitur marks the car sold and back on the public pages too", async () => {
    const car = await app.publishCar(seller);
    const sold = rowOf(await put(car._id, { sold: true }));
    expect([sold.sold, sold.soldAt === null]).toEqual([true, false]);
    expect((await app.call(`POST /api/cars/${car._id}/contact`)).status).toBe(409);
    expect(rowOf(await put(car._id, { sold: false })).sold).toBe(false);
    expect((await auditOf(car._id)).map((entry) => entry["after"])).toEqual([
      { sold: false },
      { sold: true },
    ]);
  });

  test("an admin can edit an archived car but not mark it sold", async () => {
    const car = await app.publishCar(seller);
    await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
    expect(rowOf(await put(car._id, { price: 5_000 })).price).toBe(5_000);
    const refused = await put(car._id, { sold: true });
    expect([refused.status, errorOf(refused).code]).toEqual([409, "impossible_move"]);
  });

  test("the second of two admins with the same form gets 412", async () => {
    const car = await app.publishCar(seller);
    const { version } = rowOf(await get(car._id));
    expect((await put(car._id, { price: 9_000 }, version)).status).toBe(200);
    const second = await put(car._id, { price: 7_000 }, version);
    expect([second.status, errorOf(second).code]).toEqual([412, "version_mismatch"]);
    // Its owner's edit counts as well.
    const now = rowOf(await get(car._id)).version;
    await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
    expect((await put(car._id, { price: 7_000 }, now)).status).toBe(412);
  });

  test.each([
    ["brand", "Nuk ka", carMessages.brandUnknown],
    ["model", "", carMessages.modelRequired],
    ["year", 1989, carMessages.yearOutOfRange(new Date().getFullYear() + 1)],
    ["year", 2015.5, carMessages.yearOutOfRange(new Date().getFullYear() + 1)],
    ["price", 999, carMessages.priceTooLow],
    ["price", "9000", carMessages.priceTooLow],
    ["mileage", -1, carMessages.mileageNotPositive],
    ["location", "Tiranë e re", carMessages.locationUnknown],
    ["fuel", null, carMessages.fuelRequired],
    ["type", "Traktor", carMessages.typeUnknown],
  ])("the field %s with %j is refused with its message", async (field, value, message) => {
    const car = await app.publishCar(seller);
    const answer = await put(car._id, { [field]: value });
    expect([answer.status, errorOf(answer).fields]).toEqual([400, { [field]: message }]);
  });

  test("PUT /api/admin/cars/:id refuses keys that are not in the form", async () => {
    const car = await app.publishCar(seller);
    for (const key of ["user", "owner_id", "number", "sponsored", "hidden", "description", "images"]) {
      const answer = await put(car._id, { [key]: "x" });
      expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, [key]]);
    }
  });
});

async function publishMany(count: number): Promise<Car[]> {
  const cars: Car[] = [];
  for (let n = 0; n < count; n++) cars.push(await app.publishCar(seller));
  return cars;
}

describe("deleting a car", () => {
  test("deleting a car deletes its pictures that no other car shows and leaves its payments", async () => {
    const shared = await app.photoOf(seller);
    const own = await app.photoOf(seller);
    const drawing = await app.photoOf(null);
    const car = await app.publishCar(seller, { images: [shared, own] });
    const other = await app.publishCar(seller, { images: [shared] });
    const photoId = drawing.split("/")[2] ?? "";
    await app.database.db
      .insertInto("car_photos")
      .values({ car_id: car._id, photo_id: photoId, position: 5 })
      .execute();
    expect((await app.call(`DELETE /api/admin/cars/${car._id}`, { as: admin })).status).toBe(204);
    expect((await get(car._id)).status).toBe(404);
    expect((await app.call("GET /api/cars/archived", { as: seller })).body).not.toContainEqual(
      expect.objectContaining({ _id: car._id }),
    );
    expect(await drainJobs(app.database, app.services.admin.tasks)).toEqual([]);
    const left = new Set(
      (await app.database.db.selectFrom("photos").select("id").execute()).map((photo) => photo.id),
    );
    expect([shared, own, drawing].map((path) => left.has(path.split("/")[2] ?? ""))).toEqual([
      true,
      false,
      true,
    ]);
    expect(carOf(await app.call(`GET /api/cars/${other._id}`)).images).toHaveLength(1);
    expect(await auditOf(car._id)).toMatchObject([
      {
        action: "car.delete",
        before: { number: car.number, price: 9_900, owner: seller.email },
        after: null,
      },
    ]);
  });

  test("deleting a car deletes the pictures that an import took off it, and leaves those that undoing gives to another car", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
    const pictures = Object.fromEntries(
      await Promise.all(
        [1, 2, 3, 4].map(async (number) => [`${number}.jpg`, await stockPicture(number)] as const),
      ),
    );
    const importStock = async (photosOf: Readonly<Record<string, string>>) => {
      const rows = Object.entries(photosOf).map(([referenca, fotot]) => stockRow({ referenca, fotot }));
      const zip = await zipOf({ "s.csv": stockCsv(rows), ...pictures });
      const { id } = await checkStock(app, dealer, zip);
      expect((await applyStock(app, dealer, id)).status).toBe("applied");
      return id;
    };
    const mine = async () => carsOf(await app.call("GET /api/cars/my", { as: dealer }));
    const carWith = async (reference: string) =>
      (await mine()).find((car) => car.reference === reference) ?? expect.fail(`no car ${reference}`);
    const photosOf = async (reference: string) => (await carWith(reference)).photos.map(({ id }) => id);
    const stored = async () =>
      (
        await app.database.db.selectFrom("photos").select("id").where("owner_id", "=", dealer.id).execute()
      ).map(({ id }) => id);

    // Both show picture 2.
    await importStock({ "A-1": "1.jpg|2.jpg", "A-2": "2.jpg" });
    const before = await photosOf("A-2");
    const id = await importStock({ "A-1": "3.jpg", "A-2": "4.jpg" });
    const after = await photosOf("A-2");
    expect(await stored()).toHaveLength(4);

    const path = `/api/admin/cars/${(await carWith("A-1"))._id}` as const;
    expect((await app.call(`DELETE ${path}`, { as: admin })).status).toBe(204);
    expect(await drainJobs(app.database, app.services.admin.tasks)).toEqual([]);
    expect((await stored()).toSorted()).toEqual([...before, ...after].toSorted());

    expect((await app.call(`POST /api/dealer/imports/${id}/revert`, { as: dealer })).status).toBe(202);
    await runImports(app);
    expect((await mine()).map(({ reference }) => reference)).toEqual(["A-2"]);
    expect(await photosOf("A-2")).toEqual(before);
  });

  test("deleting a car deletes the pictures that an import left on it, also while the import can be undone", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
    const car = await app.publishCar(dealer, { reference: "A-1" });
    const { id } = await checkStock(app, dealer, stockCsv([stockRow({ fotot: "" })]));
    await applyStock(app, dealer, id);
    const answer = await app.call("POST /api/admin/cars/bulk-delete", {
      as: admin,
      body: { ids: [car._id] },
    });
    expect(bulkDeleted.parse(answer.body).deleted).toBe(1);
    expect(await drainJobs(app.database, app.services.admin.tasks)).toEqual([]);
    const left = await app.database.db
      .selectFrom("photos")
      .select("id")
      .where("owner_id", "=", dealer.id)
      .execute();
    expect(left).toEqual([]);
  });

  test("deleting a missing car returns 404, and a bulk delete reports each car", async () => {
    const going = await publishMany(30);
    const [first] = going;
    await app.call(`DELETE /api/admin/cars/${first?._id}`, { as: admin });
    expect((await app.call(`DELETE /api/admin/cars/${first?._id}`, { as: admin })).status).toBe(404);
    const answer = await app.call("POST /api/admin/cars/bulk-delete", {
      as: admin,
      body: { ids: going.map((car) => car._id) },
    });
    expect(bulkDeleted.parse(answer.body)).toEqual({
      deleted: 29,
      failed: [{ id: first?._id, message: carMessages.notFound }],
    });
    const { cars } = carList.parse((await app.call("GET /api/admin/cars?limit=100", { as: admin })).body);
    const gone = new Set(going.map((car) => car._id));
    expect(cars.filter((car) => gone.has(car._id))).toEqual([]);
  });

  test("two admins who delete the same cars at once delete each once", async () => {
    const second = await app.registerUser({ isAdmin: true });
    const going = await publishMany(60);
    const ids = going.map((car) => car._id);
    const reports = await Promise.all(
      [admin, second].map(async (as, n) => {
        const body = { ids: n === 0 ? ids : ids.toReversed() };
        return bulkDeleted.parse((await app.call("POST /api/admin/cars/bulk-delete", { as, body })).body);
      }),
    );
    expect(reports.reduce((sum, report) => sum + report.deleted, 0)).toBe(60);
    expect(reports.reduce((sum, report) => sum + report.failed.length, 0)).toBe(60);
  });
});

describe("a hidden car", () => {
  test("a hidden car is not public, is shown to its owner and admins, and can be shown again", async () => {
    await app.services.start();
    const buyer = await app.registerUser();
    const car = await app.publishCar(seller);
    const shownTo = async () =>
      Promise.all(
        [null, buyer, seller, admin].map(
          async (as) => (await app.call(`GET /api/cars/${car._id}`, { as })).status,
        ),
      );
    const inSearch = async () => (await app.call(`GET /api/cars?q=${car.number}`)).body as { _id: string }[];
    await expect.poll(inSearch, { timeout: 5_000 }).toHaveLength(1);

    const hidden = rowOf(await app.call(`POST /api/admin/cars/${car._id}/hide`, { as: admin }));
    expect(hidden.hidden).toBe(true);
    expect(await shownTo()).toEqual([404, 404, 200, 200]);
    // Its owner sees why others do not see it.
    expect(carOf(await app.call(`GET /api/cars/${car._id}`, { as: seller })).unlisted).toBe("hidden");
    expect((await app.call(`POST /api/cars/${car._id}/contact`, { as: buyer })).status).toBe(404);
    await expect.poll(inSearch, { timeout: 1_000, interval: 20 }).toEqual([]);
    const other = await app.publishCar(seller);
    expect((await app.call(`GET /api/cars/${other._id}/similar`)).body).not.toContainEqual(
      expect.objectContaining({ _id: car._id }),
    );

    // Once more changes nothing, and is in the audit log once.
    expect((await app.call(`POST /api/admin/cars/${car._id}/hide`, { as: admin })).status).toBe(200);
    expect((await auditOf(car._id)).map((entry) => entry["action"])).toEqual(["car.hide"]);

    expect(rowOf(await app.call(`POST /api/admin/cars/${car._id}/show`, { as: admin })).hidden).toBe(false);
    expect(await shownTo()).toEqual([200, 200, 200, 200]);
    expect(carOf(await app.call(`GET /api/cars/${car._id}`, { as: seller })).unlisted).toBeUndefined();
    await expect.poll(inSearch, { timeout: 1_000, interval: 20 }).toHaveLength(1);
  });

  test("a hidden car stays hidden when its owner sells, archives or edits it", async () => {
    const car = await app.publishCar(seller);
    await app.call(`POST /api/admin/cars/${car._id}/hide`, { as: admin });
    for (const step of ["PUT /sold", "PUT /unsold", "DELETE ", "PUT /restore"]) {
      const [method = "", path = ""] = step.split(" ");
      await app.call(`${method} /api/cars/${car._id}${path}`, { as: seller });
      expect((await app.call(`GET /api/cars/${car._id}`)).status).toBe(404);
    }
  });
});

test("an admin search of 10,000 characters is refused with a message", async () => {
  for (const kind of ["users", "cars"]) {
    const answer = await app.call(`GET /api/admin/${kind}/search?q=${"a".repeat(10_000)}`, { as: admin });
    expect([answer.status, errorOf(answer).fields]).toEqual([400, { q: adminMessages.searchTooLong }]);
  }
});
