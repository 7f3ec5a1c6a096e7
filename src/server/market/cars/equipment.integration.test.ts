import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { facets } from "#contract/search.ts";
import { type Equipment, equipmentList } from "#domain/cars/equipment.ts";
import { equipmentMessages } from "#domain/messages/equipment.ts";
import { carOf, carsOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerUser({ isDealerByHand: true });
});
afterAll(() => app.close());

const put = async (id: string, images: string[], changes: Record<string, unknown>) =>
  app.call(`PUT /api/cars/${id}`, {
    as: owner,
    body: { ...(await app.carFields(owner, { images })), ...changes },
  });

const publish = (price: number, ...equipment: Equipment[]) =>
  app.publishCar(owner, { brand: "Saab", model: "9-5", price, equipment });

test("a car has its equipment in the list's order, keeps it when a form leaves it out, and loses it when told so", async () => {
  const car = await app.publishCar(owner, { equipment: ["towbar", "airbags"] });
  expect(car.equipment).toEqual(["airbags", "towbar"]);
  expect(carOf(await put(car._id, car.images, {})).equipment).toEqual(["airbags", "towbar"]);
  expect(carOf(await put(car._id, car.images, { equipment: ["esp"] })).equipment).toEqual(["esp"]);
  expect(carOf(await app.call(`GET /api/cars/${car._id}`)).equipment).toEqual(["esp"]);
  expect(carOf(await put(car._id, car.images, { equipment: null })).equipment).toEqual([]);
});

test("the table takes every key of the list and no other", async () => {
  const car = await app.publishCar(owner, { equipment: [...equipmentList] });
  expect(car.equipment).toEqual(equipmentList);
  const write = app.database.pool.query("update cars set equipment = array['wings'] where id = $1", [
    car._id,
  ]);
  await expect(write).rejects.toThrow("cars_equipment");
});

test.each([
  ["an unknown key", ["airbags", "wings"], equipmentMessages.unknown],
  ["a key twice", ["airbags", "airbags"], equipmentMessages.repeated],
  ["a text", "airbags", undefined],
  ["a number among keys", [1], equipmentMessages.unknown],
  ["a million keys", Array.from({ length: 1_000_000 }, () => "airbags"), equipmentMessages.repeated],
])("POST /api/cars refuses %s as equipment by the field's name", async (_, equipment, message) => {
  const body = { ...(await app.carFields(owner)), equipment };
  const answer = await app.call("POST /api/cars", { as: owner, body });
  if (answer.status === 413) return;
  expect(answer.status).toBe(400);
  const { fields = {} } = errorOf(answer);
  expect(Object.keys(fields)).toEqual(["equipment"]);
  if (message !== undefined) expect(fields["equipment"]).toBe(message);
});

/** Ids and facet counts of a search. */
async function search(query: string): Promise<{ ids: string[]; equipment: Record<string, number> }> {
  const [found, counted] = await Promise.all([
    app.call(`GET /api/cars?${query}`),
    app.call(`GET /api/cars/facets?${query}`),
  ]);
  return {
    ids: carsOf(found).map((car) => car._id),
    equipment: facets.parse(counted.body).equipment,
  };
}

test("GET /api/cars?equipment= finds the cars that have all of it, the facets count with what is chosen, and words find it", async () => {
  const [one, both] = [await publish(2_000, "towbar"), await publish(3_000, "panoramicRoof", "towbar")];
  await publish(4_000);
  const saabs = "brand=Saab&sort=price_asc";
  await vi.waitFor(async () => expect((await search(saabs)).ids).toHaveLength(3), { timeout: 2_000 });

  const towing = await search(`${saabs}&equipment=TOWBAR`);
  expect(towing.ids).toEqual([one._id, both._id]);
  expect(towing.equipment).toEqual({ panoramicRoof: 1, towbar: 2 });
  const all = await search(`${saabs}&equipment=towbar,panoramicRoof,wings`);
  expect(all.ids).toEqual([both._id]);
  expect(all.equipment).toEqual({ panoramicRoof: 1, towbar: 1 });
  expect((await search(`${saabs}&equipment=towbar,esp`)).equipment).toEqual({});

  expect((await search("q=saab+me+panorame")).ids).toEqual([both._id]);
  expect((await search("q=saab+ganxhe&sort=price_asc")).ids).toEqual([one._id, both._id]);
  expect((await search("q=saab+pa+panorame")).ids).toHaveLength(2);
});
