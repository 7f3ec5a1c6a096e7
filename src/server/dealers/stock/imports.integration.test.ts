import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { carsOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  runImports,
  readImport,
  readRows,
  sendStock,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";
import { receiveImport } from "./imports.commands.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

function newDealer(): Promise<TestUser> {
  return app.registerUser({ isDealerByHand: true, businessName: "Auto Arta", phone: "+38344123456" });
}

async function carsBy(dealer: TestUser) {
  return carsOf(await app.call("GET /api/cars/my", { as: dealer }));
}

/** In one order, whatever it is. */
function sorted(values: readonly unknown[]): string[] {
  return values.map((value) => JSON.stringify(value)).toSorted();
}

/** Everything that a file that changes nothing must leave as it is. */
async function stockRows(dealer: TestUser) {
  const { rows } = await sql<{ row: string }>`
    select c::text || c.xmin::text || coalesce((select string_agg(cp::text || cp.xmin::text, ',' order by cp.position)
      from car_photos cp where cp.car_id = c.id), '') as row
    from cars c where owner_id = ${dealer.id} order by id`.execute(app.database.db);
  const photos = await sql<{ all: string }>`
    select coalesce(string_agg(p::text || p.xmin::text, ',' order by id), '') as all from photos p
    where owner_id = ${dealer.id}`.execute(app.database.db);
  return { cars: rows.map(({ row }) => row), photos: photos.rows[0]?.all };
}

async function threeCars(price = "12500") {
  const rows = [1, 2, 3].map((number) =>
    stockRow({ referenca: `A-${number}`, cmimi: price, fotot: `foto-${number}.jpg` }),
  );
  const pictures = Object.fromEntries(
    await Promise.all(
      [1, 2, 3].map(async (number) => [`foto/foto-${number}.jpg`, await stockPicture(number)] as const),
    ),
  );
  return { rows, pictures, zip: await zipOf({ "stoku.csv": stockCsv(rows), ...pictures }) };
}

test("a ZIP with a table and pictures publishes its cars, with the business's name and the account's phone", async () => {
  const dealer = await newDealer();
  const { zip } = await threeCars();
  const checked = await checkStock(app, dealer, zip);
  expect(checked).toMatchObject({
    status: "ready",
    format: "vetura",
    rows: 3,
    summary: { create: 3, update: 0, unchanged: 0, archive: 0, faulty: 0 },
    faults: [],
  });
  expect(await carsBy(dealer)).toEqual([]);
  expect(await applyStock(app, dealer, checked.id)).toMatchObject({ status: "applied", revertible: true });
  const cars = await carsBy(dealer);
  expect(sorted(cars.map(({ reference }) => reference))).toEqual(sorted(["A-1", "A-2", "A-3"]));
  expect(cars[0]).toMatchObject({
    brand: "Volkswagen",
    price: 12_500,
    customsPaid: true,
    sellerName: "Auto Arta",
    sellerPhone: "+38344123456",
  });
  expect(cars.every(({ photos }) => photos.length === 1)).toBe(true);
});

test("the same file again writes no row of cars or photos, makes no picture, and confirms the cars", async () => {
  const dealer = await newDealer();
  const { zip } = await threeCars();
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const before = await stockRows(dealer);
  const [car] = await carsBy(dealer);
  const again = await checkStock(app, dealer, zip);
  expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 3, archive: 0, faulty: 0 });
  const applied = await applyStock(app, dealer, again.id, { archiveMissing: true });
  expect(await stockRows(dealer)).toEqual(before);
  const [later] = await carsBy(dealer);
  expect(Date.parse(later?.confirmedAt ?? "")).toBeGreaterThan(Date.parse(car?.confirmedAt ?? ""));
  expect(Date.parse(later?.confirmedAt ?? "")).toBeLessThanOrEqual(Date.parse(applied.appliedAt ?? ""));
});

test("an export that is imported again changes nothing", async () => {
  const dealer = await newDealer();
  const plain = await app.publishCar(dealer, {
    description: '=SUM(A1)\n"thonjëza"; pikëpresje',
    color: "-zezë",
  });
  await app.publishCar(dealer, {
    reference: "B.2",
    description: "'=tekst",
    customsPaid: false,
    price: 8_000,
  });
  await app.publishCar(dealer, {
    reference: "b.2",
    model: "Model i panjohur",
    power: 77,
    registeredUntil: "2027-05",
    negotiable: true,
    // No column of the file: it stays as it is.
    equipment: ["panoramicRoof", "leatherSeats"],
  });
  const before = await stockRows(dealer);
  const file = await app.call("GET /api/dealer/export.csv", { as: dealer });
  expect(file.body).toContain(`V-${plain.number}`);
  const again = await checkStock(app, dealer, String(file.body));
  expect(again.faults).toEqual([]);
  expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 3, archive: 0, faulty: 0 });
  await applyStock(app, dealer, again.id, { archiveMissing: true });
  expect(await stockRows(dealer)).toEqual(before);
});

test("an export is 304 by its tag or its date until a car comes, changes or goes", async () => {
  const dealer = await newDealer();
  const other = await newDealer();
  const car = await app.publishCar(dealer, { reference: "T-1", price: 12_500 });
  const read = (headers: Record<string, string> = {}, as = dealer) =>
    app.call("GET /api/dealer/export.csv", { as, headers });
  let known = await read();
  // For the dealer's own programs: nothing on the way stores it.
  expect(known.headers.get("cache-control")).toBe("private, no-store");
  const again = async () => {
    const tag = known.headers.get("etag") ?? "";
    const date = known.headers.get("last-modified") ?? "";
    const statuses = [
      (await read({ "If-None-Match": tag })).status,
      (await read({ "If-Modified-Since": date })).status,
    ];
    known = await read();
    return statuses;
  };
  expect(await again()).toEqual([304, 304]);
  expect((await read({ "If-None-Match": known.headers.get("etag") ?? "" }, other)).status).toBe(200);
  await app.publishCar(dealer, { reference: "T-2" });
  expect(await again()).toEqual([200, 200]);
  expect(known.body).toContain("T-2");
  const fields = { ...(await app.carFields(dealer)), price: 11_900 };
  expect((await app.call(`PUT /api/cars/${car._id}`, { as: dealer, body: fields })).status).toBe(200);
  expect(await again()).toEqual([200, 200]);
  await app.call(`PUT /api/cars/${car._id}/sold`, { as: dealer });
  expect(await again()).toEqual([200, 200]);
  expect(known.body).not.toContain("T-1");
  expect(await again()).toEqual([304, 304]);
});

test("an export with another price changes the price, and keeps equipment and what else has no column", async () => {
  const dealer = await newDealer();
  const equipped = {
    equipment: ["leatherSeats", "panoramicRoof"],
    negotiable: true,
    registeredUntil: "2027-05",
  };
  await app.publishCar(dealer, { reference: "A-1", price: 12_500, ...equipped });
  const file = String((await app.call("GET /api/dealer/export.csv", { as: dealer })).body);
  const checked = await checkStock(app, dealer, file.replace("12500", "11900"));
  expect(checked.summary).toMatchObject({ update: 1, faulty: 0 });
  const applied = await applyStock(app, dealer, checked.id);
  const [car] = await carsBy(dealer);
  expect(car).toMatchObject({ price: 11_900, reference: "A-1", ...equipped });
  expect((await app.call(`POST /api/dealer/imports/${applied.id}/revert`, { as: dealer })).status).toBe(202);
  await runImports(app);
  expect((await carsBy(dealer))[0]).toMatchObject({ price: 12_500, ...equipped });
});

test("a changed cell changes the car alone, and its photos stay where the cell of photos is empty", async () => {
  const dealer = await newDealer();
  const { zip, rows } = await threeCars();
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const photos = (await carsBy(dealer)).flatMap(({ photos: own }) => own.map(({ id }) => id));
  // A file has no column for it.
  await sql`update cars set equipment = array['towbar'] where owner_id = ${dealer.id}`.execute(
    app.database.db,
  );
  const changed = rows.map((row, at) =>
    stockRow({ ...row, fotot: "", cmimi: at === 0 ? "11.900 €" : row.cmimi }),
  );
  const checked = await checkStock(app, dealer, stockCsv(changed));
  expect(checked.summary).toMatchObject({ update: 1, unchanged: 2 });
  const [row] = await readRows(app, dealer, checked.id, "?outcome=update");
  expect(row?.changes).toEqual([{ column: "cmimi", before: "12500", after: "11900" }]);
  await applyStock(app, dealer, checked.id);
  const cars = await carsBy(dealer);
  expect(sorted(cars.map(({ price }) => price))).toEqual(sorted([11_900, 12_500, 12_500]));
  expect(cars.flatMap(({ photos: own }) => own.map(({ id }) => id)).toSorted()).toEqual(photos.toSorted());
  expect(cars.map(({ equipment }) => equipment)).toEqual([["towbar"], ["towbar"], ["towbar"]]);
});

test("an empty mobile.de file archives the whole stock once the dealer agrees", async () => {
  const dealer = await newDealer();
  await app.publishCar(dealer, { reference: "A-1" });
  const empty = await checkStock(app, dealer, "\r\n", { format: "mobile_de" });
  expect(empty).toMatchObject({ status: "ready", summary: { archive: 1 }, faults: [] });
  const apply = (confirm: boolean) =>
    app.call(`POST /api/dealer/imports/${empty.id}/apply`, {
      as: dealer,
      body: { archiveMissing: true, confirm },
    });
  expect(errorOf(await apply(false)).code).toBe("too_many_missing");
  await applyStock(app, dealer, empty.id, { archiveMissing: true, confirm: true });
  expect(await carsBy(dealer)).toEqual([]);
});

test("missing cars are archived, asked about where they are many, and come back when they are listed again", async () => {
  const dealer = await newDealer();
  const { zip, rows } = await threeCars();
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const mine = await app.publishCar(dealer, { reference: "MINE" });
  await app.call(`DELETE /api/cars/${mine._id}`, { as: dealer });
  const listed = rows.map((row) => stockRow({ ...row, fotot: "" }));
  const one = await checkStock(app, dealer, stockCsv(listed.slice(0, 1)));
  expect(one.summary).toMatchObject({ unchanged: 1, archive: 2 });
  expect(await readRows(app, dealer, one.id, "?outcome=archive")).toHaveLength(2);
  const refused = await app.call(`POST /api/dealer/imports/${one.id}/apply`, {
    as: dealer,
    body: { archiveMissing: true },
  });
  expect([refused.status, errorOf(refused).code]).toEqual([409, "too_many_missing"]);
  await applyStock(app, dealer, one.id, { archiveMissing: true, confirm: true });
  expect((await carsBy(dealer)).map(({ reference }) => reference)).toEqual(["A-1"]);
  const all = await checkStock(
    app,
    dealer,
    stockCsv([...listed, stockRow({ referenca: "MINE", fotot: "" })]),
  );
  // What its owner archived stays archived.
  expect(all.summary).toMatchObject({ update: 2, unchanged: 2, faulty: 0 });
  await applyStock(app, dealer, all.id);
  expect(sorted((await carsBy(dealer)).map(({ reference }) => reference))).toEqual(
    sorted(["A-1", "A-2", "A-3"]),
  );
});

test("sold cars stay sold, whatever a file says of them", async () => {
  const dealer = await newDealer();
  const { zip, rows } = await threeCars();
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const sold = (await carsBy(dealer)).find(({ reference }) => reference === "A-2");
  await app.call(`PUT /api/cars/${sold?._id ?? ""}/sold`, { as: dealer });
  const checked = await checkStock(
    app,
    dealer,
    stockCsv(rows.map((row) => stockRow({ ...row, cmimi: "9000", fotot: "" }))),
  );
  expect(checked.summary).toMatchObject({ update: 2, unchanged: 1 });
  await applyStock(app, dealer, checked.id, { archiveMissing: true });
  const after = (await carsBy(dealer)).find(({ reference }) => reference === "A-2");
  expect(after).toMatchObject({ sold: true, price: 12_500 });
});

test("the last applied import is undone, but for cars that were changed since, and no other", async () => {
  const dealer = await newDealer();
  const { zip, rows, pictures } = await threeCars();
  const first = await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const before = await carsBy(dealer);
  const next = [
    { ...rows[0], cmimi: "9999", fotot: "neu.jpg" },
    { ...rows[1], cmimi: "8888" },
    stockRow({ referenca: "N-1", fotot: "neu.jpg" }),
  ].map((row) => stockRow(row));
  const second = await checkStock(
    app,
    dealer,
    await zipOf({ "a.csv": stockCsv(next), "neu.jpg": await stockPicture(99), ...pictures }),
  );
  await applyStock(app, dealer, second.id, { archiveMissing: true, confirm: true });
  expect((await app.call(`POST /api/dealer/imports/${first.id}/revert`, { as: dealer })).status).toBe(409);
  const own = (await carsBy(dealer)).find(({ reference }) => reference === "A-2");
  await app.call(`PUT /api/cars/${own?._id ?? ""}`, { as: dealer, body: { ...own, price: 7_777 } });
  // Photos that the import took off are left by the sweep for the undoing.
  await sql`update photos set created_at = now() - interval '30 days' where owner_id = ${dealer.id}`.execute(
    app.database.db,
  );
  const sweep = app.services.schedule["sweep_photos"];
  await sweep?.run(new AbortController().signal);
  expect(await readImport(app, dealer, second.id)).toMatchObject({ revertAskedAt: null });
  expect((await app.call(`POST /api/dealer/imports/${second.id}/revert`, { as: dealer })).status).toBe(202);
  // Whoever opens the page meanwhile learns that it is being done.
  expect(await readImport(app, dealer, second.id)).toMatchObject({
    status: "applied",
    revertAskedAt: expect.any(String),
  });
  await runImports(app);
  expect(await readImport(app, dealer, second.id)).toMatchObject({ status: "reverted", revertible: false });
  const after = await carsBy(dealer);
  const facts = (cars: typeof before) =>
    cars.map(({ reference, price, photos }) => [reference, price, photos.map(({ id }) => id)]);
  expect(sorted(facts(after))).toEqual(
    sorted(
      facts(before).map(([reference, price, photos]) => [
        reference,
        reference === "A-2" ? 7_777 : price,
        photos,
      ]),
    ),
  );
  expect((await app.call(`POST /api/dealer/imports/${second.id}/revert`, { as: dealer })).status).toBe(409);
});

test("an import whose dealer is suspended before it is undone is applied as before, and may be undone later", async () => {
  const dealer = await newDealer();
  const admin = await app.registerUser({ isAdmin: true });
  const { zip } = await threeCars();
  const { id } = await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const revert = async () => (await app.call(`POST /api/dealer/imports/${id}/revert`, { as: dealer })).status;
  expect(await revert()).toBe(202);
  const suspend = async (method: "POST" | "DELETE") => {
    const options = { as: admin, body: { reason: "Provë" } };
    const answer = await app.call(`${method} /api/admin/users/${dealer.id}/suspension`, options);
    expect(answer.status).toBeLessThan(300);
  };
  await suspend("POST");
  await runImports(app);
  expect(await readImport(app, dealer, id)).toMatchObject({ status: "applied", revertAskedAt: null });
  await suspend("DELETE");
  expect(await revert()).toBe(202);
  await runImports(app);
  expect(await readImport(app, dealer, id)).toMatchObject({ status: "reverted" });
});

test("a file that was checked before its car was published and deleted is checked again", async () => {
  const dealer = await newDealer();
  const admin = await app.registerUser({ isAdmin: true });
  const { zip } = await threeCars();
  const waiting = await checkStock(app, dealer, zip);
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  for (const { _id } of await carsBy(dealer))
    expect((await app.call(`DELETE /api/admin/cars/${_id}`, { as: admin })).status).toBe(204);
  const answer = await app.call(`POST /api/dealer/imports/${waiting.id}/apply`, {
    as: dealer,
    body: { archiveMissing: false },
  });
  expect(errorOf(answer).code).toBe("stock_changed");
  await runImports(app);
  expect(await readImport(app, dealer, waiting.id)).toMatchObject({ summary: { create: 0, faulty: 3 } });
});

test("no file and no undoing brings back a car that an admin deleted, and its dealer may publish it by hand", async () => {
  const dealer = await newDealer();
  const admin = await app.registerUser({ isAdmin: true });
  const { zip, rows } = await threeCars();
  await applyStock(app, dealer, (await checkStock(app, dealer, zip)).id);
  const nameless = await app.publishCar(dealer);
  const ids = Object.fromEntries((await carsBy(dealer)).map(({ reference, _id }) => [reference, _id]));
  const archiving = await checkStock(app, dealer, stockCsv([stockRow({ ...rows[2], fotot: "" })]));
  await applyStock(app, dealer, archiving.id, { archiveMissing: true, confirm: true });
  const waiting = await checkStock(app, dealer, zip);
  expect(waiting.summary).toMatchObject({ update: 2, unchanged: 1, faulty: 0 });
  expect((await app.call(`DELETE /api/admin/cars/${ids["A-1"]}`, { as: admin })).status).toBe(204);
  const body = { ids: [ids["A-3"], nameless._id] };
  expect((await app.call("POST /api/admin/cars/bulk-delete", { as: admin, body })).body).toEqual({
    deleted: 2,
    failed: [],
  });

  const references = async () => sorted((await carsBy(dealer)).map(({ reference }) => reference));
  expect((await app.call(`POST /api/dealer/imports/${archiving.id}/revert`, { as: dealer })).status).toBe(
    202,
  );
  await runImports(app);
  expect(await references()).toEqual(sorted(["A-2"]));

  // Checked before the cars were deleted.
  const apply = () =>
    app.call(`POST /api/dealer/imports/${waiting.id}/apply`, { as: dealer, body: { archiveMissing: false } });
  expect(errorOf(await apply()).code).toBe("stock_changed");
  await runImports(app);
  expect(await readImport(app, dealer, waiting.id)).toMatchObject({
    summary: { create: 0, faulty: 2 },
    faults: [
      { row: 2, column: "referenca", value: "A-1", code: "reference_removed" },
      { row: 4, column: "referenca", value: "A-3", code: "reference_removed" },
    ],
  });
  await applyStock(app, dealer, waiting.id);
  expect(await references()).toEqual(sorted(["A-2"]));

  // Another dealer's references are others.
  const other = await newDealer();
  expect((await checkStock(app, other, zip)).summary).toMatchObject({ create: 3, faulty: 0 });

  await app.publishCar(dealer, { reference: "A-1", price: 9_000 });
  expect((await checkStock(app, dealer, zip)).summary).toMatchObject({ create: 0, update: 1, faulty: 1 });
});

test("faulty rows are skipped, corrected in place, and the others applied", async () => {
  const dealer = await newDealer();
  const { rows, pictures } = await threeCars();
  const broken = rows.map((row, at) => (at === 1 ? stockRow({ ...row, cmimi: "abc" }) : row));
  const checked = await checkStock(app, dealer, await zipOf({ "s.csv": stockCsv(broken), ...pictures }));
  expect(checked.summary).toMatchObject({ create: 2, faulty: 1 });
  expect(checked.faults).toEqual([
    {
      row: 3,
      column: "cmimi",
      value: "abc",
      code: "number_invalid",
      message: "«abc» nuk është numër. Shkruani vetëm shifra, p.sh. 12500.",
    },
  ]);
  const put = (body: object, row = 3) =>
    app.call(`PUT /api/dealer/imports/${checked.id}/rows/${row}`, { as: dealer, body });
  expect((await put({ ngjyrë: "E kuqe", huh: "x" })).status).toBe(400);
  expect((await put({ cmimi: "1" }, 77)).status).toBe(404);
  const corrected = await put({ Çmimi: "9.900" });
  expect(corrected.body).toMatchObject({ row: 3, outcome: "create", cells: { cmimi: "9.900" }, faults: [] });
  expect(await readImport(app, dealer, checked.id)).toMatchObject({
    faults: [],
    summary: { create: 3, faulty: 0 },
  });
  await applyStock(app, dealer, checked.id);
  expect(sorted((await carsBy(dealer)).map(({ price }) => price))).toEqual(sorted([12_500, 12_500, 9_900]));
});

test("an import that was checked against another stock is checked again before it is applied", async () => {
  const dealer = await newDealer();
  const { zip } = await threeCars();
  const checked = await checkStock(app, dealer, zip);
  await app.publishCar(dealer, { reference: "A-1" });
  const apply = () =>
    app.call(`POST /api/dealer/imports/${checked.id}/apply`, { as: dealer, body: { archiveMissing: false } });
  const changed = await apply();
  expect([changed.status, errorOf(changed).code]).toEqual([409, "stock_changed"]);
  const early = await apply();
  expect([early.status, errorOf(early).code]).toEqual([409, "import_not_ready"]);
  await runImports(app);
  expect(await readImport(app, dealer, checked.id)).toMatchObject({
    status: "ready",
    summary: { create: 2, update: 1 },
  });
  expect((await apply()).status).toBe(202);
  await runImports(app);
  expect((await apply()).status).toBe(409);
  expect(await carsBy(dealer)).toHaveLength(3);
});

test("two imports that are applied at once end in the stock of one after the other", async () => {
  const dealer = await newDealer();
  const { rows, pictures } = await threeCars();
  const ids: string[] = [];
  for (const price of ["9000", "9500"]) {
    const file = stockCsv(rows.map((row) => stockRow({ ...row, cmimi: price })));
    ids.push((await checkStock(app, dealer, await zipOf({ "s.csv": file, ...pictures }))).id);
  }
  for (const id of ids) {
    const answer = await app.call(`POST /api/dealer/imports/${id}/apply`, {
      as: dealer,
      body: { archiveMissing: true },
    });
    expect(answer.status).toBe(202);
  }
  const task = app.services.stockImports.tasks["apply_stock_import"];
  const { signal } = new AbortController();
  await Promise.all(ids.map(async (importId) => task?.run({ importId }, signal)));
  await runImports(app);
  for (const id of ids) expect((await readImport(app, dealer, id)).status).toBe("applied");
  const prices = (await carsBy(dealer)).map(({ price }) => price);
  expect(prices).toHaveLength(3);
  expect(new Set(prices).size).toBe(1);
});

test("only dealers import, each of them sees the own imports alone", async () => {
  const dealer = await newDealer();
  const other = await newDealer();
  const person = await app.registerUser();
  const file = stockCsv([stockRow()]);
  expect((await sendStock(app, null, file)).status).toBe(401);
  expect((await sendStock(app, person, file)).status).toBe(403);
  const { id } = await checkStock(app, dealer, file);
  expect((await app.call(`GET /api/dealer/imports/${id}`, { as: other })).status).toBe(404);
  const body = { archiveMissing: false };
  expect((await app.call(`POST /api/dealer/imports/${id}/apply`, { as: other, body })).status).toBe(404);
  expect((await app.call("GET /api/dealer/imports", { as: other })).body).toEqual([]);
  const listed = await app.call("GET /api/dealer/imports", { as: dealer });
  expect([listed.headers.get("x-total-count"), listed.body]).toMatchObject(["1", [{ id, status: "ready" }]]);
});

test("of a dealer's imports the newest thirty are stored with their files, and the one that can be undone", async () => {
  const dealer = await newDealer();
  const { zip } = await threeCars();
  const applied = await checkStock(app, dealer, zip);
  await applyStock(app, dealer, applied.id);
  const file = { isZip: false, format: "auto", source: "upload" } as const;
  const ids: string[] = [];
  for (let at = 0; at < 45; at += 1) {
    const content = Readable.from([Buffer.from(stockCsv([stockRow()]))]);
    ids.push(await receiveImport(app.services.ctx, dealer.id, { ...file, content }));
  }
  await runImports(app);
  await app.services.schedule["sweep_stock_imports"]?.run(new AbortController().signal);
  const listed = await app.call("GET /api/dealer/imports?limit=100", { as: dealer });
  const left = z.array(z.object({ id: z.string() })).parse(listed.body);
  expect(sorted(left.map(({ id }) => id))).toEqual(sorted([...ids.slice(15), applied.id]));
  const files = await readdir(app.dataDir, { recursive: true });
  expect(ids.filter((id) => files.some((name) => name.includes(id)))).toEqual(ids.slice(15));
  expect((await readImport(app, dealer, applied.id)).revertible).toBe(true);
});

test("the 61st correction of a minute is refused with 429, and so is applying then", async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const as = await limited.registerUser({ isDealerByHand: true });
    const path = "/api/dealer/imports/01920000-0000-7000-8000-000000000000";
    const statuses: number[] = [];
    for (let at = 0; at < 61; at++)
      statuses.push((await limited.call(`PUT ${path}/rows/2`, { as, body: { cmimi: "9000" } })).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
    const applied = await limited.call(`POST ${path}/apply`, { as, body: { archiveMissing: false } });
    expect(applied.status).toBe(429);
    expect((await limited.call(`POST ${path}/revert`, { as })).status).toBe(429);
  } finally {
    await limited.close();
  }
});

test("a file gives cars their identification numbers; the export's masked ones and empty cells say what forms say", async () => {
  const dealer = await newDealer();
  const vins = ["WVWZZZ1KZAW111111", "WAUZZZ1KZAW222222"];
  const pictures = { "0.jpg": await stockPicture(1), "1.jpg": await stockPicture(2) };
  const send = async (cells: readonly string[]) => {
    const rows = cells.map((vin, n) => stockRow({ referenca: `N-${n}`, vin, fotot: `${n}.jpg` }));
    const zip = await zipOf({ "s.csv": stockCsv(rows), ...pictures });
    return checkStock(app, dealer, zip);
  };
  const first = await send([` ${vins[0]?.toLowerCase()} `, vins[1] ?? ""]);
  await applyStock(app, dealer, first.id);
  const shown = async () =>
    Object.fromEntries((await carsBy(dealer)).map(({ reference, vin }) => [reference, vin]));
  expect(await shown()).toEqual({
    "N-0": { masked: "WVW••••••••••1111", make: "match" },
    "N-1": { masked: "WAU••••••••••2222", make: "mismatch" },
  });
  // The same numbers, and what the export writes of them, change nothing.
  expect((await send(vins)).summary).toMatchObject({ unchanged: 2, update: 0 });
  const exported = await app.call("GET /api/dealer/export.csv", { as: dealer });
  expect(exported.body).toContain("WVW••••••••••1111");
  expect((await checkStock(app, dealer, String(exported.body))).summary).toMatchObject({ unchanged: 2 });
  // Another car's masked number and an invalid number are faults; the cell is reported masked.
  const wrong = await send(["WAU••••••••••2222", "WAUZZZ1KZAW22222O"]);
  expect(wrong.faults).toMatchObject([
    { row: 2, column: "vin", code: "value_invalid" },
    { row: 3, column: "vin", value: "WAU••••••••••222O", code: "value_invalid" },
  ]);
  const emptied = await send(["", "WVWZZZ1KZAW333333"]);
  const rows = await readRows(app, dealer, emptied.id);
  expect(rows.map(({ changes }) => changes)).toEqual([
    [{ column: "vin", before: "WVW••••••••••1111", after: "" }],
    [{ column: "vin", before: "WAU••••••••••2222", after: "WVW••••••••••3333" }],
  ]);
  await applyStock(app, dealer, emptied.id);
  expect(await shown()).toEqual({ "N-0": null, "N-1": { masked: "WVW••••••••••3333", make: "match" } });
});
