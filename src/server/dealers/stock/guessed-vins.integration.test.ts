import { afterAll, beforeAll, expect, test } from "vitest";
import { mileageHistory } from "#contract/vins.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  readRows,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

let app: TestApp;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "on" } });
});
afterAll(() => app.close());

const newDealer = () =>
  app.registerUser({ isDealerByHand: true, businessName: "Auto", phone: `+3834970000${(serial += 1)}` });

/** What everybody reads of it is "WVW••••••••••1234". */
const guess = (number: number) => `WVWZZZ1KZAW${String(number).padStart(2, "0")}1234`;

/** Numbers of which everybody reads something else. */
const differing = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => `WAUZZZ8K9BA${from + n * 131}`);

/** Sends and applies a file of cars with these numbers; its rows afterwards. */
async function bring(dealer: TestUser, vins: readonly string[]) {
  const rows = vins.map((vin, n) => stockRow({ referenca: `G-${n}`, vin, km: "120000" }));
  const zip = await zipOf({ "s.csv": stockCsv(rows), "a.jpg": await stockPicture(serial) });
  const checked = await checkStock(app, dealer, zip);
  const applied = await applyStock(app, dealer, checked.id);
  return { summary: applied.summary, rows: await readRows(app, dealer, applied.id) };
}

async function knownMileages(rows: Awaited<ReturnType<typeof bring>>["rows"], dealer: TestUser) {
  const found: number[] = [];
  for (const { carId } of rows) {
    if (carId === null) continue;
    const { body } = await app.call(`GET /api/cars/${carId}/mileage-history`, { as: dealer });
    found.push(...mileageHistory.parse(body).readings.map(({ mileage }) => mileage));
  }
  return found;
}

test("a stock file gives five look-alike numbers a day, to new cars and others: who guesses one learns no more", async () => {
  const victim = await app.registerUser();
  await app.publishCar(victim, { vin: guess(7), mileage: 99_000 });
  const dealer = await newDealer();
  const first = await bring(dealer, [0, 1, 2, 3, 4, 5, 6, 7].map(guess));
  expect(first.summary).toMatchObject({ create: 5, faulty: 3 });
  expect(first.rows.slice(5)).toMatchObject([
    { outcome: "faulty", faults: [{ column: "vin", value: "WVW••••••••••1234", code: "vin_too_many" }] },
    { outcome: "faulty" },
    { outcome: "faulty" },
  ]);
  // Another number for a car that is there is a guess, too, and so is one in a form.
  const second = await bring(dealer, [7, 8].map(guess));
  expect(second.summary).toMatchObject({ update: 0, faulty: 2 });
  const form = await app.carFields(dealer, { vin: guess(7) });
  expect((await app.call("POST /api/cars", { as: dealer, body: form })).status).toBe(429);
  expect(await knownMileages([...first.rows, ...second.rows], dealer)).toEqual([]);
  // The very number, guessed at once, would be found: the test asks the right thing.
  const lucky = await newDealer();
  expect(await knownMileages((await bring(lucky, [guess(7)])).rows, lucky)).toEqual([99_000, 120_000]);
});

test("files of one dealer give 5,000 numbers a day together: a file beyond that gives none", async () => {
  const dealer = await newDealer();
  const [first = "", second = "", third = ""] = differing(3, 223_456);
  await app.services.ctx.limits.vinsOfFile(dealer.id, 4_998);
  expect((await bring(dealer, [first, second])).summary).toMatchObject({ create: 2, faulty: 0 });
  // The same numbers give nothing anew, another one does.
  const beyond = await bring(dealer, [first, third]);
  expect(beyond.summary).toMatchObject({ update: 0, unchanged: 1, faulty: 1 });
  expect(beyond.rows[1]).toMatchObject({ faults: [{ column: "vin", code: "vin_too_many" }] });
});

test("numbers of an honest stock differ in what everybody reads of them: forty cars come in one file", async () => {
  const vins = differing(40, 123_456);
  expect((await bring(await newDealer(), vins)).summary).toMatchObject({ create: 40, faulty: 0 });
});
