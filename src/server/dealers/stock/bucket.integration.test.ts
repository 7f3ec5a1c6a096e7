import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carsOf, createTestApp, type TestApp } from "#testing/app.ts";
import { type S3Store, startS3Store } from "#testing/s3-store.ts";
import { applyStock, checkStock, stockCsv, stockPicture, stockRow, zipOf } from "#testing/stock-files.ts";

let folder: string;
let store: S3Store;
let app: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-bucket-"));
  store = await startS3Store(folder);
  app = await createTestApp({ env: store.env });
});
afterAll(async () => {
  await app.close();
  await store.close();
  await rm(folder, { recursive: true });
});

/** Names of the bucket's objects of imports. */
async function storedImports(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => /imports\/[\da-f-]{36}/.test(file));
}

test("an import whose file and pictures are in a bucket is applied, and its file is removed by the sweep", async () => {
  const dealer = await app.registerUser({
    isDealerByHand: true,
    businessName: "Auto Arta",
    phone: "+38344123456",
  });
  const zip = await zipOf({
    "stoku.csv": stockCsv([stockRow({ referenca: "S-1", fotot: "foto.jpg" })]),
    "foto.jpg": await stockPicture(1),
  });
  const { id } = await checkStock(app, dealer, zip);
  expect((await storedImports()).some((file) => file.includes(id))).toBe(true);
  expect(await applyStock(app, dealer, id)).toMatchObject({ status: "applied" });
  const [car] = carsOf(await app.call("GET /api/cars/my", { as: dealer }));
  expect(car).toMatchObject({ reference: "S-1" });
  const photos = (await readdir(folder, { recursive: true })).filter((file) => file.includes("photos/"));
  expect(photos.some((file) => file.includes(car?.photos[0]?.url.split("/")[2] ?? "none"))).toBe(true);
  await sql`update stock_imports set created_at = now() - interval '8 days'`.execute(app.database.db);
  await app.services.schedule["sweep_stock_imports"]?.run(new AbortController().signal);
  expect(await storedImports()).toEqual([]);
});
