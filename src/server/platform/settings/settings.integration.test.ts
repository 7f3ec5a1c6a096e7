import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminSettings, settingsVersion, siteTextAnswer } from "#contract/settings.ts";
import { createApp } from "#server/app.ts";
import { createServices } from "#server/services.ts";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/log.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";

expectFaults("settings.variable_ignored");

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT_EMAIL: "first@vetura.example" } });
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const read = async () => adminSettings.parse((await app.call("GET /api/admin/settings", { as: admin })).body);
const put = (body: object) => app.call("PUT /api/admin/settings", { as: admin, body });

test("a site whose operator has set nothing has the specification's figures and the environment's contacts", async () => {
  expect(await read()).toMatchObject({
    version: 1,
    changedBy: null,
    fees: { listing: 3, sponsorshipPerDay: 1, socialPromotion: 10, subscription: 50 },
    limits: { photos: 10, sponsorshipDays: 30 },
    company: { name: "Vetura", vatNumber: null },
    contacts: { email: "first@vetura.example" },
    texts: { terms: null, privacy: null, imprint: null },
  });
});

test("a change is a new version with who made it, in the audit log too, and the same again is none", async () => {
  const before = await read();
  const answer = await put({ ...before, fees: { ...before.fees, listing: 4.5 }, reason: "Çmimi i ri" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    version: before.version + 1,
    changedBy: admin.email,
    fees: { listing: 4.5 },
  });
  expect(app.services.settings.current().fees).toEqual({
    ...app.services.settings.current().fees,
    listing: 450,
  });
  expect((await put({ fees: { listing: 4.5 } })).body).toMatchObject({ version: before.version + 1 });
  const { body, headers } = await app.call("GET /api/admin/settings/versions", { as: admin });
  const versions = settingsVersion.array().parse(body);
  expect(headers.get("x-total-count")).toBe(String(versions.length));
  expect(versions[0]).toMatchObject({
    changedBy: admin.email,
    reason: "Çmimi i ri",
    before: { listing: 3 },
    after: { listing: 4.5 },
  });
  const audit = await app.call("GET /api/admin/audit?action=settings.update", { as: admin });
  expect(audit.body).toMatchObject({
    entries: [{ before: { listing: 3 }, after: { listing: 4.5, reason: "Çmimi i ri" } }],
  });
});

test("a version that is out of date is 409 and changes nothing; of two savers at once one wins", async () => {
  const { version } = await read();
  const both = await Promise.all([
    put({ version, company: { name: "Vetura SHPK" } }),
    put({ version, company: { name: "Tjetër SHPK" } }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const loser = both.find(({ status }) => status === 409);
  expect(loser && errorOf(loser).code).toBe("settings_changed");
  expect((await read()).version).toBe(version + 1);
});

test.each([
  ["a negative fee", { fees: { listing: -1 } }, "listing"],
  ["a fee of 1e9", { fees: { socialPromotion: 1e9 } }, "socialPromotion"],
  ["a third decimal", { fees: { sponsorshipPerDay: 1.005 } }, "sponsorshipPerDay"],
  ["a fee that no card can pay", { fees: { sponsorshipPerDay: 0.1 } }, "sponsorshipPerDay"],
  ["a subscription for nothing", { fees: { subscription: 0 } }, "subscription"],
  ["more photos than the specification's", { limits: { photos: 11 } }, "photos"],
  ["no photos", { limits: { photos: 0 } }, "photos"],
  ["more days than the specification's", { limits: { sponsorshipDays: 31 } }, "sponsorshipDays"],
  ["half a day", { limits: { sponsorshipDays: 1.5 } }, "sponsorshipDays"],
  ["a company without a name", { company: { name: "  " } }, "name"],
  ["a number with a script", { company: { vatNumber: "<script>" } }, "vatNumber"],
  ["a bad mail address", { contacts: { email: "arta@" } }, "email"],
  ["a bad phone number", { contacts: { phone: "abc" } }, "phone"],
  ["a script as a link", { socialLinks: { facebook: "javascript:alert(1)" } }, "facebook"],
  ["a link without a host", { socialLinks: { tiktok: "https://localhost" } }, "tiktok"],
  ["a text that is too long", { texts: { terms: "a".repeat(60_001) } }, "terms"],
  ["an unknown key", { fees: { listing: 3, tax: 1 } }, "tax"],
  ["a version that is none", { version: "new" }, "version"],
])("%s is refused by field, and nothing is saved", async (_, body, field) => {
  const before = await read();
  const answer = await put(body);
  expect(answer.status).toBe(400);
  expect(Object.keys(errorOf(answer).fields ?? {})).toEqual([field]);
  expect(await read()).toEqual(before);
});

test("an empty VAT number, text or link is none", async () => {
  expect((await put({ company: { vatNumber: "330123456" }, texts: { imprint: "# Ne" } })).status).toBe(200);
  const answer = await put({
    company: { vatNumber: "" },
    texts: { imprint: " " },
    socialLinks: { tiktok: "" },
  });
  expect(answer.body).toMatchObject({
    company: { vatNumber: null },
    texts: { imprint: null },
    socialLinks: { tiktok: null },
  });
});

test("visitors read an operator's text as safe HTML, and the built-in one where there is none", async () => {
  const hostile = "# Ne\n\n<script>alert(1)</script> [x](javascript:alert(1)) **fort**";
  await put({ texts: { terms: hostile }, company: { name: "Vetura SHPK" } });
  const terms = await app.call("GET /api/site-text?name=terms");
  expect(terms.body).toMatchObject({ company: { name: "Vetura SHPK" } });
  const { html } = siteTextAnswer.parse(terms.body);
  expect(html).toContain("<h2>Ne</h2>");
  expect(html).toContain("<strong>fort</strong>");
  expect(html).not.toMatch(/<script|href="javascript/);
  const preview = await app.call("POST /api/admin/settings/preview", { as: admin, body: { text: hostile } });
  expect(preview.body).toEqual({ html });
  await put({ texts: { terms: "Tjetër" } });
  expect((await app.call("GET /api/site-text?name=terms")).body).toMatchObject({ html: "<p>Tjetër</p>\n" });
  await put({ texts: { terms: "" } });
  for (const name of ["terms", "privacy", "imprint"])
    expect((await app.call(`GET /api/site-text?name=${name}`)).body).toMatchObject({ html: null });
  expect((await app.call("GET /api/site-text?name=other")).status).toBe(400);
});

test("changed settings reach another process within a second, and one that starts later at once", async () => {
  const { db, pool, url } = app.database;
  const config = loadConfig({
    NODE_ENV: "test",
    DATA_DIR: app.dataDir,
    CONTACT_EMAIL: "other@vetura.example",
  });
  const lines: string[] = [];
  const log = createLogger((line) => lines.push(line));
  const other = createServices({ config, db, pool, databaseUrl: url, log });
  createApp(other);
  await other.prepare();
  expect(lines.filter((line) => line.includes("settings.variable_ignored"))).toHaveLength(1);
  expect(lines.join("")).not.toContain("other@vetura.example");
  await other.start();
  try {
    await expect.poll(() => other.search.isListening).toBe(true);
    const changed = new Promise((resolve) => other.settings.onChange(resolve));
    const since = performance.now();
    await put({ fees: { listing: 7 } });
    await changed;
    expect(performance.now() - since).toBeLessThan(1_000);
    expect(other.settings.current().fees.listing).toBe(700);
  } finally {
    await other.stop();
  }
  const late = createServices({ config, db, pool, databaseUrl: url, log: watchedLog });
  await late.prepare();
  expect(late.settings.current().fees.listing).toBe(700);
});

test("the database keeps each version as it was written, and forgets the admin whose account goes", async () => {
  const { db } = app.database;
  const passing = await app.registerUser({ isAdmin: true });
  await app.call("PUT /api/admin/settings", { as: passing, body: { fees: { listing: 8 } } });
  await expect(sql`update settings_versions set settings = '{}'`.execute(db)).rejects.toThrow("written once");
  await expect(sql`delete from settings_versions`.execute(db)).rejects.toThrow("stay");
  await sql`delete from users where id = ${passing.id}`.execute(db);
  expect((await read()).changedBy).toBeNull();
});
