import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharePicturePath } from "#domain/photos/share-picture.ts";
import { sitePicturePath } from "#domain/photos/site-picture.ts";
import { carOf, createTestApp, pictureDataUrl, type TestApp, type TestUser } from "#testing/app.ts";
import { createApp } from "#server/app.ts";

let app: TestApp;
let seller: TestUser;
let get: (path: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser({ isDealerByHand: true });
  const server = createApp(app.services);
  get = async (path, headers = {}) =>
    server.fetch(new Request(`http://localhost${path}`, { headers }), { remoteAddress: "203.0.113.9" });
});
afterAll(() => app.close());

const publish = async () => app.publishCar(seller, { images: [await pictureDataUrl("#ff0000")] });

test("a car on sale has a share picture with its photo and facts, immutable at its address", async () => {
  const path = sharePicturePath(await publish());
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));

  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  const at = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
  // The photo, red all over, on the left; paper on the right, and ink on it at the price.
  expect(at(300, 300)[0]).toBeGreaterThan(220);
  expect(at(300, 300)[1]).toBeLessThan(40);
  expect(Math.min(...at(1190, 10))).toBeGreaterThan(240);
  const price = Array.from({ length: 300 }, (_, x) => at(800 + x, 105)[0] ?? 255);
  expect(price.filter((red) => red < 60).length).toBeGreaterThan(20);

  const etag = answer.headers.get("etag") ?? "";
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  expect(Buffer.from(await (await get(path)).arrayBuffer()).equals(bytes)).toBe(true);
});

test("an outdated share picture address redirects to the present one", async () => {
  const car = await publish();
  const before = sharePicturePath(car);
  await app.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
  const sold = carOf(await app.call(`GET /api/cars/${car._id}`));
  const answer = await get(before);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(sharePicturePath(sold));
  expect(sharePicturePath(sold)).not.toBe(before);
  expect((await get(sharePicturePath(sold))).status).toBe(200);
});

test("a car that is not public has no share picture, even if one was drawn before", async () => {
  const car = await publish();
  const path = sharePicturePath(car);
  expect((await get(path)).status).toBe(200);
  await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
  expect((await get(path)).status).toBe(404);
  expect((await get("/og/01890000-0000-7000-8000-000000000001/abc.jpg")).status).toBe(404);
  expect((await get(`/og/${car._id}/..%2Fabc.jpg`)).status).toBe(404);
});

test("all other pages have the site's own share picture", async () => {
  const answer = await get(sitePicturePath);
  expect(answer.status).toBe(200);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
});

test("requests at once for one share picture draw it once", async () => {
  const path = sharePicturePath(await publish());
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(path)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
});
