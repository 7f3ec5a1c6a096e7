import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { outwardFeeds } from "#contract/feeds.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { type Answer, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";

// specification.md#feeds. Which cars are in them: public-cars.integration.test.ts.

let app: TestApp;
let dealer: TestUser;
const phone = "+38349111222";
const later = () => new Date(Date.now() + 3_600_000);

beforeAll(async () => {
  app = await createTestApp();
  dealer = await app.registerUser({ dealerUntil: later(), businessName: 'Auto Feed, "Prishtinë"' });
  await app.services.start();
});
afterAll(() => app.close());

const fetchFeed = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call(`GET /${path}`, { headers });
const setFeeds = async (as: TestUser, enabled: boolean) =>
  outwardFeeds.parse((await app.call("PUT /api/dealer/outward-feeds", { as, body: { enabled } })).body);
function rowsOf({ body }: Answer): Record<string, string>[] {
  const rows: Record<string, string>[] = parse(z.string().parse(body), { columns: true });
  return rows;
}
const jsonFeed = z.object({
  version: z.string(),
  title: z.string(),
  home_page_url: z.string(),
  feed_url: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.iso.datetime(),
      image: z.string().optional(),
    }),
  ),
});
// Its media type is not JSON's, so that the tests' client leaves it as it came.
const readJsonFeed = ({ body }: Answer) => jsonFeed.parse(JSON.parse(z.string().parse(body)));

describe("the switch", () => {
  test("feeds are off until the dealer switches them on, and off again at once", async () => {
    const seller = await app.registerUser({ dealerUntil: later(), businessName: "Auto Heshtur" });
    const car = await app.publishCar(seller);
    const state = await app.call("GET /api/dealer/outward-feeds", { as: seller });
    expect(state.body).toEqual({
      enabled: false,
      csv: `http://localhost:3000/dealers/${seller.id}/feed.csv`,
      json: `http://localhost:3000/dealers/${seller.id}/feed.json`,
    });
    const statuses = async () =>
      Promise.all(
        ["csv", "json"].map(async (end) => (await fetchFeed(`dealers/${seller.id}/feed.${end}`)).status),
      );
    expect(await statuses()).toEqual([404, 404]);
    expect(JSON.stringify((await fetchFeed("feeds/vehicles.csv")).body)).not.toContain(car._id);

    expect((await setFeeds(seller, true)).enabled).toBe(true);
    expect((await setFeeds(seller, true)).enabled).toBe(true);
    expect(await statuses()).toEqual([200, 200]);

    expect((await setFeeds(seller, false)).enabled).toBe(false);
    expect(await statuses()).toEqual([404, 404]);
  });

  test.each(["feed.csv", "feed.json"])(
    "%s of somebody who is no dealer, or nobody, returns 404",
    async (file) => {
      const seller = await app.registerUser();
      await app.database.db.insertInto("outward_feeds").values({ user_id: seller.id }).execute();
      expect((await fetchFeed(`dealers/${seller.id}/${file}`)).status).toBe(404);
      expect((await fetchFeed(`dealers/nobody/${file}`)).status).toBe(404);
    },
  );
});

describe("vehicles.csv", () => {
  test("a car has Meta's columns and values, absolute addresses and no phone number", async () => {
    await setFeeds(dealer, true);
    const car = await app.publishCar(dealer, {
      brand: "Volkswagen",
      model: "Golf 7",
      type: "Wagon",
      fuel: "Benzinë",
      transmission: "Automatik",
      condition: "Shumë e mirë",
      location: "Prizren",
      price: 9_500,
      mileage: 150_000,
      year: 2016,
      color: "E zezë",
      sellerPhone: phone,
      description: 'Me "servis", pa aksident; 049 111 222',
    });
    const row = rowsOf(await fetchFeed(`dealers/${dealer.id}/feed.csv`)).find(
      ({ vehicle_id }) => vehicle_id === car._id,
    );
    expect(row).toMatchObject({
      title: "Volkswagen Golf 7 2016",
      url: `http://localhost:3000/car/${car._id}`,
      make: "Volkswagen",
      model: "Golf 7",
      year: "2016",
      "mileage.value": "150000",
      "mileage.unit": "KM",
      price: "9500 EUR",
      state_of_vehicle: "USED",
      condition: "VERY_GOOD",
      body_style: "WAGON",
      fuel_type: "GASOLINE",
      transmission: "AUTOMATIC",
      exterior_color: "E zezë",
      availability: "AVAILABLE",
      date_first_on_lot: dayOf(new Date(car.createdAt)),
      address: '{"city":"Prizren","region":"Prizren","country":"XK"}',
      latitude: "42.2139",
      longitude: "20.7397",
      dealer_id: dealer.id,
      dealer_name: 'Auto Feed, "Prishtinë"',
      "image[0].url": `http://localhost:3000/photos/${car.photos[0]?.id}/1600.jpg`,
      "image[0].tag[0]": "Volkswagen Golf 7 2016",
      "image[1].url": "",
    });
    expect(row?.["description"]).toContain('Me "servis"');
    for (const path of [
      "feeds/vehicles.csv",
      `dealers/${dealer.id}/feed.csv`,
      `dealers/${dealer.id}/feed.json`,
      "search.atom",
    ]) {
      const text = async () => JSON.stringify((await fetchFeed(path)).body);
      // The search has a car a moment later.
      await expect.poll(text).toContain(car._id);
      expect((await text()).replaceAll(/\D/g, "")).not.toContain("49111222");
    }
  });

  test("the day on which a car came on the lot is Kosovo's", async () => {
    const car = await app.publishCar(dealer);
    await app.database.db
      .updateTable("cars")
      .set({ created_at: new Date("2026-07-10T22:30:00Z") })
      .where("id", "=", car._id)
      .execute();
    const row = rowsOf(await fetchFeed(`dealers/${dealer.id}/feed.csv`)).find(
      ({ vehicle_id }) => vehicle_id === car._id,
    );
    expect(row?.["date_first_on_lot"]).toBe("2026-07-11");
  });

  test("texts that a spreadsheet would compute begin with a letter", async () => {
    const car = await app.publishCar(dealer, {
      description: '=HYPERLINK("https://evil.example")',
      color: "+1",
    });
    const row = rowsOf(await fetchFeed("feeds/vehicles.csv")).find(
      ({ vehicle_id }) => vehicle_id === car._id,
    );
    expect(row?.["description"]).toMatch(/^HYPERLINK/);
    expect(row?.["exterior_color"]).toBe("1");
  });

  test("vehicles.csv has the cars of all dealers who share, each once, over several reads of the database", async () => {
    const other = await app.registerUser({ dealerUntil: later(), businessName: "Auto Shumë" });
    await setFeeds(other, true);
    for (let n = 0; n < 4; n++) await app.publishCar(other);
    const { db } = app.database;
    // More cars than are read at a time, some published at the same moment.
    const first = await app.publishCar(other);
    const row = await db.selectFrom("cars").selectAll().where("id", "=", first._id).executeTakeFirstOrThrow();
    const { number: _, search_text: __, row_version: ___, ...values } = row;
    await db
      .insertInto("cars")
      .values(
        Array.from({ length: 250 }, (_, at) => ({
          ...values,
          id: crypto.randomUUID(),
          created_at: new Date(row.created_at.getTime() - Math.floor(at / 50)),
        })),
      )
      .execute();
    const ids = rowsOf(await fetchFeed("feeds/vehicles.csv"))
      .filter(({ dealer_id }) => dealer_id === other.id)
      .map(({ vehicle_id }) => vehicle_id);
    expect(ids).toHaveLength(255);
    expect(new Set(ids).size).toBe(255);
    const { items } = readJsonFeed(await fetchFeed(`dealers/${other.id}/feed.json`));
    expect(new Set(items.map(({ id }) => id)).size).toBe(255);
  });
});

test("feed.json is a JSON Feed 1.1 with the dealer's name and absolute addresses, also without cars", async () => {
  const empty = await app.registerUser({ dealerUntil: later(), businessName: "Auto Bosh 049 111 333" });
  await setFeeds(empty, true);
  const answer = await fetchFeed(`dealers/${empty.id}/feed.json`);
  expect(answer.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
  const feed = readJsonFeed(answer);
  expect(feed).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    home_page_url: `http://localhost:3000/dealers/${empty.id}`,
    feed_url: `http://localhost:3000/dealers/${empty.id}/feed.json`,
    items: [],
  });
  expect(feed.title).toMatch(/^Auto Bosh/);
  expect(feed.title).not.toContain("111");
});

describe("search.atom", () => {
  test("search.atom has a search's cars, newest first, escaped, and the search's page", async () => {
    const car = await app.publishCar(dealer, {
      brand: "Škoda",
      model: "Octavia",
      description: '<b>Servis</b> & "garanci"',
    });
    await expect
      .poll(async () => String((await fetchFeed("search.atom?brand=Škoda&sort=price_asc&page=3")).body))
      .toContain(`urn:uuid:${car._id}`);
    const answer = await fetchFeed("search.atom?brand=Škoda&sort=price_asc&page=3");
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const body = z.string().parse(answer.body);
    expect(body).toContain("<title>Škoda");
    expect(body).toContain("&lt;b&gt;Servis&lt;/b&gt; &amp; &quot;garanci&quot;");
    expect(body).toContain('href="http://localhost:3000/search?brand=%C5%A0koda"');
    expect(body).toContain(
      'rel="self" type="application/atom+xml" href="http://localhost:3000/search.atom?brand=%C5%A0koda"',
    );
    expect([...body.matchAll(/<entry>/g)]).toHaveLength(1);
  });

  test("search.atom is well-formed for any search, also for what breaks XML", async () => {
    const answer = await fetchFeed(`search.atom?q=${encodeURIComponent('<x a="&">\u0000\uffff')}`);
    expect(answer.status).toBe(200);
    const title = /<title>(.*?)<\/title>/.exec(z.string().parse(answer.body))?.[1];
    expect(title).toContain("&lt;x a=&quot;&amp;&quot;&gt;");
    expect(title).not.toMatch(/[\p{Cc}\uffff]/u);
  });
});

describe("what is cached", () => {
  test.each(["feeds/vehicles.csv", "dealer/feed.csv", "dealer/feed.json", "search.atom"])(
    "%s is 304 by its tag or its date until a car comes or goes, and then has it",
    async (path) => {
      const address = path.replace("dealer/", `dealers/${dealer.id}/`);
      await setFeeds(dealer, true);
      // What the tests before changed may arrive a moment later, and then the feed is another one.
      let first = await fetchFeed(address);
      await expect
        .poll(
          async () => {
            first = await fetchFeed(address);
            const tag = first.headers.get("etag") ?? "";
            const known = await fetchFeed(address, { "If-None-Match": `W/${tag}` });
            const since = first.headers.get("last-modified") ?? "";
            const same = await fetchFeed(address, { "If-Modified-Since": since });
            return [known.status, known.body, known.headers.get("etag") === tag, same.status];
          },
          { timeout: 5_000 },
        )
        .toEqual([304, undefined, true, 304]);
      expect(first.headers.get("cache-control")).toBe("public, no-cache");
      const tag = first.headers.get("etag") ?? "";
      const date = first.headers.get("last-modified") ?? "";
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      // A tag that differs counts, whatever the date says.
      expect(
        (await fetchFeed(address, { "If-None-Match": '"other"', "If-Modified-Since": date })).status,
      ).toBe(200);

      // Another car than the ones before, which counts as new.
      const car = await app.publishCar(dealer, { model: path.replace(".", " ") });
      const changed = () => fetchFeed(address, { "If-None-Match": tag, "If-Modified-Since": date });
      await expect.poll(async () => (await changed()).status, { timeout: 5_000 }).toBe(200);
      expect(JSON.stringify((await changed()).body)).toContain(car._id);
      const next = (await changed()).headers.get("last-modified") ?? "";
      expect(Date.parse(next)).toBeGreaterThan(Date.parse(date));

      // A sold car takes no date with it: the feed is newer all the same.
      const sold = await app.call(`PUT /api/cars/${car._id}/sold`, { as: dealer });
      expect(sold.status).toBe(200);
      const since = () => fetchFeed(address, { "If-Modified-Since": next });
      await expect.poll(async () => (await since()).status, { timeout: 5_000 }).toBe(200);
      expect(JSON.stringify((await since()).body)).not.toContain(car._id);
    },
  );

  test("a HEAD request for a feed returns the headers and no body", async () => {
    const answer = await app.call("HEAD /feeds/vehicles.csv");
    expect([answer.status, answer.body, answer.headers.get("content-type")]).toEqual([
      200,
      undefined,
      "text/csv; charset=utf-8",
    ]);
  });
});

test("every feed is answered to guests where calls are counted", async () => {
  const counted = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const seller = await counted.registerUser({ dealerUntil: later(), businessName: "Auto Numër" });
    await counted.call("PUT /api/dealer/outward-feeds", { as: seller, body: { enabled: true } });
    for (const path of [
      "feeds/vehicles.csv",
      `dealers/${seller.id}/feed.csv`,
      `dealers/${seller.id}/feed.json`,
      "search.atom",
    ])
      expect([path, (await counted.call(`GET /${path}`)).status]).toEqual([path, 200]);
  } finally {
    await counted.close();
  }
});
