import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DealerReport, dealerReport } from "#contract/statistics.ts";
import { browser, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let dealer: TestUser;

/** A car published so many days ago, as days are counted in Kosovo: some have 23 or 25 hours. */
async function publish(model: string, daysAgo: number): Promise<string> {
  const { _id: id } = await app.publishCar(dealer, { model });
  await sql`update cars set created_at =
      ((now() at time zone 'Europe/Belgrade') - make_interval(days => ${daysAgo})) at time zone 'Europe/Belgrade'
    where id = ${id}`.execute(app.database.db);
  return id;
}

async function visits(id: string, views: number, leads: number): Promise<void> {
  for (let n = 0; n < views; n += 1)
    await app.call(`GET /api/cars/${id}`, { headers: { "User-Agent": `${browser} ${n}` } });
  for (let n = 0; n < leads; n += 1)
    await app.call(`POST /api/cars/${id}/contact`, { headers: { "User-Agent": `${browser} ${n}` } });
}

beforeAll(async () => {
  app = await createTestApp();
  dealer = await app.registerUser({ dealerUntil: new Date(Date.now() + 1e9), businessName: "Auto Arta" });
  const long = await publish("Polo", 80);
  const middle = await publish("=Golf", 30);
  const fresh = await publish("Passat", 10);
  const sold = await publish("Tiguan", 20);
  const soldLongAgo = await publish("Touran", 200);
  const archived = await publish("Up", 5);
  await visits(long, 1, 0);
  await visits(middle, 3, 2);
  await visits(fresh, 2, 1);
  await visits(sold, 4, 3);
  await visits(archived, 1, 1);
  for (const id of [sold, soldLongAgo]) await app.call(`PUT /api/cars/${id}/sold`, { as: dealer });
  await sql`update cars set sold_at = now() - interval '100 days' where id = ${soldLongAgo}`.execute(
    app.database.db,
  );
  await app.call(`DELETE /api/cars/${archived}`, { as: dealer });
  const other = await app.registerUser();
  const foreign = (await app.publishCar(other))._id;
  await visits(foreign, 5, 5);
  await app.services.statistics.recorder.flush();
});
afterAll(() => app.close());

async function report(query = ""): Promise<{ body: DealerReport; total: string | null }> {
  const answer = await app.call(`GET /api/dealer/report${query}`, { as: dealer });
  return { body: dealerReport.parse(answer.body), total: answer.headers.get("x-total-count") };
}

test("the report has what is on sale, longest first, and what was sold within its days, with figures a car and in all", async () => {
  const { body, total } = await report();
  expect(total).toBe("4");
  expect(body.cars.map(({ model, state, daysListed }) => [model, state, daysListed])).toEqual([
    ["Polo", "active", 80],
    ["=Golf", "active", 30],
    ["Passat", "active", 10],
    ["Tiguan", "sold", 20],
  ]);
  expect(body.cars.map(({ views, leads }) => [views, leads])).toEqual([
    [1, 0],
    [3, 2],
    [2, 1],
    [4, 3],
  ]);
  expect(body.totals).toMatchObject({ views: 10, leads: 6, phone: 6 });
  expect(body.days).toHaveLength(30);
  expect(body.days.at(-1)).toMatchObject({ views: 10, leads: 6 });
  expect(body.stock).toEqual({ active: 3, sold: 1, medianDaysListed: 30, medianDaysToSell: 20 });
});

test("the stock report is the same before and after the events are added up", async () => {
  const before = await report();
  await app.services.schedule["count_statistics"]?.run(new AbortController().signal);
  expect(await report()).toEqual(before);
});

test("longer reports reach farther back, and pages follow one another", async () => {
  expect((await report("?days=120")).body.cars.map(({ model }) => model)).toContain("Touran");
  const first = await report("?limit=2&page=1");
  const second = await report("?limit=2&page=2");
  expect([...first.body.cars, ...second.body.cars]).toEqual((await report()).body.cars);
  expect(second.body.totals).toEqual(first.body.totals);
  expect((await report("?limit=2&page=9")).body.cars).toEqual([]);
});

test("the file has the report's cars, and no cell that a spreadsheet computes", async () => {
  const answer = await app.call("GET /api/dealer/report.csv?days=30", { as: dealer });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="raporti-i-stokut.csv"');
  const lines = String(answer.body).trimEnd().split("\r\n");
  expect(lines[0]?.replace("\ufeff", "").split(";")).toContain("Ditë në shitje");
  expect(lines).toHaveLength(5);
  expect(lines[2]).toContain(`;"'=Golf";`);
  expect(lines[4]?.split(";").slice(0, 3)).toEqual(["Volkswagen", "Tiguan", "2016"]);
  expect(lines.slice(1).map((line) => line.split(";").at(-1))).toEqual(
    (await report()).body.cars.map(({ id }) => id),
  );
});

test("GET /api/dealer/report returns 403 to others than dealers, and 400 for wrong days", async () => {
  const user = await app.registerUser();
  for (const path of ["report", "report.csv"] as const) {
    expect(errorOf(await app.call(`GET /api/dealer/${path}`, { as: user })).code).toBe("dealers_only");
    expect((await app.call(`GET /api/dealer/${path}?days=0`, { as: dealer })).status).toBe(400);
    expect((await app.call(`GET /api/dealer/${path}`)).status).toBe(401);
  }
});
