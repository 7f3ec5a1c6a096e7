import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carsOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  sendStock,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

let app: TestApp;
let server: Server;
let host: string;
/** What the pictures' host answers, by path; and how often it was asked. */
const shown = new Map<string, Uint8Array>();
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const bytes = shown.get(request.url ?? "");
    response.writeHead(bytes === undefined ? 404 : 200);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  host = `127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  app = await createTestApp({ env: { IMPORT_ALLOWED_HOSTS: host, RATE_LIMITS: "on" } });
});
afterAll(async () => {
  await app.close();
  server.close();
});

function newDealer(): Promise<TestUser> {
  return app.registerUser({ isDealerByHand: true, businessName: "Auto Arta", phone: "+38344123456" });
}

async function carsBy(dealer: TestUser) {
  return carsOf(await app.call("GET /api/cars/my", { as: dealer }));
}

async function filesLeft(): Promise<string[]> {
  const folder = join(app.dataDir, "photos");
  const lists = await Promise.all(
    ["incoming", "imports"].map((name) => readdir(join(folder, name)).catch(() => [])),
  );
  return lists.flat();
}

function file(...paths: string[]): string {
  return stockCsv([stockRow({ fotot: paths.map((path) => `http://${host}${path}`).join("|") })]);
}

test("pictures by address are fetched, and made anew only where their bytes differ", async () => {
  const dealer = await newDealer();
  shown.set("/a.jpg", await stockPicture(1));
  shown.set("/b.jpg", await stockPicture(1));
  const photosNow = async () => (await carsBy(dealer)).flatMap(({ photos }) => photos.map(({ id }) => id));
  await applyStock(app, dealer, (await checkStock(app, dealer, file("/a.jpg"))).id);
  const [first] = await photosNow();
  // The same bytes at another address are the same picture.
  const same = await checkStock(app, dealer, file("/b.jpg"));
  expect(same.summary).toMatchObject({ unchanged: 1 });
  // Other bytes at the same address are another one.
  shown.set("/a.jpg", await stockPicture(2));
  const other = await checkStock(app, dealer, file("/a.jpg"));
  expect(other.summary).toMatchObject({ update: 1 });
  await applyStock(app, dealer, other.id);
  const [second, ...more] = await photosNow();
  expect(more).toEqual([]);
  expect(second).not.toBe(first);
  const gone = await checkStock(app, dealer, file("/gone.jpg"));
  expect(gone.faults).toMatchObject([{ row: 2, column: "fotot", code: "picture_unreachable" }]);
});

test("the dealer's own photos are recognised by their addresses and never fetched", async () => {
  const dealer = await newDealer();
  const car = await app.publishCar(dealer, { reference: "E-1" });
  const before = asked;
  const csv = String((await app.call("GET /api/dealer/export.csv", { as: dealer })).body);
  expect(csv).toContain(`${app.services.config.site.publicUrl}/photos/${car.photos[0]?.id}`);
  const checked = await checkStock(app, dealer, csv);
  expect([checked.summary.unchanged, asked]).toEqual([1, before]);
});

test("an upload that is too large, breaks off, or is no CSV or ZIP leaves nothing behind", async () => {
  const dealer = await newDealer();
  const call = (raw: string | ReadableStream<Uint8Array>, headers: Record<string, string>) =>
    app.call("POST /api/dealer/imports", { as: dealer, raw, headers });
  const before = await filesLeft();
  const large = await call("x", { "content-type": "text/csv", "content-length": "300000001" });
  expect([large.status, errorOf(large).code]).toEqual([413, "payload_too_large"]);
  const kind = await call("x", { "content-type": "application/pdf" });
  expect([kind.status, Object.keys(errorOf(kind).fields ?? {})]).toEqual([400, ["file"]]);
  const broken = await call(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from("referenca;marka"));
        controller.error(new Error("connection lost"));
      },
    }),
    { "content-type": "text/csv" },
  );
  expect(broken.status).toBe(400);
  expect(await filesLeft()).toEqual(before);
});

test("the 21st file of a day is refused with 429", async () => {
  const dealer = await newDealer();
  const statuses: number[] = [];
  for (let at = 0; at < 21; at++)
    statuses.push((await sendStock(app, dealer, stockCsv([stockRow()]))).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
});

test("a reference is the owner's alone to see, unique for the owner, kept where a form leaves it out", async () => {
  const dealer = await newDealer();
  const other = await newDealer();
  const car = await app.publishCar(dealer, { reference: "F-1" });
  await app.publishCar(other, { reference: "F-1" });
  await app.publishCar(dealer, { reference: "f-1" });
  expect(car.reference).toBe("F-1");
  const seen = await app.call(`GET /api/cars/${car._id}`, { as: other });
  expect(carsOf({ ...seen, body: [seen.body] })[0]?.reference).toBeUndefined();
  const put = async (changes: object) =>
    app.call(`PUT /api/cars/${car._id}`, {
      as: dealer,
      body: { ...(await app.carFields(dealer)), ...changes },
    });
  expect((await put({})).body).toMatchObject({ reference: "F-1" });
  const taken = await put({ reference: "f-1" });
  expect([taken.status, Object.keys(errorOf(taken).fields ?? {})]).toEqual([400, ["reference"]]);
  expect((await put({ reference: "me hapësirë" })).status).toBe(400);
  expect((await put({ reference: "" })).body).toMatchObject({ reference: null });
});

test("the search's filter of freshness follows an import that writes no row", async () => {
  const dealer = await newDealer();
  await app.services.search.start();
  const zip = await zipOf({
    "s.csv": stockCsv([stockRow({ marka: "Lada", modeli: "Niva" })]),
    "a.jpg": await stockPicture(7),
  });
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const [car] = await carsBy(dealer);
  const { db } = app.database;
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  await db
    .updateTable("cars")
    .set({ confirmed_at: longAgo })
    .where("id", "=", car?._id ?? "")
    .execute();
  await db.updateTable("stock_confirmations").set({ confirmed_at: longAgo }).execute();
  const fresh = async (count: string) => {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await app.call("GET /api/cars?brand=Lada&confirmed=7");
      if (answer.headers.get("x-total-count") === count) return true;
      await sleep(50);
    }
    return false;
  };
  await db
    .updateTable("cars")
    .set({ confirmed_at: longAgo })
    .where("id", "=", car?._id ?? "")
    .execute();
  expect(await fresh("0")).toBe(true);
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  expect(await fresh("1")).toBe(true);
});
