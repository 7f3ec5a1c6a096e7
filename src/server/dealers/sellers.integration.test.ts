import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicDealer } from "#contract/dealers.ts";
import { publicSeller, sellerCard } from "#contract/sellers.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const later = () => new Date(Date.now() + 3_600_000);

const pageOf = async ({ id }: TestUser, query = "") =>
  publicSeller.parse((await app.call(`GET /api/sellers/${id}${query}`)).body);

async function refusal(path: string): Promise<[number, string]> {
  const answer = await app.call(`GET ${path}` as const as `GET /${string}`);
  return [answer.status, errorOf(answer).code];
}

describe("a seller", () => {
  test("a private seller's page has the first name, the year, the proof and the numbers of public cars", async () => {
    const seller = await app.registerUser({ emailVerified: false });
    // New Year's Eve in London is the new year in Prishtinë.
    await app.database.db
      .updateTable("users")
      .set({ first_name: "Arta 049777123", created_at: new Date("2023-12-31T23:30:00Z") })
      .where("id", "=", seller.id)
      .execute();
    const [onSale, sold, hidden, archived] = [
      await app.publishCar(seller, { sellerName: "Arta" }),
      await app.publishCar(seller, { sellerName: "Arta" }),
      await app.publishCar(seller, { sellerName: "Arta" }),
      await app.publishCar(seller, { sellerName: "Arta" }),
    ];
    await app.call(`PUT /api/cars/${sold._id}/sold`, { as: seller });
    await app.call(`DELETE /api/cars/${archived._id}`, { as: seller });
    const admin = await app.registerUser({ isAdmin: true });
    await app.call(`POST /api/admin/cars/${hidden._id}/hide`, { as: admin });

    const answer = await app.call(`GET /api/sellers/${seller.id}`);
    const { cars, ...facts } = publicSeller.parse(answer.body);
    expect(facts).toEqual({
      id: seller.id,
      name: expect.stringMatching(/^Arta \D*$/),
      isDealer: false,
      isVerified: false,
      memberSince: 2024,
      emailVerified: false,
      carCount: 1,
      soldCount: 1,
      found: 1,
      brands: [{ brand: "Volkswagen", count: 1 }],
    });
    expect(cars.map(({ _id }) => _id)).toEqual([onSale._id]);
    expect(answer.headers.get("X-Total-Count")).toBe("1");
    expect(JSON.stringify(answer.body)).not.toContain("Krasniqi");
    const { found: _found, brands: _brands, ...card } = facts;
    for (const { _id } of [onSale, sold])
      expect(sellerCard.parse((await app.call(`GET /api/cars/${_id}/seller`)).body)).toEqual(card);
    for (const { _id } of [hidden, archived])
      expect(await refusal(`/api/cars/${_id}/seller`)).toEqual([404, "car_not_found"]);
  });

  test("a dealer's card has the business, as long as the account is a dealer", async () => {
    const dealer = await app.registerUser({ dealerUntil: later(), businessName: "Auto Drini" });
    const car = await app.publishCar(dealer);
    const card = async () => sellerCard.parse((await app.call(`GET /api/cars/${car._id}/seller`)).body);
    expect(await card()).toMatchObject({ name: "Auto Drini", isDealer: true, emailVerified: true });
    await app.database.db
      .updateTable("users")
      .set({ dealer_until: new Date(Date.now() - 1_000) })
      .where("id", "=", dealer.id)
      .execute();
    expect(await refusal(`/api/sellers/${dealer.id}`)).toEqual([404, "seller_not_found"]);
  });

  test("suspended and deleted accounts and people without a public car have no page", async () => {
    const admin = await app.registerUser({ isAdmin: true });
    const without = await app.registerUser();
    const suspended = await app.registerUser();
    const deleted = await app.registerUser();
    for (const seller of [suspended, deleted]) {
      await app.publishCar(seller);
      expect((await pageOf(seller)).carCount).toBe(1);
    }
    await app.call(`POST /api/admin/users/${suspended.id}/suspension`, {
      as: admin,
      body: { reason: "Rreme" },
    });
    await app.call(`DELETE /api/admin/users/${deleted.id}`, { as: admin });
    for (const { id } of [without, suspended, deleted, { id: "x" }])
      expect(await refusal(`/api/sellers/${id}`)).toEqual([404, "seller_not_found"]);
  });

  test("a dealer's badges end with the subscription and with a suspension, and a verified one is told from others", async () => {
    const dealer = await app.registerUser({ businessName: "Auto Lumi" });
    // Listed by the person, not by the subscription: it stays public.
    const car = await app.publishCar(dealer);
    const change = (changes: { dealer_until: Date }) =>
      app.database.db.updateTable("users").set(changes).where("id", "=", dealer.id).execute();
    const card = async () => sellerCard.parse((await app.call(`GET /api/cars/${car._id}/seller`)).body);
    await change({ dealer_until: later() });
    expect(await card()).toMatchObject({ name: "Auto Lumi", isDealer: true, isVerified: false });
    await app.database.db
      .updateTable("dealers")
      .set({ verified_at: new Date() })
      .where("user_id", "=", dealer.id)
      .execute();
    expect(await card()).toMatchObject({ isDealer: true, isVerified: true });
    expect(await pageOf(dealer)).toMatchObject({ name: "Auto Lumi", isVerified: true, carCount: 1 });
    await change({ dealer_until: new Date(Date.now() - 1_000) });
    expect(await card()).toMatchObject({ name: "Arben", isDealer: false, isVerified: false });

    await change({ dealer_until: later() });
    const admin = await app.registerUser({ isAdmin: true });
    const suspension = { as: admin, body: { reason: "Rreme" } };
    await app.call(`POST /api/admin/users/${dealer.id}/suspension`, suspension);
    expect(await refusal(`/api/sellers/${dealer.id}`)).toEqual([404, "seller_not_found"]);
    expect(await refusal(`/api/dealers/${dealer.id}`)).toEqual([404, "dealer_not_found"]);
  });

  test("a seller who has sold everything keeps a page without cars", async () => {
    const seller = await app.registerUser();
    const car = await app.publishCar(seller);
    await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
    expect(await pageOf(seller)).toMatchObject({ carCount: 0, soldCount: 1, found: 0, cars: [] });
  });
});

describe("a seller's cars", () => {
  test("the cars of a private seller are filtered, too, and the page says how many there are in all", async () => {
    const seller = await app.registerUser();
    const [first, second] = [
      await app.publishCar(seller, { price: 4_000 }),
      await app.publishCar(seller, { price: 8_000 }),
    ];
    expect(await pageOf(seller, "?maxPrice=5000")).toMatchObject({
      carCount: 2,
      found: 1,
      cars: [{ _id: first._id }],
    });
    expect((await pageOf(seller)).cars.map(({ _id }) => _id)).toEqual([second._id, first._id]);
  });

  test("the cars of a seller are filtered by brand and price and sorted, with exact counts", async () => {
    const dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto Filtri" });
    for (const [brand, model, price] of [
      ["Audi", "A4", 5_000],
      ["Audi", "A6", 12_000],
      ["BMW", "320", 9_000],
      ["Škoda", "Octavia", 7_000],
    ] as const)
      await app.publishCar(dealer, { brand, model, price });

    const read = async (query: string) => {
      const answer = await app.call(`GET /api/dealers/${dealer.id}${query}`);
      const { cars, brands, found, carCount } = publicDealer.parse(answer.body);
      expect(answer.headers.get("X-Total-Count")).toBe(String(found));
      expect(carCount).toBe(4);
      const counts = Object.fromEntries(brands.map(({ brand, count }) => [brand, count]));
      return { prices: cars.map(({ price }) => price), counts, found };
    };
    expect(await read("")).toEqual({
      prices: [7_000, 9_000, 12_000, 5_000],
      counts: { Audi: 2, BMW: 1, Škoda: 1 },
      found: 4,
    });
    expect(await read("?sort=price_asc&limit=3")).toMatchObject({ prices: [5_000, 7_000, 9_000], found: 4 });
    expect(await read("?sort=price_asc&limit=3&page=2")).toMatchObject({ prices: [12_000] });
    // Each brand's count is what choosing it finds: its own choice left out.
    expect(await read("?brand=Audi&maxPrice=9000&sort=price_desc")).toEqual({
      prices: [5_000],
      counts: { Audi: 1, BMW: 1, Škoda: 1 },
      found: 1,
    });
    expect(await read("?brand=audi,Skoda&minPrice=6000&sort=price_desc")).toMatchObject({
      prices: [12_000, 7_000],
      found: 2,
    });
    expect(await read("?brand=Fiat")).toMatchObject({ prices: [], found: 0 });
    // What is no filter's value is ignored, as in the search.
    expect(await read("?brand=x&minPrice=abc&sort=x&maxPrice=-1&page=0")).toMatchObject({ found: 4 });
  });
});
