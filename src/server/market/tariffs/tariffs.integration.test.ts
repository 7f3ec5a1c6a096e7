import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importCostsAnswer, tariff as tariffSchema, tariffComparison } from "#contract/tariffs.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { fuels } from "#domain/cars/car-lists.ts";
import { tariffLimits } from "#domain/tariffs/tariff.ts";
import { tariffMessages as text } from "#domain/messages/tariffs.ts";
import { createSearchService } from "#server/market/search/search.service.ts";
import { watchedLog } from "#testing/faults.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { otherTariff, shippedTariff } from "#testing/tariffs.ts";
import { createActiveTariffs } from "./active-tariffs.ts";
import { costToPlates } from "./import-costs.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const golf = { price: 10_000, engineCc: 1_968, year: 2021, fuel: "Diesel", date: "2026-06-01" };
const ask = (car: Readonly<Record<string, string | number | boolean>>) =>
  app.call(
    `GET /api/import-costs?${new URLSearchParams(Object.entries(car).map(([key, value]) => [key, String(value)])).toString()}`,
  );
async function costsOf(car: Parameters<typeof ask>[0]) {
  const answer = await ask(car);
  expect(answer.status).toBe(200);
  return importCostsAnswer.parse(answer.body);
}
const faultsOf = async (car: Parameters<typeof ask>[0]) => {
  const answer = await ask(car);
  return [answer.status, Object.keys(errorOf(answer).fields ?? {}).join(" ")];
};

describe("GET /api/import-costs", () => {
  test("the tariff of the migration is the one that the hand-made cases are worked out from", async () => {
    const { body } = await app.call("GET /api/admin/tariffs", { as: admin });
    expect(body).toMatchObject({ tariffs: [{ ...shippedTariff, status: "active" }] });
  });

  test("10,000 €, 1,968 cm³, 5 years, not from the EU: 1,000 + 200 + 2,016 + 50 = 3,266, in all 13,266", async () => {
    const unsure = { base: null, certainty: "unconfirmed" };
    const { tariff, ...costs } = await costsOf(golf);
    expect(costs).toEqual({
      lines: [
        { key: "duty", label: "Dogana", base: 10_000, amount: 1_000, certainty: "official" },
        { key: "excise", label: "Akciza", amount: 200, ...unsure },
        { key: "vat", label: "TVSH", base: 11_200, amount: 2_016, certainty: "official" },
        { key: "road_fee", label: "Taksa rrugore", amount: 40, ...unsure },
        { key: "eco_fee", label: "Taksa ekologjike", amount: 10, ...unsure },
        { key: "registration", label: "Regjistrimi", amount: null, ...unsure },
        { key: "plates", label: "Targat", amount: null, ...unsure },
        { key: "inspection", label: "Kontrolli teknik", amount: null, ...unsure },
      ],
      known: 3_266,
      total: 13_266,
      unknown: ["Regjistrimi", "Targat", "Kontrolli teknik"],
      barred: null,
    });
    expect(tariff).toMatchObject({ validFrom: "2026-01-01", source: shippedTariff.source });
  });

  test("a car of EU origin has its duty listed with 0", async () => {
    const { lines, known, total } = await costsOf({ ...golf, euOrigin: true });
    expect(lines[0]).toMatchObject({ key: "duty", amount: 0 });
    expect([known, total]).toEqual([2_086, 12_086]);
  });

  test("amounts with cents have at most two decimals", async () => {
    const { known, total } = await costsOf({ ...golf, price: 7_777, engineCc: 1_598, year: 2018 });
    expect([known, total]).toEqual([2_603.55, 10_380.55]);
  });

  test("a car over the greatest age is barred: 200 without lines, and with nulls", async () => {
    expect(await costsOf({ ...golf, year: 2015 })).toMatchObject({
      barred: "too_old",
      lines: [],
      known: null,
      total: null,
      unknown: [],
    });
    expect((await costsOf({ ...golf, year: 2016 })).barred).toBeNull();
  });

  test("import costs asked for without a date are those of today", async () => {
    const { date: _, ...today } = golf;
    expect(await costsOf(today)).toEqual(await costsOf({ ...golf, date: dayOf(new Date()) }));
  });

  test("an electric car needs no engine size, every other one does", async () => {
    const { engineCc: _, ...rest } = golf;
    expect((await costsOf({ ...rest, fuel: "Elektrik" })).lines[1]).toMatchObject({ amount: 0 });
    expect(await faultsOf(rest)).toEqual([400, "engineCc"]);
  });

  test.each([
    ["no price", { price: "" }, "price"],
    ["a price of 0", { price: 0 }, "price"],
    ["a price above the limit", { price: 5_000_001 }, "price"],
    ["a price with cents", { price: "10000.5" }, "price"],
    ["words as a price", { price: "shumë" }, "price"],
    ["a negative engine", { engineCc: -1 }, "engineCc"],
    ["an engine above 10,000", { engineCc: 10_001 }, "engineCc"],
    ["a year before 1900", { year: 1_899 }, "year"],
    ["a year after the next", { year: 2_028 }, "year"],
    ["an unknown fuel", { fuel: "Kerozinë" }, "fuel"],
    ["an unknown origin", { euOrigin: "ndoshta" }, "euOrigin"],
    ["a day that is none", { date: "2026-02-30" }, "date"],
    ["a date in words", { date: "sot" }, "date"],
    ["faults everywhere", { price: "", year: "", fuel: "", engineCc: "x" }, "price year fuel engineCc"],
  ])("%s is refused at its field", async (_, changes, fields) => {
    expect(await faultsOf({ ...golf, ...changes })).toEqual([400, fields]);
  });

  test("the limits themselves are taken: 1 € and 5,000,000 €, 10,000 cm³, next year's car", async () => {
    expect((await ask({ ...golf, price: 1 })).status).toBe(200);
    expect((await ask({ ...golf, price: 5_000_000, engineCc: 10_000, year: 2_027 })).status).toBe(200);
    expect((await ask({ ...golf, engineCc: 0, year: 1_900 })).status).toBe(200);
  });

  test("a day without a tariff is 404 no_tariff", async () => {
    const answer = await ask({ ...golf, date: "2025-12-31", year: 2021 });
    expect([answer.status, errorOf(answer).code]).toEqual([404, "no_tariff"]);
  });
});

const create = (terms: object) => app.call("POST /api/admin/tariffs", { as: admin, body: terms });
async function draftOf(terms: object) {
  const answer = await create(terms);
  expect(answer.status).toBe(201);
  return tariffSchema.parse(answer.body);
}
const countOf = async () =>
  (await app.call("GET /api/admin/tariffs", { as: admin })).headers.get("x-total-count");
const activate = (id: string) => app.call(`POST /api/admin/tariffs/${id}/activate`, { as: admin });
async function comparisonOf(id: string) {
  const { body } = await app.call(`GET /api/admin/tariffs/${id}`, { as: admin });
  return tariffComparison.parse(body);
}
const auditOf = async (id: string) =>
  (
    await app.database.db
      .selectFrom("audit_log")
      .select(["action", "actor_email", sql<string | null>`after ->> 'reason'`.as("reason")])
      .where("target_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action, actor_email: email, reason }) => [action, email, reason ?? []].flat().join(" "));

describe("tariffs of admins", () => {
  test("a draft is written, changed, compared and changes nothing for visitors", async () => {
    const draft = await draftOf(otherTariff);
    expect(draft).toMatchObject({ ...otherTariff, status: "draft", version: 1 });
    const lines = otherTariff.lines.map((line) =>
      line.key === "registration" ? { ...line, amount: 30.5 } : line,
    );
    const changed = await app.call(`PUT /api/admin/tariffs/${draft.id}`, {
      as: admin,
      // As it was answered, with what an answer has beside the terms.
      body: { ...draft, lines, reason: "Vendimi 12/2026" },
    });
    expect([changed.status, changed.body]).toMatchObject([200, { lines, version: 2 }]);
    const { compared, differences } = await comparisonOf(draft.id);
    expect(compared?.validFrom).toBe("2026-01-01");
    expect(differences).toContainEqual({
      field: "Regjistrimi",
      before: "nuk dihet",
      after: "30,50 €",
    });
    expect(differences).toContainEqual({
      field: "Dogana",
      before: "10\u00A0% e: Çmimi",
      after: "7,50\u00A0% e: Çmimi",
    });
    expect(await costsOf({ ...golf, date: "2027-06-01" })).toMatchObject({ known: 3_266 });
    expect(await auditOf(draft.id)).toEqual([
      `tariff.create ${admin.email}`,
      `tariff.update ${admin.email} Vendimi 12/2026`,
    ]);
  });

  test("a draft may have a full table for each fuel and origin", async () => {
    const table = Array.from({ length: tariffLimits.maxCells }, (_, at) => ({
      maxAge: null,
      maxCc: at + 1 === tariffLimits.maxCells ? null : 100 * (at + 1),
      amount: 100 + at,
    }));
    const lines = [true, false].flatMap((euOrigin) =>
      fuels.map((fuel) => ({
        key: "excise",
        label: "Akciza",
        kind: "table",
        of: [],
        table,
        when: { fuel, euOrigin },
        certainty: "official",
      })),
    );
    const draft = await draftOf({ ...otherTariff, lines });
    expect(draft.lines).toHaveLength(2 * fuels.length);
  });

  test("a change from an older version is 412, and one that changes nothing keeps the version", async () => {
    const draft = await draftOf(otherTariff);
    const put = (body: object, version: number) =>
      app.call(`PUT /api/admin/tariffs/${draft.id}`, {
        as: admin,
        body,
        headers: { "if-match": `"${version}"` },
      });
    expect(await put(draft, 1)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await put({ ...draft, maxAgeYears: 12 }, 1)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await put({ ...draft, maxAgeYears: 13 }, 1)).toMatchObject({ status: 412 });
  });

  test.each([
    ["no day", { validFrom: "" }, "validFrom"],
    ["a last day before the first", { validTo: "2026-12-31" }, "validTo"],
    ["a source without https", { source: { title: "X", url: "javascript:alert(1)" } }, "url"],
    ["no lines", { lines: [] }, "lines"],
    ["an unknown key", { lines: [{ ...otherTariff.lines[0], key: "bribe" }] }, "key"],
    [
      "a negative fee",
      { lines: [{ key: "plates", label: "Targat", kind: "fixed", amount: -5, certainty: "official" }] },
      "lines.0.amount",
    ],
    [
      "a fee of 1e9",
      { lines: [{ key: "plates", label: "Targat", kind: "fixed", amount: 1e9, certainty: "official" }] },
      "lines.0.amount",
    ],
    [
      "a hole in a table",
      {
        lines: [
          {
            key: "excise",
            label: "Akciza",
            kind: "table",
            table: [{ maxAge: 8, maxCc: null, amount: 1 }],
            certainty: "official",
          },
        ],
      },
      "lines.0.table",
    ],
    ["a key of its own", { gift: 1 }, "gift"],
  ])("%s is refused at its field, and nothing is written", async (_, changes, field) => {
    const before = await countOf();
    const answer = await create({ ...otherTariff, ...changes });
    expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, [field]]);
    expect(await countOf()).toBe(before);
  });

  test("an activated tariff counts from its first day on every process, and the one before ends the day before", async () => {
    const { db, url } = app.database;
    const other = createActiveTariffs(db);
    const costs = () => costToPlates({ tariffs: other, now: () => new Date() }, question);
    const listening = createSearchService({
      db,
      url,
      log: watchedLog,
      onOther: { tariff_changed: () => other.refresh() },
    });
    await listening.start();
    const question = { ...golf, fuel: "Diesel", euOrigin: false, date: "2027-01-01" } as const;
    expect(await costs()).toMatchObject({ total: 13_266 });
    const draft = await draftOf(otherTariff);
    expect((await activate(draft.id)).body).toMatchObject({ status: "active", validTo: null });
    // By hand in domain/tariffs/import-costs.test.ts.
    expect(await costsOf({ ...golf, date: "2027-01-01" })).toMatchObject({ total: 13_046.27 });
    await expect.poll(costs).toMatchObject({ total: 13_046.27 });
    expect(await costsOf({ ...golf, date: "2026-12-31" })).toMatchObject({ total: 13_266 });
    // Ten years, then eleven: 7.5 % are 583.28, 149.95, 16.5 % of 8,510.23, 0.25 % are 19.44, 10.10, 25.
    const older = { price: 7_777, engineCc: 1_598, year: 2016, fuel: "Benzinë" };
    expect(await costsOf({ ...older, date: "2026-12-31" })).toMatchObject({ total: 10_616.55 });
    expect(await costsOf({ ...older, date: "2027-01-01" })).toMatchObject({ total: 9_968.96 });
    // Fourteen years are too many by the one, fifteen just enough by the other.
    const oldest = { price: 1_234, engineCc: 1_600, year: 2012, fuel: "GPL", euOrigin: true };
    expect(await costsOf({ ...oldest, date: "2026-12-31" })).toMatchObject({
      barred: "too_old",
      total: null,
    });
    expect(await costsOf({ ...oldest, date: "2027-01-01" })).toMatchObject({
      barred: null,
      total: 1_686.43,
    });
    const { body } = await app.call("GET /api/admin/tariffs?limit=100", { as: admin });
    expect(body).toMatchObject({
      tariffs: expect.arrayContaining([
        expect.objectContaining({ validFrom: "2026-01-01", validTo: "2026-12-31", status: "active" }),
      ]),
    });
    expect(await auditOf(draft.id)).toContain(`tariff.activate ${admin.email}`);
    await listening.stop();
  });

  test("an active tariff cannot be changed, and activating it once more changes nothing", async () => {
    const { body } = await app.call("GET /api/admin/tariffs?limit=100", { as: admin });
    const { tariffs } = body as { tariffs: { id: string; status: string }[] };
    const active = tariffs.find(({ status }) => status === "active");
    const id = active?.id ?? "";
    const answer = await app.call(`PUT /api/admin/tariffs/${id}`, { as: admin, body: otherTariff });
    expect([answer.status, errorOf(answer).code]).toEqual([409, "tariff_active"]);
    const audited = await auditOf(id);
    expect((await activate(id)).body).toEqual(active);
    expect(await auditOf(id)).toEqual(audited);
  });

  test.each([
    ["the same first day", { validFrom: "2027-01-01" }],
    ["days within one that has ended", { validFrom: "2026-03-01", validTo: "2026-04-01" }],
    ["no end before one that follows", { validFrom: "2025-01-01" }],
  ])("a tariff with %s is refused when it is activated, and stays a draft", async (_, days) => {
    const draft = await draftOf({ ...otherTariff, ...days });
    const answer = await activate(draft.id);
    expect([answer.status, errorOf(answer).fields]).toEqual([400, { validFrom: text.overlaps }]);
    expect((await comparisonOf(draft.id)).tariff.status).toBe("draft");
  });

  test("a year before the first tariff can be filled in", async () => {
    const draft = await draftOf({ ...shippedTariff, validFrom: "2025-01-01", validTo: "2025-12-31" });
    expect((await activate(draft.id)).status).toBe(200);
  });

  test("of ten drafts for the same days that are activated at once one is", async () => {
    const drafts = await Promise.all(
      Array.from({ length: 10 }, () => draftOf({ ...otherTariff, validFrom: "2030-01-01" })),
    );
    const statuses = (await Promise.all(drafts.map(({ id }) => activate(id)))).map(({ status }) => status);
    expect([200, 400].map((status) => statuses.filter((one) => one === status).length)).toEqual([1, 9]);
  });

  test("drafts of other first days that as many admins activate at once end in tariffs that follow each other", async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, () => app.registerUser({ isAdmin: true })));
    const years = admins.map((_, at) => 2040 + at);
    const drafts = await Promise.all(
      years.map((year) => draftOf({ ...otherTariff, validFrom: `${year}-01-01` })),
    );
    const send = (at: number) =>
      app.call(`POST /api/admin/tariffs/${drafts[at]?.id}/activate`, { as: admins[at] ?? admin });
    const answers = await Promise.all(years.map((_, at) => send(at)));
    for (const answer of answers) {
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(errorOf(answer).fields).toEqual({ validFrom: text.overlaps });
    }
    // Who was refused tries again: what begins after the last one is taken.
    expect((await send(5)).status).toBe(200);
    const { rows } = await sql<{ from: string; to: string | null }>`
      select valid_from::text as from, valid_to::text as to from tariffs
      where status = 'active' and valid_from >= '2040-01-01' order by 1`.execute(app.database.db);
    for (const [at, { to }] of rows.entries()) {
      const next = rows[at + 1];
      expect(to).toBe(next === undefined ? null : `${Number(next.from.slice(0, 4)) - 1}-12-31`);
    }
  });
});
