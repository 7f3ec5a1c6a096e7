import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadedPhoto } from "#contract/photos.ts";
import { maxPhotoBytes } from "#domain/photos/photo-limits.ts";
import { parsePhotoPath, photoPath } from "#domain/photos/photo-addresses.ts";
import { createApp } from "#server/app.ts";
import { carOf, createTestApp, errorOf, type Answer, type TestApp, type TestUser } from "#testing/app.ts";
import { codedItem, exifItem, gridItems, heicFile, heifFile, irot, fourTiles } from "#testing/heic.ts";
import { exifBlock, exifSegment, fourColours, noise, quarters, withJpegSegments } from "#testing/pictures.ts";
import { DiskFileStore } from "./disk-file-store.ts";
import { createPhotoCleaner, type PhotoCleaner } from "./photo-cleaner.ts";
import { deleteUnusedPhotos } from "./photos.queries.ts";

const dayMs = 24 * 60 * 60 * 1000;
let app: TestApp;
let seller: TestUser;
let stranger: TestUser;
let store: DiskFileStore;
let cleaner: PhotoCleaner;
let jpeg: Buffer;

beforeAll(async () => {
  app = await createTestApp();
  // Publishes for nothing, so that no test here is about fees.
  seller = await app.registerUser({ isDealerByHand: true });
  stranger = await app.registerUser();
  const { photos } = app.services.config;
  if (photos.store !== "disk") throw new Error("tests store on disk");
  store = new DiskFileStore(photos.folder);
  cleaner = createPhotoCleaner({ db: app.database.db, store });
  jpeg = await fourColours(320, 240).jpeg().toBuffer();
});

afterAll(() => app.close());

/** A copy whose bytes lie in an ArrayBuffer, as request bodies want them. */
function body(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function upload(
  bytes: Uint8Array,
  as: TestUser | null = seller,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return app.call("POST /api/photos", { as, raw: body(bytes), headers });
}

async function uploaded(
  bytes: Uint8Array = jpeg,
  as: TestUser = seller,
): Promise<{ url: string; id: string }> {
  const { url } = uploadedPhoto.parse((await upload(bytes, as)).body);
  return { url, id: parsePhotoPath(url)?.id ?? "" };
}

async function multipart(
  fields: Record<string, Blob | string>,
): Promise<{ raw: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request("http://localhost/", { method: "POST", body: form });
  return {
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { "Content-Type": request.headers.get("content-type") ?? "" },
  };
}

async function storedIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of store.list()) ids.push(id);
  return ids;
}

async function rowIds(): Promise<string[]> {
  const rows = await app.database.db.selectFrom("photos").select("id").execute();
  return rows.map((row) => row.id);
}

function dataUrl(bytes: Uint8Array, type = "image/jpeg"): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** How many of this database's connections wait for another one. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db);
  return rows[0]?.count ?? 0;
}

async function age(id: string, days: number): Promise<void> {
  await app.database.db
    .updateTable("photos")
    .set({ created_at: new Date(Date.now() - days * dayMs) })
    .where("id", "=", id)
    .execute();
}

describe("POST /api/photos", () => {
  test("POST /api/photos accepts a picture as the body and returns its address, upright size and thumbhash", async () => {
    const sideways = withJpegSegments(jpeg, exifSegment(exifBlock([{ tag: 0x0112, value: 6 }])));
    const answer = await upload(sideways);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const photo = uploadedPhoto.strict().parse(answer.body);
    expect(photo).toMatchObject({ width: 240, height: 320 });
    expect(photo.url).toMatch(/^\/photos\/[0-9a-f-]{36}\/960\.jpg$/);
    const row = await app.database.db
      .selectFrom("photos")
      .selectAll()
      .where("id", "=", parsePhotoPath(photo.url)?.id ?? "")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ owner_id: seller.id, width: 240, height: 320, thumbhash: photo.thumbhash });
  });

  test("POST /api/photos accepts the multipart field `photo`, whatever its name and type say", async () => {
    const part = new File([body(await fourColours().webp().toBuffer())], "../../x.svg", {
      type: "image/svg+xml",
    });
    const answer = await app.call("POST /api/photos", { as: seller, ...(await multipart({ photo: part })) });
    expect(answer.status).toBe(201);
  });

  test("POST /api/photos accepts an iPhone's tiled and turned HEIC and serves it upright as JPEG, WebP and AVIF", async () => {
    const answer = await upload(iphonePicture(), seller, { "Content-Type": "image/heic" });
    expect(answer.status).toBe(201);
    const photo = uploadedPhoto.strict().parse(answer.body);
    expect(photo).toMatchObject({ width: 100, height: 120 });
    const { id = "" } = parsePhotoPath(photo.url) ?? {};
    for (const format of ["jpg", "webp", "avif"] as const) {
      const file = await store.get(id, 640, format);
      const bytes = new Uint8Array(await new Response(file?.body).arrayBuffer());
      expect(await quarters(bytes)).toEqual(["blue", "red", "yellow", "green"]);
      expect(Buffer.from(bytes).includes("Exif")).toBe(false);
    }
  });

  test("POST /api/photos returns 401 to a guest", async () => {
    expect((await upload(jpeg, null)).status).toBe(401);
  });

  test("POST /api/photos names what is wrong with a multipart body", async () => {
    const photo = new Blob([body(jpeg)]);
    const send = async (fields: Record<string, Blob | string>) =>
      app.call("POST /api/photos", { as: seller, ...(await multipart(fields)) });
    expect(errorOf(await send({ photo, caption: "e imja" }))).toMatchObject({
      code: "validation_failed",
      fields: { caption: "Fushë e panjohur: caption" },
    });
    expect((await send({ photo: "text" })).status).toBe(400);
    expect((await send({ picture: photo })).status).toBe(400);
    const garbled = {
      raw: body(Buffer.from("no parts")),
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    };
    expect((await app.call("POST /api/photos", { as: seller, ...garbled })).status).toBe(400);
    expect((await upload(Buffer.alloc(0))).status).toBe(400);
  });

  test("POST /api/photos refuses more than 25 MB, declared or not, without reading on", async () => {
    expect((await upload(Buffer.alloc(maxPhotoBytes + 1))).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const response = await sendStream(endless);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(maxPhotoBytes + 5_000_000);
  });

  test("an aborted upload leaves nothing, and the next try works", async () => {
    const before = await rowIds();
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(jpeg.subarray(0, 500));
        controller.error(new Error("connection lost"));
      },
    });
    expect((await sendStream(half)).status).toBe(400);
    expect((await upload(jpeg.subarray(0, jpeg.length - 300))).status).toBe(415);
    expect(await rowIds()).toEqual(before);
    expect((await upload(jpeg)).status).toBe(201);
  });

  test("each picture gets its own row and files, also when several are uploaded at once", async () => {
    const photos = await Promise.all([uploaded(), uploaded(), uploaded()]);
    const ids = photos.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(await rowIds()).toEqual(expect.arrayContaining(ids));
    expect(await storedIds()).toEqual(expect.arrayContaining(ids));
  });
});

function sendStream(stream: ReadableStream<Uint8Array>): Promise<Response> {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { Authorization: `Bearer ${seller.token}` },
    body: stream,
    duplex: "half",
  };
  const request = new Request("http://localhost:3000/api/photos", init);
  return Promise.resolve(createApp(app.services).fetch(request, { remoteAddress: "127.0.0.1" }));
}

describe("pictures by upload and by data URL", () => {
  test("pictures in other formats, broken ones and very thin ones return 415 in both ways and store nothing", async () => {
    const stored = (await storedIds()).length;
    const hostile = [
      await fourColours().gif().toBuffer(),
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
      Buffer.from("%PDF-1.4"),
      jpeg.subarray(0, 1000),
      await fourColours(400, 2).png().toBuffer(),
      randomBytes(400),
      heicFile("noise").subarray(0, 4_000),
      heifFile([{ ...codedItem("red", 64, 64), type: "avc1" }]),
      // Sound outside: only the decoder sees that its tiles are missing.
      heifFile(gridItems(1, { width: 4_000, height: 3_000 }, [codedItem("red", 64, 64)])),
    ];
    for (const bytes of hostile) {
      const direct = await upload(bytes);
      const inCar = await app.call("POST /api/cars", {
        as: seller,
        body: await app.carFields(seller, { images: [dataUrl(jpeg), dataUrl(bytes)] }),
      });
      expect([direct.status, inCar.status]).toEqual([415, 415]);
      expect(errorOf(inCar).message).toBe(errorOf(direct).message);
      expect(Object.keys(errorOf(direct).fields ?? {})).toEqual(["photo"]);
      expect(Object.keys(errorOf(inCar).fields ?? {})).toEqual(["images"]);
    }
    expect(await storedIds()).toHaveLength(stored);
  });

  test("an iPhone's HEIC as a data URL is accepted in a car with a JPEG beside it", async () => {
    const images = [dataUrl(iphonePicture(), "image/heic"), dataUrl(jpeg)];
    const answer = await app.call("POST /api/cars", {
      as: seller,
      body: await app.carFields(seller, { images }),
    });
    const [first = "", ...others] = carOf(answer).images;
    expect(others).toHaveLength(1);
    const file = await store.get(parsePhotoPath(first)?.id ?? "", 960, "jpg");
    const bytes = new Uint8Array(await new Response(file?.body).arrayBuffer());
    expect(await quarters(bytes)).toEqual(["blue", "red", "yellow", "green"]);
  });

  test("a valid picture in a data URL with a wrong type is accepted", async () => {
    const answer = await app.call("POST /api/cars", {
      as: seller,
      body: await app.carFields(seller, { images: [dataUrl(jpeg, "application/x-php"), dataUrl(jpeg, "")] }),
    });
    const car = carOf(answer);
    expect(car.images).toHaveLength(2);
    for (const image of car.images)
      expect(await app.call(`GET ${image}` as `GET /${string}`)).toMatchObject({ status: 200 });
  });
});

/** Four tiles cut at the edges, to be turned by a quarter, which EXIF says once more. */
function iphonePicture(): Buffer {
  return heifFile([
    ...gridItems(2, { width: 120, height: 100 }, fourTiles(), [irot(3)]),
    exifItem(exifBlock([{ tag: 0x0112, value: 6 }]), 1),
  ]);
}

async function publish(images: string[]): Promise<Answer> {
  return app.call("POST /api/cars", { as: seller, body: await app.carFields(seller, { images }) });
}

describe("a car's images", () => {
  test("a car's images may be one's own photos in any size and with the site's address, each counted once", async () => {
    const { url, id } = await uploaded();
    const car = carOf(
      await publish([photoPath(id, 320, "avif"), `${app.services.config.site.publicUrl}${url}`, url]),
    );
    expect(car.images).toEqual([url]);
  });

  test("a car's images may not be other people's photos, ownerless photos or other addresses", async () => {
    const { url } = await uploaded(jpeg, stranger);
    const drawing = await app.photoOf(null);
    const images = [
      url,
      drawing,
      photoPath(uuidv7()),
      "http://127.0.0.1:9/car.jpg",
      `https://elsewhere.example${url}`,
      "file:///etc/passwd",
      "data:text/html,<script>",
      "/photos/../../etc/passwd",
      "x",
    ];
    for (const image of images) {
      const answer = await publish([image]);
      expect({ image, status: answer.status }).toEqual({ image, status: 400 });
      expect(Object.keys(errorOf(answer).fields ?? {})).toEqual(["images"]);
    }
  });

  test("a demo drawing stays on its car when the car is edited", async () => {
    const mine = await uploaded();
    const car = carOf(await publish([mine.url]));
    await app.database.db.updateTable("photos").set({ owner_id: null }).where("id", "=", mine.id).execute();
    const edited = await app.call(`PUT /api/cars/${car._id}`, {
      as: seller,
      body: await app.carFields(seller, { images: [dataUrl(jpeg), mine.url] }),
    });
    expect(carOf(edited).images.at(-1)).toBe(mine.url);
  });
});

describe("GET /photos/{id}/{width}.{format}", () => {
  test("a photo is served in every width and format with its type, immutable and nosniff", async () => {
    const { id } = await uploaded();
    const types = { jpg: "image/jpeg", webp: "image/webp", avif: "image/avif" } as const;
    for (const width of [320, 640, 960, 1600] as const) {
      for (const [format, type] of Object.entries(types)) {
        const answer = await fetchPhoto(`/photos/${id}/${width}.${format}`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toBe(type);
        expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(answer.headers.get("content-length")).toBe(String(bytes.length));
        expect(await quarters(bytes)).toEqual(["red", "green", "blue", "yellow"]);
      }
    }
  });

  test("a photo's address answers 304 to a matching ETag and HEAD without a body", async () => {
    const { url } = await uploaded();
    const etag = (await fetchPhoto(url)).headers.get("etag") ?? "";
    const again = await fetchPhoto(url, { headers: { "If-None-Match": `"other", W/${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect((await fetchPhoto(url, { headers: { "If-None-Match": `"other"` } })).status).toBe(200);
    const head = await fetchPhoto(url, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await head.text()).toBe("");
  });

  test("any other address below /photos returns 404", async () => {
    const { id } = await uploaded();
    for (const path of [
      photoPath(uuidv7()),
      `/photos/${id}/961.jpg`,
      `/photos/${id}/960.png`,
      `/photos/${id}/..%2f960.jpg`,
      `/photos/..%2f..%2f${id}/960.jpg`,
      `/photos/${id.toUpperCase()}/960.jpg`,
    ]) {
      expect({ path, status: (await fetchPhoto(path)).status }).toEqual({ path, status: 404 });
    }
  });
});

function fetchPhoto(path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(
    createApp(app.services).fetch(new Request(`http://localhost:3000${path}`, init), {
      remoteAddress: "127.0.0.1",
    }),
  );
}

describe("the photo sweep", () => {
  const running = new AbortController().signal;

  test("the sweep deletes photos that were on no car for seven days, and no younger ones", async () => {
    const [old, young, shown] = await Promise.all([uploaded(), uploaded(), uploaded()]);
    await app.publishCar(seller, { images: [shown.url] });
    await age(old.id, 7.1);
    await age(young.id, 6.9);
    await age(shown.id, 400);
    await cleaner.removeOrphans(new Date(), running);
    const [rows, files] = [await rowIds(), await storedIds()];
    expect([old, young, shown].map(({ id }) => [rows.includes(id), files.includes(id)])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  test("a sweep whose process stops removes nothing more", async () => {
    const [old, stray] = [await uploaded(), uuidv7()];
    await age(old.id, 7.1);
    await store.put(stray, [{ width: 960, format: "jpg", bytes: jpeg }]);
    const stopped = AbortSignal.abort();
    await cleaner.removeOrphans(new Date(), stopped);
    await cleaner.removeStrayFiles(new Date(Date.now() + 1.1 * dayMs), stopped);
    expect(await storedIds()).toEqual(expect.arrayContaining([old.id, stray]));
  });

  test("the sweep deletes a deleted account's photos within the hour", async () => {
    const person = await app.registerUser();
    const { id } = await uploaded(jpeg, person);
    await app.database.db.deleteFrom("users").where("id", "=", person.id).execute();
    await cleaner.removeOrphans(new Date(Date.now() + dayMs / 20), running);
    expect(await rowIds()).not.toContain(id);
    expect(await storedIds()).not.toContain(id);
  });

  test("the sweep skips a photo that is being put on a car, however old it is", async () => {
    const { id } = await uploaded();
    await age(id, 30);
    const prepared = await app.services.photos.prepareCarImages(seller.id, [photoPath(id)]);
    await app.database.db.transaction().execute(async (trx) => {
      await app.services.photos.claimCarImages(trx, seller.id, prepared);
      const which = { before: new Date(), ownerlessBefore: new Date() };
      expect(await deleteUnusedPhotos(app.database.db, which, 1_000)).not.toContain(id);
    });
    expect(await rowIds()).toContain(id);
  });

  test("a photo that the sweep is deleting cannot be put on a car any more (400)", async () => {
    const { id } = await uploaded();
    const prepared = await app.services.photos.prepareCarImages(seller.id, [photoPath(id)]);
    let claimed: Promise<unknown> = Promise.resolve();
    await app.database.db.transaction().execute(async (sweep) => {
      await sweep.deleteFrom("photos").where("id", "=", id).execute();
      claimed = app.database.db
        .transaction()
        .execute((trx) => app.services.photos.claimCarImages(trx, seller.id, prepared));
      claimed.catch(() => undefined);
      await expect.poll(waitingForLocks).toBeGreaterThan(0);
    });
    await expect(claimed).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("the sweep deletes files without a row once they are a day old", async () => {
    const recorded = await uploaded();
    const stray = uuidv7();
    await store.put(stray, [{ width: 960, format: "jpg", bytes: jpeg }]);
    await cleaner.removeStrayFiles(new Date(), running);
    expect(await storedIds()).toContain(stray);
    await cleaner.removeStrayFiles(new Date(Date.now() + 1.1 * dayMs), running);
    expect(await storedIds()).not.toContain(stray);
    expect(await storedIds()).toContain(recorded.id);
  });
});

test("ten large photographs of one car are published in order", async () => {
  const pictures = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      noise(600 + place, 400)
        .jpeg()
        .toBuffer(),
    ),
  );
  const urls: string[] = [];
  for (const { url } of await Promise.all(pictures.map((picture) => uploaded(picture)))) urls.push(url);
  expect((await app.publishCar(seller, { images: urls })).images).toEqual(urls);
});
