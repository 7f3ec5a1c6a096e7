import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Facets, facets as facetsSchema, suggestion } from "#contract/search.ts";
import { parseCarSearch } from "#domain/search/car-search.ts";
import { createLogger, type Logger } from "#server/log.ts";
import { type TestApp, type TestUser, carsOf, createTestApp } from "#testing/app.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { CarIndex } from "./car-index.ts";
import { readAllCars, readChecksum, readConfirmations } from "./search.queries.ts";
import { createSearchService, type SearchService } from "./search.service.ts";

expectFaults("search.feed_lost", "search.drifted");

let app: TestApp;
let seller: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser();
});
afterAll(() => app.close());

function keptLog(): { log: Logger; lines: readonly string[] } {
  const lines: string[] = [];
  return { log: createLogger((line) => lines.push(line)), lines };
}

const running: SearchService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

/** The search of another process on the same database. */
async function startSearch(
  options: { checkEvery?: number; now?: () => number; log?: Logger } = {},
): Promise<SearchService> {
  const { db, url } = app.database;
  const service = createSearchService({ db, url, log: watchedLog, ...options });
  running.push(service);
  await service.start();
  return service;
}

async function idsOf(service: SearchService, query: string): Promise<readonly string[]> {
  const { ids, total } = await service.search(parseCarSearch(new URLSearchParams(query)), {
    page: 1,
    limit: 100,
  });
  expect(total).toBe(ids.length);
  return ids;
}

/**
 * Waits until every process gives this answer; fails after a second (specification.md#speed: a published or
 * sold car is seen under 1 s).
 */
async function withinASecond(services: readonly SearchService[], query: string, expected: readonly string[]) {
  await vi.waitFor(
    async () => {
      for (const service of services) expect(await idsOf(service, query)).toEqual(expected);
    },
    { timeout: 1_000, interval: 10 },
  );
}

describe("changes reach every process within a second", () => {
  test("every process sees within a second that a car was published, changed, sold, unsold, archived or restored", async () => {
    const services = [await startSearch(), await startSearch()];
    const car = await app.publishCar(seller, { brand: "Audi", model: "Q7", price: 20_000 });
    await withinASecond(services, "brand=Audi", [car._id]);

    const fields = await app.carFields(seller, { brand: "Audi", model: "Q7", price: 15_000 });
    expect((await app.call(`PUT /api/cars/${car._id}`, { as: seller, body: fields })).status).toBe(200);
    await withinASecond(services, "brand=Audi&maxPrice=15000", [car._id]);

    await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
    await withinASecond(services, "brand=Audi", []);
    await app.call(`PUT /api/cars/${car._id}/unsold`, { as: seller });
    await withinASecond(services, "brand=Audi", [car._id]);
    await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
    await withinASecond(services, "brand=Audi", []);
    await app.call(`PUT /api/cars/${car._id}/restore`, { as: seller });
    await withinASecond(services, "brand=Audi", [car._id]);
    await app.database.db.deleteFrom("cars").where("id", "=", car._id).execute();
    await withinASecond(services, "brand=Audi", []);
  });

  test("every process sees within a second that a dealer has lapsed or returned", async () => {
    const services = [await startSearch(), await startSearch()];
    const dealer = await app.registerUser({
      dealerUntil: new Date(Date.now() + 3_600_000),
      businessName: "Auto Drini",
    });
    const car = await app.publishCar(dealer, { brand: "Saab", model: "9-5" });
    await app.database.db
      .updateTable("cars")
      .set({ published_as_dealer: true })
      .where("id", "=", car._id)
      .execute();
    await withinASecond(services, "brand=Saab", [car._id]);
    const until = (date: Date) =>
      app.database.db.updateTable("users").set({ dealer_until: date }).where("id", "=", dealer.id).execute();
    await until(new Date(Date.now() - 1_000));
    await withinASecond(services, "brand=Saab", []);
    await until(new Date(Date.now() + 3_600_000));
    await withinASecond(services, "brand=Saab", [car._id]);
  });

  test("every process sees changes made while its LISTEN connection was lost", async () => {
    const services = [await startSearch(), await startSearch()];
    const before = await app.publishCar(seller, { brand: "Volvo", model: "XC60" });
    await withinASecond(services, "brand=Volvo", [before._id]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vetura-search' and datname = current_database()`.execute(app.database.db);
    // Nobody listens at this moment.
    await app.call(`PUT /api/cars/${before._id}/sold`, { as: seller });
    const missed = await app.publishCar(seller, { brand: "Volvo", model: "XC90" });
    await withinASecond(services, "brand=Volvo", [missed._id]);
    const after = await app.publishCar(seller, { brand: "Volvo", model: "V60" });
    await withinASecond(services, "brand=Volvo", [after._id, missed._id]);
  });

  test("every process sees a confirmation by an import that wrote no car while its LISTEN connection was lost", async () => {
    const services = [await startSearch(), await startSearch()];
    const { db } = app.database;
    const car = await app.publishCar(seller, { brand: "Smart", model: "Fortwo" });
    await db
      .updateTable("cars")
      .set({ confirmed_at: sql<Date>`now() - interval '60 days'` })
      .where("id", "=", car._id)
      .execute();
    await withinASecond(services, "brand=Smart&confirmed=7", []);
    await withinASecond(services, "brand=Smart", [car._id]);
    // An applied file that changes nothing. Without its notification: nobody has heard it.
    await sql`insert into stock_confirmations (car_id, confirmed_at) values (${car._id}, now())`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vetura-search' and datname = current_database()`.execute(db);
    await withinASecond(services, "brand=Smart&confirmed=7", [car._id]);
  });

  test("every process sees thousands of cars that change at once", async () => {
    const services = [await startSearch(), await startSearch()];
    const car = await app.publishCar(seller, { brand: "Fiat", model: "Panda" });
    await withinASecond(services, "brand=Fiat", [car._id]);
    await sql`insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location,
        description, seller_name, seller_phone)
      select gen_random_uuid(), owner_id, brand, model, year, type, price, mileage, fuel, transmission, location,
        description, seller_name, seller_phone from cars, generate_series(1, 2000) where id = ${car._id}`.execute(
      app.database.db,
    );
    await vi.waitFor(
      async () => {
        for (const service of services) {
          const { total } = await service.facets(parseCarSearch(new URLSearchParams("brand=Fiat")));
          expect(total).toBe(2_001);
        }
      },
      { timeout: 5_000, interval: 50 },
    );
    await app.database.db.deleteFrom("cars").where("brand", "=", "Fiat").execute();
    await vi.waitFor(
      async () => {
        for (const service of services) expect(await idsOf(service, "brand=Fiat")).toEqual([]);
      },
      { timeout: 5_000, interval: 50 },
    );
  });
});

describe("time", () => {
  test("a dealer's cars and a sponsorship leave the search at their moment without a database change", async () => {
    const start = Date.now();
    let now = start;
    const service = await startSearch({ now: () => now });
    const dealer = await app.registerUser({ dealerUntil: new Date(start + 60_000) });
    const lapsing = await app.publishCar(dealer, { brand: "Lancia", model: "Delta" });
    const sponsored = await app.publishCar(seller, { brand: "Lancia", model: "Musa" });
    const { db } = app.database;
    await db.updateTable("cars").set({ published_as_dealer: true }).where("id", "=", lapsing._id).execute();
    await db
      .updateTable("cars")
      .set({ sponsored_until: new Date(start + 30_000) })
      .where("id", "=", sponsored._id)
      .execute();
    await withinASecond([service], "brand=Lancia&recommended=true", [sponsored._id]);
    await withinASecond([service], "brand=Lancia", [sponsored._id, lapsing._id]);
    now = start + 30_000;
    expect(await idsOf(service, "brand=Lancia&recommended=true")).toEqual([]);
    now = start + 59_999;
    expect(await idsOf(service, "brand=Lancia")).toHaveLength(2);
    now = start + 60_000;
    expect(await idsOf(service, "brand=Lancia")).toEqual([sponsored._id]);
  });

  test("a clock behind the database's does not look like drift: a dealer's cars leave by the database's", async () => {
    const { log, lines } = keptLog();
    const service = await startSearch({ checkEvery: 50, now: () => Date.now() - 3_600_000, log });
    const dealer = await app.registerUser();
    const car = await app.publishCar(dealer, { brand: "Daewoo", model: "Matiz" });
    const { db } = app.database;
    await sql`update cars set published_as_dealer = true where id = ${car._id}`.execute(db);
    await sql`update users set dealer_until = now() + interval '1 second' where id = ${dealer.id}`.execute(
      db,
    );
    await withinASecond([service], "brand=Daewoo", [car._id]);
    await vi.waitFor(async () => expect(await idsOf(service, "brand=Daewoo")).toEqual([]), {
      timeout: 10_000,
      interval: 20,
    });
    expect(lines.filter((line) => line.includes("search.drifted"))).toEqual([]);
  });
});

/** Changes a car's price without a notification. */
async function setPriceSilently(id: string, price: number): Promise<void> {
  await app.database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx
      .updateTable("cars")
      .set({ price, row_version: sql`nextval('row_versions')` })
      .where("id", "=", id)
      .execute();
  });
}

describe("an index that differs from the database", () => {
  test("one that missed a notification is repaired", async () => {
    const service = await startSearch({ checkEvery: 100 });
    const car = await app.publishCar(seller, { brand: "Mini", model: "Cooper" });
    await withinASecond([service], "brand=Mini", [car._id]);
    await setPriceSilently(car._id, 77_000);
    await vi.waitFor(
      async () => expect(await idsOf(service, "brand=Mini&minPrice=77000")).toEqual([car._id]),
      {
        timeout: 20_000,
        interval: 50,
      },
    );
  });

  test("one whose notification comes late has not drifted", async () => {
    const { log, lines } = keptLog();
    let asked = 0;
    const now = () => {
      asked += 1;
      return Date.now();
    };
    const service = await startSearch({ checkEvery: 50, log, now });
    const car = await app.publishCar(seller, { brand: "Maserati", model: "Ghibli" });
    await withinASecond([service], "brand=Maserati", [car._id]);
    await setPriceSilently(car._id, 77_000);
    // A comparison that finds a difference asks for the time four times.
    const before = asked;
    await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(before + 4), {
      timeout: 10_000,
      interval: 5,
    });
    await sql`select pg_notify('car_changed', ${car._id})`.execute(app.database.db);
    await vi.waitFor(
      async () => expect(await idsOf(service, "brand=Maserati&minPrice=77000")).toEqual([car._id]),
      { timeout: 10_000, interval: 20 },
    );
    expect(lines.filter((line) => line.includes("search.drifted"))).toEqual([]);
  });
});

test("the checksums of an index of all cars are those of the database, to the millisecond", async () => {
  const { db, url } = app.database;
  const now = Date.now();
  const dealer = await app.registerUser({ dealerUntil: new Date(now + 3_600_000) });
  const car = await app.publishCar(dealer, { brand: "Rover", model: "75" });
  await sql`update cars set published_as_dealer = true, confirmed_at = now() - interval '1 hour' where id = ${car._id}`.execute(
    db,
  );
  await sql`insert into stock_confirmations (car_id, confirmed_at) values (${car._id}, now() - interval '999 microseconds')`.execute(
    db,
  );
  const index = new CarIndex();
  index.advance(now);
  for await (const cars of readAllCars(db, url, new AbortController().signal))
    for (const each of cars) index.put(each);
  const { size, checksum, endsChecksum: ends, confirmationsChecksum } = index;
  expect(await readChecksum(db, now)).toMatchObject({ size, checksum, ends });
  expect(await readConfirmations(db, now)).toBe(confirmationsChecksum);
});

describe("while the index is being loaded", () => {
  test("a search waits while the index loads and then fails as overloaded", async () => {
    const service = createSearchService({
      db: app.database.db,
      // Nobody listens there.
      url: "postgres://nobody@127.0.0.1:1/none",
      log: watchedLog,
      loadTimeout: 50,
    });
    running.push(service);
    await expect(
      service.search(parseCarSearch(new URLSearchParams()), { page: 1, limit: 10 }),
    ).rejects.toMatchObject({
      code: "overloaded",
    });
    expect(service.isReady).toBe(false);
  });
});

async function facetsOf(q: string): Promise<Facets> {
  return facetsSchema.parse((await app.call(`GET /api/cars/facets?q=${encodeURIComponent(q)}`)).body);
}

async function facetsAt(query: string): Promise<Facets> {
  return facetsSchema.parse((await app.call(`GET /api/cars/facets?${query}`)).body);
}

describe("the routes", () => {
  test("cars, facets and suggestions agree, and the pages cover all cars", async () => {
    const published = [];
    // Different mileages: the same car published again would not come first.
    for (const [model, mileage] of [
      ["Golf", 120_000],
      ["Golf", 180_000],
      ["Passat", 240_000],
    ] as const) {
      published.push(await app.publishCar(seller, { model, mileage, price: 5_000 + published.length }));
    }
    const expected = published.toReversed().map((car) => car._id);
    await vi.waitFor(
      async () =>
        expect(carsOf(await app.call("GET /api/cars?brand=volkswagen")).map((car) => car._id)).toEqual(
          expected,
        ),
      { timeout: 2_000, interval: 20 },
    );

    const first = await app.call("GET /api/cars?brand=Volkswagen&sort=price_asc&limit=2&minPrice=abc");
    expect(carsOf(first).map((car) => car.price)).toEqual([5_000, 5_001]);
    expect(first.headers.get("X-Total-Count")).toBe("3");
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await app.call(`GET ${next.slice(next.indexOf("/api"))}` as `${string} /${string}`);
    expect(carsOf(second).map((car) => car.price)).toEqual([5_002]);
    expect(second.headers.get("Link")).toBeNull();

    const facets = facetsSchema.parse((await app.call("GET /api/cars/facets?brand=Volkswagen")).body);
    expect(facets).toMatchObject({
      total: 3,
      model: { Golf: 2, Passat: 1 },
      price: { min: 5_000, max: 5_002 },
    });
    const suggestions = suggestion.array().parse((await app.call("GET /api/search/suggest?q=vw%20go")).body);
    expect(suggestions[0]).toEqual({
      kind: "model",
      label: "Volkswagen Golf",
      query: "brand=Volkswagen&model=Golf",
      count: 2,
    });
  });

  test("GET /api/cars/facets?fields= counts those fields alone, exactly as among all of them", async () => {
    const query = "brand=Volkswagen&fuel=Diesel";
    const all = await facetsAt(query);
    const { total, understood, relaxed, looser, nearby, brand, price, confirmed } = all;
    const base = { total, understood, relaxed, looser, nearby };
    const asked = async (fields: string) =>
      (await app.call(`GET /api/cars/facets?${query}&fields=${fields}`)).body;
    expect(await asked("confirmed,brand,price,nonsense")).toEqual({ ...base, brand, price, confirmed });
    expect(await asked("")).toEqual(base);
    // In another order it is the same answer.
    expect(await asked("price,brand,confirmed")).toEqual({ ...base, brand, price, confirmed });
  });

  test("GET /api/cars/facets counts every colour, and the extents of power and engine size", async () => {
    const brand = "Lexus";
    for (const facts of [
      { color: "e zezë", power: 110, engineSize: 1_968 },
      { color: "E zezë", power: 77, engineSize: null },
      { color: "Gri, metalik", power: null, engineSize: 998 },
      { color: null, power: null, engineSize: null },
    ])
      await app.publishCar(seller, { brand, model: "IS", ...facts });
    const counted = async (query: string) =>
      facetsSchema.parse((await app.call(`GET /api/cars/facets?brand=${brand}&${query}`)).body);
    await vi.waitFor(async () => expect((await counted("")).total).toBe(4), { timeout: 1_000 });

    const all = await counted("");
    expect(all).toMatchObject({ power: { min: 77, max: 110 }, engineSize: { min: 998, max: 1_968 } });
    // A comma would separate two values.
    expect(all.color).toEqual({ "E zezë": 2, "Gri metalik": 1 });

    for (const [query, total] of [
      ["color=E+ZEZE", 2],
      ["color=gri+metalik", 1],
      ["color=E+zez%C3%AB,Gri+metalik", 3],
      ["minPower=77", 2],
      ["maxPower=100", 1],
      ["maxEngineSize=1000", 1],
      ["minPower=100&minEngineSize=1900&color=E+zez%C3%AB", 1],
      ["minPower=abc", 4],
    ] as const)
      expect({ query, total: (await counted(query)).total }).toEqual({ query, total });
    // Without its own choice.
    expect((await counted("minPower=100")).power).toEqual({ min: 77, max: 110 });
  });

  test("GET /api/cars finds the cars of towns within so many km of a point, and counts them by distance", async () => {
    const brand = "Jaguar";
    for (const location of ["Prishtinë", "Prishtinë", "Fushë Kosovë", "Ferizaj", "Prizren"])
      await app.publishCar(seller, {
        brand,
        model: "XF",
        location,
        price: location === "Ferizaj" ? 9_000 : 4_000,
      });
    const counted = async (query: string) =>
      facetsSchema.parse((await app.call(`GET /api/cars/facets?brand=${brand}&${query}`)).body);
    await vi.waitFor(async () => expect((await counted("")).total).toBe(5), { timeout: 1_000 });

    // From the centre of Prishtina: Fushë Kosova is 6 km away, Ferizaj 33, Prizren 61.
    const from = "near=42.66,21.16";
    const near = await counted(`${from}&within=30`);
    expect(near).toMatchObject({
      total: 3,
      location: { Prishtinë: 2, "Fushë Kosovë": 1 },
      // Each is the total after choosing it.
      near: { 10: 3, 20: 3, 30: 3, 50: 4, 100: 5 },
    });
    const listed = await app.call(`GET /api/cars?brand=${brand}&${from}&within=30`);
    expect(listed.headers.get("X-Total-Count")).toBe("3");
    expect(
      carsOf(listed)
        .map((car) => car.location)
        .toSorted(),
    ).toEqual(["Fushë Kosovë", "Prishtinë", "Prishtinë"]);

    for (const [query, total] of [
      [`${from}&within=35`, 4],
      [`${from}&within=35&maxPrice=5000`, 3],
      // Values of a filter widen, filters narrow.
      [`${from}&within=50&location=Ferizaj,Prizren`, 1],
      // Rounded: the same point.
      ["near=42.6612,21.1649&within=30", 3],
      // One without the other, out of range and far from Kosovo: ignored.
      [from, 5],
      ["within=30", 5],
      [`${from}&within=0`, 5],
      [`${from}&within=101`, 5],
      [`${from}&within=abc`, 5],
      ["near=142,21.16&within=30", 5],
      ["near=52.52,13.41&within=30", 5],
      ["near=42.66&within=30", 5],
    ] as const)
      expect({ query, total: (await counted(query)).total }).toEqual({ query, total });
    expect((await counted(`${from}&within=35`)).near).toMatchObject({ 30: 3, 35: 4, 50: 4 });
    expect((await counted("")).near).toEqual({});
  });

  test("GET /api/cars/facets offers nearby towns and looser searches where at most five cars match", async () => {
    const brand = "Isuzu";
    const publish = (location: string, fuel: "Benzinë" | "Diesel") =>
      app.publishCar(seller, { brand, model: "D-Max", location, fuel });
    for (const fuel of ["Benzinë", "Diesel", "Diesel", "Diesel"] as const) await publish("Lipjan", fuel);
    for (const town of ["Prishtinë", "Ferizaj", "Ferizaj"]) await publish(town, "Diesel");
    await vi.waitFor(async () => expect((await facetsAt(`brand=${brand}`)).total).toBe(7), {
      timeout: 1_000,
    });

    const few = await facetsAt(`brand=${brand}&location=Prishtinë&fuel=Diesel&sort=price_asc`);
    expect(few).toMatchObject({ total: 1, relaxed: null });
    expect(few.nearby.map(({ location, km, total }) => [location, km, total])).toEqual([
      ["Lipjan", 16, 3],
      ["Ferizaj", 33, 2],
    ]);
    // Dropping the fuel finds no more.
    expect(few.looser.map(({ dropped, total }) => [dropped, total])).toEqual([[["Prishtinë"], 6]]);
    for (const { query, total } of [...few.nearby, ...few.looser])
      expect({ query, total: (await facetsAt(query)).total }).toEqual({ query, total });

    // None if enough is found, and no towns if none is searched.
    expect(await facetsAt(`brand=${brand}&fuel=Diesel`)).toMatchObject({ total: 6, looser: [], nearby: [] });
    expect(await facetsAt(`brand=${brand}&fuel=Benzinë`)).toMatchObject({
      total: 1,
      looser: [{ dropped: ["Benzinë"], total: 7 }],
      nearby: [],
    });
    // Five are few.
    await publish("Lipjan", "Diesel");
    await vi.waitFor(
      async () =>
        expect(await facetsAt(`brand=${brand}&location=Lipjan`)).toMatchObject({
          total: 5,
          looser: [{ dropped: ["Lipjan"], total: 8 }],
          nearby: [{ location: "Prishtinë" }, { location: "Ferizaj" }],
        }),
      { timeout: 1_000 },
    );
    // Nothing found: the towns beside what to leave out.
    for (const place of ["location=Prizren", "near=42.21,20.74&within=10", "q=prizren"])
      expect(await facetsAt(`brand=${brand}&${place}`)).toMatchObject({
        total: 0,
        relaxed: { total: 8 },
        looser: [],
        nearby: [{ location: "Ferizaj", total: 2 }, { location: "Lipjan" }, { location: "Prishtinë" }],
      });
  });

  test("GET /api/cars corrects misspelt words and offers a relaxed search when nothing is found", async () => {
    expect(await facetsOf("volkswagn pasat")).toMatchObject({
      total: 1,
      understood: [
        { param: "brand", value: "Volkswagen", text: "volkswagn" },
        { param: "model", label: "Passat", text: "pasat" },
      ],
      relaxed: null,
    });
    expect(await facetsOf("golf nukekziston")).toMatchObject({
      total: 0,
      relaxed: { dropped: ["nukekziston"], total: 2, query: expect.any(String) },
    });
    // Facets do not depend on the order, so all orders share one cached answer.
    const sorted = await app.call("GET /api/cars/facets?q=golf%20askund&sort=price_asc");
    expect(facetsSchema.parse(sorted.body).relaxed?.query).toBe("q=golf");
  });

  test("GET /api/cars finds a feature in texts and fields and not in a text that denies it", async () => {
    const texts = {
      registered: { registeredUntil: "2099-12", description: "Gati për rrugë." },
      expired: { registeredUntil: "2020-01", description: "E regjistruar." },
      said: { description: "E regjistruar deri në maj, 4Motion, çati panoramike. Një pronar në Zvicër." },
      ready: { description: "Gati për regjistrim. Jo 4x4, pa panoramë. E sjellë nga Italia." },
      crashed: { description: "I aksidentuar në pjesën e parme. Kilometrat janë reale." },
      whole: { description: "Jo i aksidentuar, me garanci dhe të gjitha dokumentet. 7 ulëse." },
    };
    const idOf = new Map<string, string>();
    for (const [name, fields] of Object.entries(texts)) {
      const car = await app.publishCar(seller, { model: "Touareg", type: "SUV", ...fields });
      idOf.set(car._id, name);
    }
    const find = async (q: string) => {
      const query = encodeURIComponent(`touareg ${q}`);
      const cars = carsOf(await app.call(`GET /api/cars?q=${query}`));
      return cars.map(({ _id }) => idOf.get(_id) ?? "").toSorted();
    };
    await expect.poll(() => find(""), { timeout: 2_000, interval: 20 }).toHaveLength(6);
    expect(await find("me regjistrim")).toEqual(["registered", "said"]);
    expect(await find("pa regjistrim")).toEqual(["expired", "ready"]);
    expect(await find("4x4")).toEqual(["said"]);
    expect(await find("me panorame")).toEqual(["said"]);
    expect(await find("pa panorame")).toEqual(["crashed", "expired", "ready", "registered", "whole"]);
    expect(await find("nga zvicra")).toEqual(["said"]);
    expect(await find("nga italia")).toEqual(["ready"]);
    expect(await find("i aksidentuar")).toEqual(["crashed"]);
    expect(await find("jo i aksidentuar")).toEqual(["whole"]);
    expect(await find("pa aksident")).toEqual(["whole"]);
    expect(await find("me garancion")).toEqual(["whole"]);
    expect(await find("me letra")).toEqual(["whole"]);
    expect(await find("7 ulese")).toEqual(["whole"]);
    expect(await find("familjare")).toEqual(["whole"]);
    expect(await find("km reale")).toEqual(["crashed"]);
    // The chip shows the meaning, and is removed with its words.
    expect(await facetsOf("touareg jo i aksidentuar")).toMatchObject({
      understood: [
        { param: "model", text: "touareg" },
        { param: "feature", value: "accidentFree", label: "Pa aksident", text: "jo i aksidentuar" },
      ],
    });
  });

  test("GET /api/cars finds an engine code by the text or else by the power", async () => {
    const cars = {
      said: { brand: "BMW", model: "5 Series", description: "BMW F10 520d." },
      stronger: { brand: "BMW", model: "5 Series", description: "BMW F10 530d." },
      powerful: {
        brand: "BMW",
        model: "5 Series",
        power: 140,
        engineSize: 1_995,
        description: "E rregullt.",
      },
      petrol: { brand: "BMW", model: "5 Series", fuel: "Benzinë", description: "BMW 520i." },
    } as const;
    const idOf = new Map<string, string>();
    for (const [name, fields] of Object.entries(cars)) {
      const car = await app.publishCar(seller, { fuel: "Diesel", ...fields });
      idOf.set(car._id, name);
    }
    const find = async (q: string) =>
      carsOf(await app.call(`GET /api/cars?q=${encodeURIComponent(q)}`))
        .map(({ _id }) => idOf.get(_id) ?? "")
        .toSorted();
    await expect.poll(() => find("bmw"), { timeout: 2_000, interval: 20 }).toHaveLength(4);
    expect(await find("bmw 520 d")).toEqual(["powerful", "said"]);
    expect(await find("bmw 520")).toEqual(["petrol", "powerful", "said"]);
    expect(await find("530d")).toEqual(["stronger"]);
  });

  test("the search routes answer no phone number to anybody", async () => {
    await app.publishCar(seller, { model: "Polo", description: "Thirr 044 987 654" });
    await vi.waitFor(
      async () => {
        const answer = await app.call("GET /api/cars?model=Polo", { as: seller });
        expect(carsOf(answer)).toHaveLength(1);
        expect(JSON.stringify(answer.body)).not.toMatch(/987[\s"]?654|sellerPhone/);
      },
      { timeout: 2_000, interval: 20 },
    );
    expect(carsOf(await app.call("GET /api/cars?q=044987654"))).toEqual([]);
  });

  test("a cached car that is no longer public disappears at once", async () => {
    const car = await app.publishCar(seller, { brand: "SEAT", model: "Leon" });
    const find = async () => carsOf(await app.call("GET /api/cars?brand=SEAT")).map((one) => one._id);
    await vi.waitFor(async () => expect(await find()).toEqual([car._id]), { timeout: 2_000, interval: 20 });
    await app.database.db
      .updateTable("cars")
      .set({ state: "sold", sold_at: new Date() })
      .where("id", "=", car._id)
      .execute();
    await expect.poll(find, { timeout: 1_000, interval: 20 }).toEqual([]);
  });
});

async function versionOf(id: string): Promise<number> {
  const { db } = app.database;
  const row = await db
    .selectFrom("cars")
    .select("row_version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.row_version;
}

describe("a car's row version", () => {
  test("a car's row version rises in the order of commits", async () => {
    const { db } = app.database;
    const { _id } = await app.publishCar(seller, { brand: "Dacia", model: "Duster" });
    const before = await versionOf(_id);
    const update = (price: number) => db.updateTable("cars").set({ price }).where("id", "=", _id).execute();
    const first = await db.startTransaction().execute();
    // Its transaction has an id, but its row no changes yet.
    await sql`select pg_current_xact_id()`.execute(first);
    await update(5_001);
    const between = await versionOf(_id);
    await first.updateTable("cars").set({ price: 5_002 }).where("id", "=", _id).execute();
    const waiting = update(5_003);
    await first.commit().execute();
    await waiting;
    expect(between).toBeGreaterThan(before);
    expect(await versionOf(_id)).toBeGreaterThan(between + 1);
  });

  test("an UPDATE cannot set a car's row version", async () => {
    const { _id } = await app.publishCar(seller, { brand: "Dacia", model: "Sandero" });
    const before = await versionOf(_id);
    await app.database.db.updateTable("cars").set({ row_version: 1 }).where("id", "=", _id).execute();
    expect(await versionOf(_id)).toBeGreaterThan(before);
  });
});
