import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Car } from "#contract/cars.ts";
import { tariff } from "#contract/tariffs.ts";
import { parseCarSearch } from "#domain/search/car-search.ts";
import { createActiveTariffs } from "#server/market/tariffs/active-tariffs.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { otherTariff } from "#testing/tariffs.ts";
import { createSearchService, type SearchService } from "./search.service.ts";

let app: TestApp;
let admin: TestUser;
let seller: TestUser;
/** 10,000 € without customs: with plates 13,266 € in 2026. */
let notPaid: Car;
const cars: Record<string, string> = {};
const running: SearchService[] = [];
/** Noon in the middle of 2026. */
let now = Date.UTC(2026, 5, 1, 10);

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  seller = await app.registerUser({ isDealerByHand: true });
  const publish = (changes: Parameters<TestApp["publishCar"]>[1]) =>
    app.publishCar(seller, {
      brand: "Audi",
      model: "A4",
      year: 2021,
      fuel: "Diesel",
      price: 10_000,
      engineSize: 1_968,
      ...changes,
    });
  notPaid = await publish({ customsPaid: false });
  cars["not paid"] = notPaid._id;
  cars["paid"] = (await publish({ customsPaid: true }))._id;
  cars["not said"] = (await publish({ customsPaid: null }))._id;
  cars["unknown engine"] = (await publish({ customsPaid: false, engineSize: null }))._id;
  // Ten years in 2026.
  cars["oldest"] = (await publish({ customsPaid: false, year: 2016 }))._id;
  cars["too old"] = (await publish({ customsPaid: false, year: 2015 }))._id;
});
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await app.close();
});

/** A separate process, wired as in services.ts. */
async function startProcess(): Promise<SearchService> {
  const { db, url } = app.database;
  const tariffs = createActiveTariffs(db);
  const search: SearchService = createSearchService({
    db,
    url,
    log: watchedLog,
    now: () => now,
    tariffOn: (day) => tariffs.on(day),
    onOther: {
      tariff_changed: () => {
        tariffs.refresh();
        search.tariffsChanged();
      },
    },
  });
  running.push(search);
  await search.start();
  return search;
}

async function found(search: SearchService, query: string): Promise<string[]> {
  const asked = parseCarSearch(new URLSearchParams(query));
  const { ids, total } = await search.search(asked, { page: 1, limit: 100 });
  const facets = await search.facets(asked);
  expect([total, facets.total]).toEqual([ids.length, ids.length]);
  return Object.keys(cars).filter((name) => ids.includes(cars[name] ?? ""));
}

test("maxTotal finds cars by their price, or by price and known costs where customs are not paid", async () => {
  const search = await startProcess();
  expect(await found(search, "brand=Audi&maxTotal=10000")).toEqual(["paid", "not said"]);
  expect(await found(search, "brand=Audi&maxTotal=13265")).toEqual(["paid", "not said"]);
  expect(await found(search, "brand=Audi&maxTotal=13266")).toEqual(["not paid", "paid", "not said"]);
  // Ten years: excise 400, so 1,000 + 400 + 2,052 + 50.
  expect(await found(search, "brand=Audi&maxTotal=13501")).not.toContain("oldest");
  expect(await found(search, "brand=Audi&maxTotal=13502")).toContain("oldest");
  const all = await found(search, "brand=Audi&maxTotal=5000000");
  expect(all).toEqual(["not paid", "paid", "not said", "oldest"]);
  const { totalPrice } = await search.facets(parseCarSearch(new URLSearchParams("brand=Audi")));
  expect(totalPrice).toEqual({ min: 10_000, max: 13_502 });
});

test("a car that is changed is found by its new costs, on every process", async () => {
  const processes = [await startProcess(), await startProcess()];
  const fields = await app.carFields(seller, {
    brand: "Audi",
    model: "A4",
    year: 2021,
    fuel: "Diesel",
    price: 10_000,
    engineSize: 2_001,
    customsPaid: false,
  });
  expect((await app.call(`PUT /api/cars/${notPaid._id}`, { as: seller, body: fields })).status).toBe(200);
  // Excise 400: 1,000 + 400 + 2,052 + 50.
  await vi.waitFor(async () => {
    for (const search of processes)
      expect(await found(search, "brand=Audi&maxTotal=13501")).not.toContain("not paid");
  });
});

test("a tariff that is activated counts on every process within a second, and the New Year makes cars older", async () => {
  const processes = [await startProcess(), await startProcess()];
  const draft = tariff.parse(
    (await app.call("POST /api/admin/tariffs", { as: admin, body: { ...otherTariff, maxAgeYears: 10 } }))
      .body,
  );
  // Its table has rows to fifteen years, all reachable.
  expect((await app.call(`POST /api/admin/tariffs/${draft.id}/activate`, { as: admin })).status).toBe(200);
  const ofThisYear = tariff.parse(
    (
      await app.call("POST /api/admin/tariffs", {
        as: admin,
        body: { ...draft, validFrom: "2026-05-31", validTo: "2026-12-31", maxAgeYears: 15 },
      })
    ).body,
  );
  // The days belong to the tariff before.
  expect((await app.call(`POST /api/admin/tariffs/${ofThisYear.id}/activate`, { as: admin })).status).toBe(
    400,
  );
  for (const search of processes)
    expect(await found(search, "brand=Audi&maxTotal=13502")).toEqual([
      "not paid",
      "paid",
      "not said",
      "oldest",
    ]);

  // 23:59:59 in Kosovo, then midnight.
  now = Date.UTC(2026, 11, 31, 22, 59, 59);
  for (const search of processes)
    expect(await found(search, "brand=Audi&maxTotal=13502")).toContain("oldest");
  now = Date.UTC(2026, 11, 31, 23);
  await vi.waitFor(
    async () => {
      for (const search of processes) {
        // By the other tariff, six years, 2,001 cm³: 13,046.27 in domain/tariffs/import-costs.test.ts.
        expect(await found(search, "brand=Audi&maxTotal=13046")).toEqual(["paid", "not said"]);
        expect(await found(search, "brand=Audi&maxTotal=13047")).toEqual(["not paid", "paid", "not said"]);
        expect(await found(search, "brand=Audi&maxTotal=5000000")).not.toContain("oldest");
      }
    },
    { timeout: 1_000, interval: 10 },
  );
});
