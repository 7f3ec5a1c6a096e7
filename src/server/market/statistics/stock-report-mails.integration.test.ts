import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";

let app: TestApp;
let dealer: TestUser;
let clock = new Date("2031-03-01T09:00:00Z");

beforeAll(async () => {
  app = await createTestApp({ now: () => clock });
  // Years ahead, as the tests' clock is; who is a dealer goes by the database's.
  dealer = await app.registerUser({ dealerUntil: new Date("2040-01-01"), businessName: "Auto Arta" });
  await app.publishCar(dealer, { brand: "Audi", model: "A6", year: 2014 });
  await app.publishCar(await app.registerUser());
  await app.registerUser({ dealerUntil: new Date("2040-01-01"), businessName: "Pa vetura" });
});
afterAll(() => app.close());

/** The first days of a month pass. */
async function month(): Promise<string[]> {
  for (let day = 0; day < 3; day += 1)
    await app.services.statistics.schedule["mail_reports"]?.run(new AbortController().signal);
  expect(await drainJobs(app.database, app.services.statistics.tasks)).toEqual([]);
  const names = await readdir(join(app.dataDir, "outbox")).catch(() => []);
  return names.filter((name) => name.startsWith("report-")).toSorted();
}

async function unsubscribeAddress(name: string): Promise<`/${string}`> {
  const mail = (await readFile(join(app.dataDir, "outbox", name), "utf8")).replaceAll(/\r\n[ \t]+/g, " ");
  const token = /^List-Unsubscribe: <http:\/\/localhost:3000\/api\/unsubscribe\?token=([\w-]+)>$/m.exec(
    mail,
  )?.[1];
  expect(mail).toContain("Audi A6, 2014");
  expect(token).toBeDefined();
  return `/api/unsubscribe?token=${token ?? ""}`;
}

test("a dealer with cars on sale gets one mail a month about them, until it is ended by the mail's own link", async () => {
  expect(await month()).toEqual([`report-${dealer.id}-2031-03.eml`]);
  expect(await month()).toEqual([`report-${dealer.id}-2031-03.eml`]);
  clock = new Date("2031-04-01T09:00:00Z");
  const mails = await month();
  expect(mails).toEqual([`report-${dealer.id}-2031-03.eml`, `report-${dealer.id}-2031-04.eml`]);
  const address = await unsubscribeAddress(mails[1] ?? "");
  for (let times = 0; times < 2; times += 1) expect((await app.call(`POST ${address}`)).status).toBe(204);
  clock = new Date("2031-05-01T09:00:00Z");
  expect(await month()).toEqual(mails);
});

test("a dealer who ended the mails turns them on again, and off", async () => {
  const state = async () => (await app.call("GET /api/dealer/report-mails", { as: dealer })).body;
  const turn = async (enabled: boolean) =>
    (await app.call("PUT /api/dealer/report-mails", { as: dealer, body: { enabled } })).body;
  clock = new Date("2032-01-01T09:00:00Z");
  await turn(true);
  const before = await month();
  expect(before.at(-1)).toBe(`report-${dealer.id}-2032-01.eml`);
  await app.call(`POST ${await unsubscribeAddress(before.at(-1) ?? "")}`);
  expect(await state()).toEqual({ enabled: false });
  clock = new Date("2032-02-01T09:00:00Z");
  expect(await month()).toEqual(before);
  for (let times = 0; times < 2; times += 1) expect(await turn(true)).toEqual({ enabled: true });
  expect(await state()).toEqual({ enabled: true });
  expect(await month()).toEqual([...before, `report-${dealer.id}-2032-02.eml`]);
  expect(await turn(false)).toEqual({ enabled: false });
  clock = new Date("2032-03-01T09:00:00Z");
  expect(await month()).toHaveLength(before.length + 1);
});
