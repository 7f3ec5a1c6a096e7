import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { adminStockCode } from "#contract/admin-stock-codes.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  runImports,
  mobileLine,
  readImport,
  stockPicture,
  zipOf,
} from "#testing/stock-files.ts";

let app: TestApp;
let admin: TestUser;
let dealers: TestUser[];

function dealerAt(index: number): TestUser {
  const dealer = dealers[index];
  if (dealer === undefined) throw new Error(`there is no dealer ${index}`);
  return dealer;
}

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  dealers = await Promise.all(
    ["Auto A", "Auto B"].map((businessName) =>
      app.registerUser({ isDealerByHand: true, businessName, phone: "+38344123456" }),
    ),
  );
  await app.database.db
    .updateTable("dealers")
    .set({ town: "Gjilan" })
    .where(
      "user_id",
      "in",
      dealers.map(({ id }) => id),
    )
    .execute();
});
afterAll(() => app.close());

const car = {
  kategorie: "Car.Limousine",
  marke: "Volkswagen",
  modell: "Golf",
  ez: "05.2018",
  kilometer: "85000",
  preis: "12500",
  bild_id: "a",
  kraftstoffart: "2",
  getriebeart: "1",
};

/** A dealer's file of mobile.de, checked; a car for each of these. */
async function mobileFile(dealer: TestUser, cars: readonly Readonly<Record<string, string>>[]) {
  const lines = cars.map((cells, at) => mobileLine({ ...car, interne_nummer: `M-${at}`, ...cells }));
  return checkStock(app, dealer, await zipOf({ "a.csv": lines.join(""), "a.jpg": await stockPicture(1) }));
}

async function listed(search = "") {
  const { body } = await app.call(`GET /api/admin/stock-codes${search}`, { as: admin });
  const { codes, pagination } = z
    .object({ codes: z.array(adminStockCode), pagination: z.object({ total: z.number() }) })
    .parse(body);
  const rows = codes.map(({ column, code, value, rows: inRows, dealers: by }) =>
    [column, code, value ?? `? ${inRows} ${by}`].join(" "),
  );
  return { rows, total: pagination.total };
}

const put = (body: object) => app.call("PUT /api/admin/stock-codes", { as: admin, body });
const meanings = [
  { column: "kategorie", code: "Car.Limousine", value: "Sedan" },
  { column: "kraftstoffart", code: "2", value: "Diesel" },
  { column: "getriebeart", code: "1", value: "Manual" },
];
const waitingCodes = async () =>
  z
    .object({ waiting: z.object({ codes: z.number() }) })
    .parse((await app.call("GET /api/admin/stats", { as: admin })).body).waiting.codes;

test("codes that files had and nobody knows are listed first, those of most dealers before others", async () => {
  await mobileFile(dealerAt(0), [{}, { kraftstoffart: "7" }, { kraftstoffart: "7" }]);
  await mobileFile(dealerAt(1), [{}]);
  expect((await put({ column: "farbe", code: "1", value: "Blu" })).status).toBe(200);
  expect(await listed()).toEqual({
    total: 5,
    rows: [
      "getriebeart 1 ? 4 2",
      "kategorie Car.Limousine ? 4 2",
      "kraftstoffart 2 ? 2 2",
      "kraftstoffart 7 ? 2 1",
      "farbe 1 Blu",
    ],
  });
  expect(await listed("?column=kraftstoffart")).toMatchObject({ total: 2 });
  expect(await listed("?limit=2&page=2")).toEqual({
    total: 5,
    rows: ["kraftstoffart 2 ? 2 2", "kraftstoffart 7 ? 2 1"],
  });
  expect(await listed("?page=9")).toEqual({ total: 5, rows: [] });
  expect(await waitingCodes()).toBe(4);
});

test("a file that waits to be applied is mended once the codes are completed", async () => {
  const dealer = dealerAt(0);
  const waiting = await mobileFile(dealer, [{}, { kraftstoffart: "7" }]);
  expect(waiting.summary).toMatchObject({ create: 0, faulty: 2 });
  for (const meaning of meanings) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as an admin does it
    expect((await put(meaning)).body).toEqual(meaning);
  }
  await runImports(app);
  const mended = await readImport(app, dealer, waiting.id);
  expect(mended).toMatchObject({ status: "ready", summary: { create: 1, faulty: 1 } });
  expect(mended.faults.map(({ row, column, value }) => `${row} ${column} ${value}`)).toEqual([
    "2 kraftstoffart 7",
  ]);
  expect(await waitingCodes()).toBe(1);
  await applyStock(app, dealer, waiting.id);
  const { body } = await app.call("GET /api/cars/my", { as: dealer });
  expect(body).toMatchObject([{ type: "Sedan", fuel: "Diesel", transmission: "Manual", reference: "M-0" }]);
});

test("a dealer who writes the meaning into the code's own cell need not wait for anybody", async () => {
  const dealer = dealerAt(0);
  const waiting = await mobileFile(dealer, [{ interne_nummer: "P-1", kraftstoffart: "77" }]);
  expect(waiting.faults).toMatchObject([{ column: "kraftstoffart", value: "77", code: "code_unknown" }]);
  const corrected = await app.call(`PUT /api/dealer/imports/${waiting.id}/rows/1`, {
    as: dealer,
    body: { kraftstoffart: "benzinë" },
  });
  expect(corrected.body).toMatchObject({ outcome: "create", faults: [] });
});

test("a code that stays unknown stays in the list when its file is checked again", async () => {
  const bare = await app.registerUser({ isDealerByHand: true });
  const waiting = await mobileFile(bare, [
    { kraftstoffart: "E2E-1", kategorie: "Sedan", getriebeart: "Manual" },
  ]);
  await put({ column: "kategorie", code: "Car.X", value: "Sedan" });
  await runImports(app);
  expect((await readImport(app, bare, waiting.id)).status).toBe("ready");
  expect((await listed("?column=kraftstoffart")).rows).toContain("kraftstoffart E2E-1 ? 1 1");
});

test("a meaning that is taken away makes the code a fault again, in waiting files too", async () => {
  const dealer = dealerAt(1);
  const waiting = await mobileFile(dealer, [{ interne_nummer: "W-1" }]);
  expect(waiting.summary).toMatchObject({ create: 1, faulty: 0 });
  const address = "DELETE /api/admin/stock-codes?column=kategorie&code=Car.Limousine" as const;
  expect((await app.call(address, { as: admin })).status).toBe(204);
  expect((await app.call(address, { as: admin })).status).toBe(404);
  await runImports(app);
  expect((await readImport(app, dealer, waiting.id)).faults).toMatchObject([
    { row: 1, column: "kategorie", value: "Car.Limousine", code: "code_unknown" },
  ]);
});

test("a meaning must be a value of ours, and what is wrong is named by its field", async () => {
  const wrong: readonly [object, string][] = [
    [{ column: "kraftstoffart", code: "3", value: "Sedan" }, "value"],
    [{ column: "kraftstoffart", code: "3", value: "diesel" }, "value"],
    [{ column: "kraftstoffart", code: "3" }, "value"],
    [{ column: "schadstoff", code: "3", value: "Diesel" }, "column"],
    [{ column: "kraftstoffart", code: " ", value: "Diesel" }, "code"],
    [{ column: "kraftstoffart", code: "x".repeat(61), value: "Diesel" }, "code"],
    [{ column: "kraftstoffart", code: "a\u0000b", value: "Diesel" }, "code"],
  ];
  for (const [body, field] of wrong) {
    // oxlint-disable-next-line no-await-in-loop -- one database
    const answer = await put(body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(Object.keys(errorOf(answer).fields ?? {}), JSON.stringify(body)).toContain(field);
  }
});

test("every change of a code is in the audit log, and the same once more is none", async () => {
  const code = { column: "getriebeart", code: "9" };
  await put({ ...code, value: "Manual" });
  await put({ ...code, value: "Manual" });
  await put({ ...code, value: "Automatik" });
  await app.call("DELETE /api/admin/stock-codes?column=getriebeart&code=9", { as: admin });
  const { body } = await app.call("GET /api/admin/audit?q=getriebeart:9", { as: admin });
  expect(body).toMatchObject({
    entries: [
      { action: "stock_code.remove", before: { value: "Automatik" }, after: null },
      { action: "stock_code.set", before: { value: "Manual" }, after: { value: "Automatik" } },
      {
        action: "stock_code.set",
        before: null,
        after: { value: "Manual" },
        target: { label: "getriebeart 9" },
      },
    ],
  });
});

test("the audit log has the reason of each write of a code and of a coupon's end", async () => {
  const code = { column: "farbe", code: "77" };
  const remove = new URLSearchParams({ ...code, reason: "Gabim" }).toString();
  const form = { code: "VERA26", percent: 10, target: "cars", note: "" };
  const coupon = await app.call("POST /api/admin/coupons", { as: admin, body: form });
  const { id } = z.object({ id: z.string() }).parse(coupon.body);
  const writes = [
    await put({ ...code, value: "Blu", reason: "Sipas mobile.de" }),
    await app.call(`DELETE /api/admin/stock-codes?${remove}`, { as: admin }),
    await app.call(`DELETE /api/admin/coupons/${id}?reason=Mbaroi`, { as: admin }),
  ];
  expect(writes.map(({ status }) => status)).toEqual([200, 204, 204]);
  const rows = await app.database.db
    .selectFrom("audit_log")
    .select(["action", sql<string | null>`after ->> 'reason'`.as("reason")])
    .where("target_id", "in", ["farbe:77", id])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { action: "coupon.create", reason: null },
    { action: "stock_code.set", reason: "Sipas mobile.de" },
    { action: "stock_code.remove", reason: "Gabim" },
    { action: "coupon.end", reason: "Mbaroi" },
  ]);
});
