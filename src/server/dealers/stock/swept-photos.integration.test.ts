import { afterAll, beforeAll, expect, test } from "vitest";
import { carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  readImport,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

// Photos that a checked import wants to use again may be swept before it is applied: no car shows them.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newDealer = () => app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
const carsBy = async (as: TestUser) => carsOf(await app.call("GET /api/cars/my", { as }));
const sweepPhotosOf = ({ id }: TestUser) =>
  app.database.db.deleteFrom("photos").where("owner_id", "=", id).execute();

const fileOf = async (...rows: readonly ReturnType<typeof stockRow>[]) =>
  zipOf({ "s.csv": stockCsv(rows), "a.jpg": await stockPicture(1) });

test("a picture whose photo was swept after the check is made again from the file", async () => {
  const dealer = await newDealer();
  await applyStock(app, dealer, (await checkStock(app, dealer, await fileOf(stockRow()))).id);
  const [former] = await carsBy(dealer);
  // Its photo stays for a week, on no car.
  await app.database.db.deleteFrom("cars").where("owner_id", "=", dealer.id).execute();
  const { id } = await checkStock(app, dealer, await fileOf(stockRow({ cmimi: "11500" })));
  await sweepPhotosOf(dealer);
  expect(await applyStock(app, dealer, id)).toMatchObject({ status: "applied", summary: { create: 1 } });
  const [car] = await carsBy(dealer);
  expect(car).toMatchObject({ price: 11_500, photos: [{ width: 64 }] });
  expect(car?.photos[0]?.id).not.toBe(former?.photos[0]?.id);
});

test("a row that names an own photo which was swept after the check is skipped, and the others are applied", async () => {
  const dealer = await newDealer();
  const own = `http://localhost:3000${await app.photoOf(dealer)}`;
  const rows = [stockRow(), stockRow({ referenca: "A-2", fotot: own })];
  const { id, summary } = await checkStock(app, dealer, await fileOf(...rows));
  expect(summary).toMatchObject({ create: 2, faulty: 0 });
  await sweepPhotosOf(dealer);
  await applyStock(app, dealer, id);
  expect(await readImport(app, dealer, id)).toMatchObject({
    status: "applied",
    summary: { create: 1, faulty: 1 },
    faults: [{ row: 3, column: "fotot", code: "picture_not_yours" }],
  });
  expect((await carsBy(dealer)).map(({ reference }) => reference)).toEqual(["A-1"]);
});
