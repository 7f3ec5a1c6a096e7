import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { type CarStats, carStats } from "#contract/statistics.ts";
import { watchedLog } from "#testing/faults.ts";
import { createRecorder } from "#server/market/recording/recorder.ts";
import { browser, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let owner: TestUser;
let admin: TestUser;
let car: string;
let clock: Date;

beforeAll(async () => {
  app = await createTestApp({ now: () => clock });
  clock = new Date();
  admin = await app.registerUser({ isAdmin: true });
});
beforeEach(async () => {
  clock = new Date();
  owner = await app.registerUser();
  car = (await app.publishCar(owner))._id;
  await app.services.statistics.recorder.flush();
});
afterAll(() => app.close());

interface Visitor {
  as?: TestUser;
  /** Of the browser. */
  name?: string;
}

/** A call of a person's browser; of another one by another name. */
function visit(request: `${string} /${string}`, { as, name = "a" }: Visitor = {}, body?: unknown) {
  return app.call(request, {
    ...(as === undefined ? {} : { as }),
    ...(body === undefined ? {} : { body }),
    headers: { "User-Agent": `${browser} ${name}` },
  });
}

async function stats(id = car, days = 30): Promise<CarStats> {
  await app.services.statistics.recorder.flush();
  const answer = await app.call(`GET /api/cars/${id}/stats?days=${days}`, { as: admin });
  return carStats.parse(answer.body);
}

const count = () => app.services.schedule["count_statistics"]?.run(new AbortController().signal);

/** Another process with the same visitor at the same time. */
async function recordBeside(): Promise<void> {
  const recorder = createRecorder({ db: app.database.db, log: watchedLog, now: () => clock });
  const userAgent = `${browser} a`;
  recorder.record({ address: "127.0.0.1", userAgent, accountId: null, cookieHash: null }, "phone", [car]);
  await recorder.stop();
}

describe("what is counted", () => {
  test("an answered list counts an impression of each of its cars, an answered car a view", async () => {
    const [model] = ["Niveau"];
    const listed = await app.publishCar(owner, { model });
    await app.services.start();
    await expect
      .poll(async () => (await visit(`GET /api/cars?model=${model}`)).headers.get("x-total-count"))
      .toBe("1");
    await app.services.statistics.recorder.flush();
    const before = (await stats(listed._id)).totals.impressions;
    await visit(`GET /api/cars?model=${model}`);
    await visit(`GET /api/cars/${listed._id}`);
    await visit(`GET /api/cars/${listed._id}`);
    expect((await stats(listed._id)).totals).toMatchObject({ impressions: before + 1, views: 2 });
  });

  test("the same figures are answered before and after the events are added up, and adding up again changes nothing", async () => {
    for (const name of ["a", "b", "c"]) await visit(`GET /api/cars/${car}`, { name });
    await visit(`POST /api/cars/${car}/contact`);
    const before = await stats();
    expect(before.totals).toMatchObject({ views: 3, leads: 1, phone: 1 });
    await count();
    expect(await stats()).toEqual(before);
    await count();
    await visit(`GET /api/cars/${car}`);
    const after = await stats();
    expect(after.totals).toEqual({ ...before.totals, views: 4 });
  });

  test("a visitor is one lead a car and day, whichever ways of asking are used and however often", async () => {
    for (let times = 0; times < 3; times += 1) await visit(`POST /api/cars/${car}/contact`);
    await visit(`POST /api/cars/${car}/events`, {}, { kind: "whatsapp" });
    await visit(`POST /api/cars/${car}/events`, {}, { kind: "viber" });
    await visit(`POST /api/cars/${car}/contact`, { name: "b" });
    expect((await stats()).totals).toMatchObject({ leads: 2, phone: 2, whatsapp: 1, viber: 1 });
    clock = new Date(clock.getTime() + 86_400_000);
    await visit(`POST /api/cars/${car}/contact`);
    expect((await stats()).totals).toMatchObject({ leads: 3, phone: 3 });
  });

  test("parallel calls of one visitor are one lead", async () => {
    await Promise.all(Array.from({ length: 20 }, () => visit(`POST /api/cars/${car}/contact`)));
    await Promise.all([app.services.statistics.recorder.flush(), recordBeside()]);
    expect((await stats()).totals).toMatchObject({ leads: 1, phone: 1 });
  });

  test("shares and scanned window sheets count, and comparisons are recorded", async () => {
    await visit(`POST /api/cars/${car}/events`, {}, { kind: "share" });
    await visit(`POST /api/cars/${car}/events`, {}, { kind: "share" });
    await visit(`POST /api/cars/${car}/events`, {}, { kind: "compare" });
    await visit(`POST /api/cars/${car}/events`, {}, { kind: "sheet_scan" });
    await visit(`POST /api/cars/${car}/events`, { as: owner }, { kind: "sheet_scan" });
    expect((await stats()).totals).toMatchObject({ shares: 2, sheetScans: 1 });
    const { rows } = await sql<{ kind: string }>`
      select kind from stat_events where cars = array[${car}::uuid] and kind in ('compare', 'sheet_scan') order by id`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ kind: "compare" }, { kind: "sheet_scan" }]);
  });

  test("a visit of the car's owner, signed in by token, is not counted", async () => {
    await visit(`GET /api/cars/${car}`, { as: owner });
    await visit(`POST /api/cars/${car}/contact`, { as: owner });
    await visit(`POST /api/cars/${car}/events`, { as: owner }, { kind: "share" });
    expect((await stats()).totals).toMatchObject({ views: 0, leads: 0, phone: 0, shares: 0 });
    await visit(`GET /api/cars/${car}`, { as: await app.registerUser() });
    expect((await stats()).totals.views).toBe(1);
  });

  test.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "curl/8.5.0",
    "",
  ])("bots count for nothing: %s", async (agent) => {
    await app.call(`GET /api/cars/${car}`, { headers: { "User-Agent": agent } });
    await app.call(`POST /api/cars/${car}/contact`, { headers: { "User-Agent": agent } });
    expect((await stats()).totals).toMatchObject({ views: 0, phone: 0, leads: 0 });
  });

  test("scripts of our pages that read a car for other purposes are no view, what only a car's page asks is one", async () => {
    const headers = { "User-Agent": browser, "Sec-Fetch-Site": "same-origin" };
    await app.call(`GET /api/cars/${car}`, { headers });
    expect((await stats()).totals.views).toBe(0);
    await app.call(`GET /api/cars/${car}/similar`, { headers });
    expect((await stats()).totals.views).toBe(1);
  });

  test("a page that a browser prefetches is no view", async () => {
    await app.call(`GET /api/cars/${car}`, {
      headers: { "User-Agent": browser, "Sec-Purpose": "prefetch;prerender" },
    });
    expect((await stats()).totals.views).toBe(0);
  });
});

describe("POST /api/cars/{id}/events", () => {
  test("POST /api/cars/{id}/events answers 204 without a body, 400 for other kinds, and 404 for a car that is not there", async () => {
    const answer = await visit(`POST /api/cars/${car}/events`, {}, { kind: "viber" });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    for (const kind of ["phone", "lead", "view", "impression", "x", null]) {
      const refused = await visit(`POST /api/cars/${car}/events`, {}, { kind });
      expect([kind, refused.status]).toEqual([kind, 400]);
    }
    const gone = await visit(
      "POST /api/cars/0199aaaa-0000-7000-8000-000000000000/events",
      {},
      { kind: "viber" },
    );
    expect([gone.status, errorOf(gone).code]).toEqual([404, "car_not_found"]);
  });
});

describe("GET /api/cars/{id}/stats", () => {
  test("GET /api/cars/{id}/stats answers so many days up to today, oldest first, days without anything as 0", async () => {
    await visit(`GET /api/cars/${car}`);
    const { days, totals } = await stats(car, 7);
    expect(days).toHaveLength(7);
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Belgrade" }).format(clock);
    expect(days.at(-1)).toMatchObject({ date: today, views: 1 });
    expect(days.slice(0, -1).every(({ views }) => views === 0)).toBe(true);
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
    expect(totals.views).toBe(1);
    const usual = await app.call(`GET /api/cars/${car}/stats`, { as: owner });
    expect(carStats.parse(usual.body).days).toHaveLength(30);
  });

  test("GET /api/cars/{id}/stats returns 401 to guests, 403 to others, 404 to others of a car that is not public, and 400 for wrong days", async () => {
    const other = await app.registerUser();
    const status = async (as: TestUser | null, query = "") => {
      const answer = await app.call(`GET /api/cars/${car}/stats${query}`, { as });
      return [answer.status, answer.status < 400 ? null : errorOf(answer).code];
    };
    expect(await status(null)).toEqual([401, "not_signed_in"]);
    expect(await status(other)).toEqual([403, "not_yours"]);
    expect(await status(owner)).toEqual([200, null]);
    expect(await status(admin)).toEqual([200, null]);
    for (const days of ["0", "366", "x", "1.5"])
      expect(await status(owner, `?days=${days}`)).toEqual([400, "validation_failed"]);
    await app.call(`DELETE /api/cars/${car}`, { as: owner });
    expect(await status(other)).toEqual([404, "car_not_found"]);
    expect(await status(owner)).toEqual([200, null]);
  });

  test("a day of the statistics is a day in Kosovo", async () => {
    // Half past eleven in the evening in UTC is the next day's half past midnight there in winter.
    clock = new Date("2031-01-10T23:30:00Z");
    await visit(`GET /api/cars/${car}`);
    const { days } = await stats(car, 1);
    expect(days).toMatchObject([{ date: "2031-01-11", views: 1 }]);
  });

  test("the usual figure is the median of comparable cars that were on sale on the same days", async () => {
    const facts = { brand: "Škoda", model: "Octavia", year: 2018, mileage: 120_000 };
    const mine = (await app.publishCar(owner, { ...facts, price: 11_000 }))._id;
    const others: string[] = [];
    for (const [index, price] of [9_000, 10_000, 12_000].entries()) {
      const seller = await app.registerUser();
      const id = (await app.publishCar(seller, { ...facts, price, mileage: 118_000 + index }))._id;
      others.push(id);
      for (let times = 0; times < (index + 1) * 2; times += 1) await visit(`GET /api/cars/${id}`);
      if (index > 0) await visit(`POST /api/cars/${id}/contact`);
    }
    const { expected, priceRank } = await stats(mine);
    expect(expected).toEqual({ views: 4, leads: 1 });
    expect(priceRank).toMatchObject({ position: 3, of: 4 });
    expect(priceRank?.ifLowerBy).toEqual([
      { euro: 100, position: 3 },
      { euro: 350, position: 3 },
      { euro: 550, position: 3 },
      { euro: 1100, position: 2 },
    ]);
    // Another that came later has not stood there as long.
    await sql`update cars set created_at = created_at - interval '5 days' where id = ${mine}`.execute(
      app.database.db,
    );
    expect((await stats(mine)).expected).toBeNull();
    // A sold car has no place among those on sale.
    await app.call(`PUT /api/cars/${mine}/sold`, { as: owner });
    expect((await stats(mine)).priceRank).toBeNull();
  });

  test("a car without comparable ones has neither a usual figure nor a rank", async () => {
    const lonely = (await app.publishCar(owner, { brand: "Lancia", model: "Thema", year: 1991 }))._id;
    expect(await stats(lonely)).toMatchObject({ expected: null, priceRank: null });
  });
});

describe("what is stored of visitors", () => {
  test("the statistics store neither address nor browser, and a visitor's hash is another one the next day", async () => {
    await visit(`GET /api/cars/${car}`);
    await app.services.statistics.recorder.flush();
    clock = new Date(clock.getTime() + 86_400_000);
    await visit(`GET /api/cars/${car}`);
    await app.services.statistics.recorder.flush();
    const { rows } = await sql<Record<string, unknown>>`
      select day::text, kind, encode(visitor, 'hex') as visitor from stat_events where cars = array[${car}::uuid] order by id`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.["visitor"]).toMatch(/^[0-9a-f]{16}$/);
    expect(rows[1]?.["visitor"]).not.toBe(rows[0]?.["visitor"]);
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Android/);
  });

  test("salts are deleted with their day, events 90 days later, and the totals stay", async () => {
    await visit(`GET /api/cars/${car}`);
    await stats();
    await count();
    await sql`
      insert into visitor_salts (day, salt) values ((now() at time zone 'Europe/Belgrade')::date - 1, 'x')`.execute(
      app.database.db,
    );
    const sweep = () => app.services.schedule["sweep_statistics"]?.run(new AbortController().signal);
    const left = async () => {
      const { rows } = await sql<{ events: number; totals: number; salts: number }>`
        select (select count(*) from stat_events where cars = array[${car}::uuid]) as events,
          (select count(*) from stat_days where car_id = ${car}) as totals,
          (select count(*) from visitor_salts where day < (now() at time zone 'Europe/Belgrade')::date) as salts`.execute(
        app.database.db,
      );
      return rows[0];
    };
    await sweep();
    expect(await left()).toEqual({ events: 1, totals: 1, salts: 0 });
    await sql`
      update stat_events set day = (now() at time zone 'Europe/Belgrade')::date - 90 where cars = array[${car}::uuid]`.execute(
      app.database.db,
    );
    await sweep();
    expect(await left()).toMatchObject({ events: 1 });
    await sql`update stat_events set day = day - 1 where cars = array[${car}::uuid]`.execute(app.database.db);
    await sweep();
    expect(await left()).toEqual({ events: 0, totals: 1, salts: 0 });
  });
});
