import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { type S3Store, startS3Store } from "#testing/s3-store.ts";
import { checkStock, stockCsv, stockRow } from "#testing/stock-files.ts";

// The file of an import has plain identification numbers: it must not outlive its account.

const dayMs = 86_400_000;
let folder: string;
let bucket: S3Store;
let moved = 0;
const now = () => new Date(Date.now() + moved);
const apps: Record<string, TestApp> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-stray-"));
  bucket = await startS3Store(folder);
  apps["disk"] = await createTestApp({ now });
  apps["s3"] = await createTestApp({ now, env: bucket.env });
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});

function newDealer(app: TestApp): Promise<TestUser> {
  return app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
}

async function isStored(app: TestApp, id: string): Promise<boolean> {
  const file = await app.services.ctx.fileStore.openImport(id);
  await file?.release();
  return file !== null;
}

test.each(["disk", "s3"])(
  "the sweep removes a deleted account's stock file within a day (%s)",
  async (kind) => {
    const app = apps[kind];
    if (app === undefined) throw new Error(kind);
    const sweep = async (signal = new AbortController().signal) =>
      app.services.schedule["sweep_stock_imports"]?.run(signal);
    moved = 0;
    const [leaving, staying] = [await newDealer(app), await newDealer(app)];
    const file = stockCsv([stockRow({ vin: "WVWZZZ1KZAW123456" })]);
    const { id: gone } = await checkStock(app, leaving, file);
    const { id: left } = await checkStock(app, staying, file);
    const body = { password: "kali i zi në mal" };
    expect((await app.call("PUT /api/me", { as: leaving, body })).status).toBe(200);
    expect((await app.call("DELETE /api/me", { as: leaving, body })).status).toBe(204);
    // The row of a young file may still follow.
    await sweep();
    expect([await isStored(app, gone), await isStored(app, left)]).toEqual([true, true]);
    moved = 1.1 * dayMs;
    // A stop of the site does not wait for the listing.
    await sweep(AbortSignal.abort());
    expect(await isStored(app, gone)).toBe(true);
    await sweep();
    expect([await isStored(app, gone), await isStored(app, left)]).toEqual([false, true]);
  },
);
