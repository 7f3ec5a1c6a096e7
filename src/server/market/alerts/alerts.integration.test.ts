import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { followedCar, savedSearch } from "#contract/alerts.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const save = (as: TestUser, query: string, more: object = {}) =>
  app.call("POST /api/saved-searches", { as, body: { query, ...more } });
const savedOf = (body: unknown) => savedSearch.parse(body);
const listOf = async (as: TestUser) =>
  savedSearch.array().parse((await app.call("GET /api/saved-searches", { as })).body);
const followedOf = async (as: TestUser) =>
  followedCar.array().parse((await app.call("GET /api/followed-cars", { as })).body);

test("a saved search has a name, its spelling and a count, and saving it again returns the same one", async () => {
  const [user, seller] = await Promise.all([app.registerUser(), app.registerUser()]);
  await app.publishCar(seller, { brand: "Opel", model: "Corsa", price: 4_500 });
  const first = await save(user, "?maxPrice=5000&brand=opel&sort=price_asc&nothing=1");
  expect(first.status).toBe(201);
  expect(savedOf(first.body)).toMatchObject({
    name: "Opel, deri 5.000 €",
    query: "brand=Opel&maxPrice=5000",
    frequency: "at_once",
    count: 1,
  });
  const again = await save(user, "brand=Opel&maxPrice=5000", { name: "Tjetër emër", frequency: "daily" });
  expect(again).toMatchObject({ status: 200, body: first.body });
  const other = await save(user, "q=golf+7+dizel", { name: "  Golfi   im ", frequency: "never" });
  expect(savedOf(other.body)).toMatchObject({
    name: "Golfi im",
    frequency: "never",
    query: "q=golf+7+dizel",
  });
  expect((await listOf(user)).map(({ name }) => name)).toEqual(["Golfi im", "Opel, deri 5.000 €"]);
});

test("a saved search can be renamed, set to another mail interval and deleted by its owner only", async () => {
  const [user, other] = await Promise.all([app.registerUser(), app.registerUser()]);
  const { id } = savedOf((await save(user, "fuel=Elektrik")).body);
  const put = (as: TestUser | null, body: unknown) => app.call(`PUT /api/saved-searches/${id}`, { as, body });
  expect(await put(user, { name: "Rrymë" })).toMatchObject({
    status: 200,
    body: { name: "Rrymë", frequency: "at_once" },
  });
  expect(await put(user, { frequency: "daily" })).toMatchObject({
    body: { name: "Rrymë", frequency: "daily" },
  });
  expect(errorOf(await put(user, { frequency: "hourly" })).fields).toEqual({
    frequency: text.frequencyInvalid,
  });
  expect(errorOf(await put(user, { name: " " })).fields).toEqual({ name: text.nameRequired });
  expect((await put(user, { query: "fuel=Diesel" })).status).toBe(400);
  expect((await put(other, { name: "x" })).status).toBe(404);
  expect((await put(null, { name: "x" })).status).toBe(401);
  expect((await app.call(`DELETE /api/saved-searches/${id}`, { as: other })).status).toBe(404);
  expect((await app.call(`DELETE /api/saved-searches/${id}`)).status).toBe(401);
  expect(await listOf(user)).toMatchObject([{ id, name: "Rrymë", frequency: "daily" }]);
  expect((await app.call(`DELETE /api/saved-searches/${id}`, { as: user })).status).toBe(204);
  expect((await app.call(`DELETE /api/saved-searches/${id}`, { as: user })).status).toBe(404);
  expect((await app.call("PUT /api/saved-searches/nonsense", { as: user, body: {} })).status).toBe(404);
  expect(await listOf(user)).toEqual([]);
});

test("saving an impossible search is refused with a reason", async () => {
  const user = await app.registerUser();
  const reason = async (query: string, more: object = {}) => errorOf(await save(user, query, more)).fields;
  expect(await reason("sort=price_asc")).toEqual({ query: text.nothingChosen });
  expect(await reason("q=%20")).toEqual({ query: text.nothingChosen });
  expect(await reason(`model=${"x".repeat(alertLimits.maxQuery)}`)).toEqual({ query: text.queryTooLong });
  expect(await reason("q=a", { name: "n".repeat(alertLimits.maxName + 1) })).toEqual({
    name: text.nameTooLong(alertLimits.maxName),
  });
  expect((await save(user, "q=a", { user_id: "x" })).status).toBe(400);
  expect((await app.call("POST /api/saved-searches", { body: { query: "q=a" } })).status).toBe(401);
  expect((await app.call("GET /api/saved-searches")).status).toBe(401);
});

test("an account cannot save more searches than the limit, also by requests at once", async () => {
  const user = await app.registerUser();
  const most = alertLimits.maxSavedSearches;
  await Promise.all(Array.from({ length: most - 2 }, (_, n) => save(user, `minPrice=${1000 + n}`)));
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => (await save(user, `minPrice=${5000 + n}`)).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses.filter((status) => status === 409)).toHaveLength(6);
  expect(errorOf(await save(user, "minPrice=9999")).message).toBe(text.savedSearchesFull(most));
  // Saving an existing search does not count.
  expect((await save(user, "minPrice=1000")).status).toBe(200);
  expect(await listOf(user)).toHaveLength(most);
});

test("the same search sent many times at once is saved once", async () => {
  const user = await app.registerUser();
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(user, "brand=Audi")));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => savedOf(body).id)).size).toBe(1);
});

test("following and unfollowing a car can be repeated, and sold, archived and own cars are refused", async () => {
  const [user, seller] = await Promise.all([app.registerUser(), app.registerUser()]);
  const car = await app.publishCar(seller, { price: 9_000 });
  const follow = (as: TestUser | null) => app.call(`PUT /api/cars/${car._id}/follow`, { as });
  const unfollow = () => app.call(`DELETE /api/cars/${car._id}/follow`, { as: user });
  const state = async () => (await app.call(`GET /api/cars/${car._id}/follow`, { as: user })).body;

  expect((await follow(null)).status).toBe(401);
  expect(await state()).toEqual({ following: false });
  for (const _ of [1, 2])
    expect(await follow(user)).toMatchObject({ status: 200, body: { following: true } });
  expect(await state()).toEqual({ following: true });
  expect(await followedOf(user)).toMatchObject([{ car: { _id: car._id, price: 9_000 }, firstPrice: 9_000 }]);
  expect(JSON.stringify(await followedOf(user))).not.toContain("sellerPhone");
  expect(errorOf(await follow(seller)).code).toBe("own_car");
  for (const _ of [1, 2]) expect((await unfollow()).status).toBe(204);
  expect(await state()).toEqual({ following: false });

  await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
  expect(await follow(user)).toMatchObject({ status: 409, body: { code: "car_is_sold" } });
  await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
  expect((await follow(user)).status).toBe(404);
  expect((await app.call("PUT /api/cars/nonsense/follow", { as: user })).status).toBe(404);
});

test("an account cannot follow more cars than the limit", async () => {
  const [user, seller] = await Promise.all([app.registerUser(), app.registerUser()]);
  const [last, tooMany] = [await app.publishCar(seller), await app.publishCar(seller)];
  await sql`
    with copies as (
      insert into cars (id, owner_id, brand, model, year, type, seller_name, seller_phone, price, mileage, fuel,
        transmission, location, description, condition, state)
      select gen_random_uuid(), owner_id, brand, model, year, type, seller_name, seller_phone, price, mileage, fuel,
        transmission, location, description, condition, state
      from cars, generate_series(1, ${alertLimits.maxFollowedCars - 1}) where id = ${last._id} returning id)
    insert into followed_cars (user_id, car_id, first_price, told_price)
    select ${user.id}, id, 1000, 1000 from copies`.execute(app.database.db);
  expect((await app.call(`PUT /api/cars/${last._id}/follow`, { as: user })).status).toBe(200);
  const refused = errorOf(await app.call(`PUT /api/cars/${tooMany._id}/follow`, { as: user }));
  expect(refused.message).toBe(text.followedCarsFull(alertLimits.maxFollowedCars));
  expect((await app.call(`PUT /api/cars/${last._id}/follow`, { as: user })).status).toBe(200);
});

test("saved searches and followed cars are in the account's export and are deleted with the account", async () => {
  const [user, seller] = await Promise.all([app.registerUser(), app.registerUser()]);
  const car = await app.publishCar(seller, { price: 7_000 });
  await save(user, "brand=BMW", { name: "Bavarezi" });
  await app.call(`PUT /api/cars/${car._id}/follow`, { as: user });
  const exported = await app.call("GET /api/me/export", { as: user });
  expect(exported.body).toMatchObject({
    savedSearches: [{ name: "Bavarezi", query: "brand=BMW", frequency: "at_once" }],
    followedCars: [{ carId: car._id, firstPrice: 7_000, toldPrice: 7_000 }],
    alertMails: [],
  });
  await app.database.db.deleteFrom("users").where("id", "=", user.id).execute();
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from saved_searches where user_id = ${user.id})
      + (select count(*) from followed_cars where user_id = ${user.id}) as n`.execute(app.database.db);
  expect(rows).toEqual([{ n: 0 }]);
});

test("an unsubscribe link with an invalid token ends nothing and says so, and opening a link leads to its page", async () => {
  for (const token of ["", "x", "A".repeat(60), "%F0%9F%98%80"]) {
    const answer = await app.call(`POST /api/unsubscribe?token=${token}`, {
      raw: "List-Unsubscribe=One-Click",
    });
    expect(errorOf(answer)).toMatchObject({ code: "unsubscribe_link_invalid", message: text.linkInvalid });
  }
  const opened = await app.call("GET /api/unsubscribe?token=abc");
  expect(opened.status).toBe(303);
  expect(opened.headers.get("location")).toBe("/unsubscribe?token=abc");
  expect(z.string().nullable().parse(opened.headers.get("cache-control"))).toBe("no-store");
});
