import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fingerprintBytes } from "#domain/photos/fingerprint.ts";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { distinctPicture } from "#testing/photographs.ts";
import { findPhotoTwins, settlePhotoTwins } from "./photo-twins.commands.ts";
import { createTwinFinder } from "./twin-finder.ts";

let app: TestApp;
/** Photographs of their own, small, by number. */
const pictures = new Map<number, Buffer>();

async function picture(number: number): Promise<Buffer> {
  const made = pictures.get(number) ?? (await distinctPicture(number));
  pictures.set(number, made);
  return made;
}

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.db.deleteFrom("cars").execute();
  await app.database.db.deleteFrom("photos").execute();
  await app.database.db.deleteFrom("photo_twins_due").execute();
});

const upload = async (user: TestUser, bytes: Buffer): Promise<string> =>
  (await app.services.photos.addPhoto(user.id, bytes)).id;

async function publish(user: TestUser, ...photos: string[]): Promise<string> {
  return (await app.publishCar(user, { images: photos.map((id) => photoPath(id)) }))._id;
}

const settle = (signal = new AbortController().signal): Promise<void> | undefined =>
  app.services.schedule["find_photo_twins"]?.run(signal);

const backFill = (): Promise<void> | undefined =>
  app.services.schedule["fingerprint_photos"]?.run(new AbortController().signal);

const stored = (car: string) =>
  app.database.db
    .selectFrom("photo_twins")
    .select(["photo", "other_car_id", "other_photo", "illustrative", "distance"])
    .where("car_id", "=", car)
    .orderBy("other_car_id")
    .execute();

const isDue = async (): Promise<number> =>
  (await app.database.db.selectFrom("photo_twins_due").select("id").execute()).length;

const crop = async (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes).extract({ left: 32, top: 24, width: 576, height: 432 }).jpeg({ quality: 60 }).toBuffer();

test("a photo that another seller cropped, mirrored and uploaded again is found from either car", async () => {
  const [owner, thief] = [await app.registerUser(), await app.registerUser()];
  const original = await upload(owner, await picture(1));
  const car = await publish(owner, await upload(owner, await picture(2)), original);
  const taken = await upload(
    thief,
    await sharp(await crop(await picture(1)))
      .flop()
      .jpeg()
      .toBuffer(),
  );
  const copy = await publish(thief, taken, await upload(thief, await picture(3)));

  expect(await findPhotoTwins(app.services.ctx, copy)).toEqual([
    {
      photo: taken,
      otherCar: car,
      otherOwner: owner.id,
      otherPhoto: original,
      distance: expect.toSatisfy((distance: number) => distance <= 60),
      illustrative: false,
    },
  ]);
  await settle();
  expect(await stored(copy)).toMatchObject([{ photo: taken, other_car_id: car, other_photo: original }]);
  expect(await stored(car)).toMatchObject([{ photo: original, other_car_id: copy, other_photo: taken }]);
  expect(await isDue()).toBe(0);
});

test("the same owner's cars are no twins of each other", async () => {
  const owner = await app.registerUser();
  const photo = await upload(owner, await picture(1));
  const again = await upload(owner, await crop(await picture(1)));
  const car = await publish(owner, photo);
  await publish(owner, photo, again);
  expect(await findPhotoTwins(app.services.ctx, car)).toEqual([]);
});

test("a stop interrupts the search for twins, and the car stays due", async () => {
  const twinFinder = createTwinFinder({ url: app.database.url, log: watchedLog });
  const seller = await app.registerUser();
  await publish(seller, await upload(seller, await picture(1)));
  const due = await isDue();
  const settling = settlePhotoTwins({ ...app.services.ctx, twinFinder }, new AbortController().signal);
  const outcome = expect(settling).rejects.toMatchObject({ name: "AbortError" });
  await twinFinder.stop();
  await outcome;
  expect(await isDue()).toBe(due);
  await settle();
  expect(await isDue()).toBe(0);
});

test("the site's jobs stop although one of them waits for a look-up", async () => {
  const site = await createTestApp();
  try {
    const { db } = site.database;
    await db.transaction().execute(async (trx) => {
      await sql`lock table photo_fingerprints in access exclusive mode`.execute(trx);
      const asked = site.services.ctx.twinFinder.find([Buffer.alloc(fingerprintBytes, 7)], 10);
      const outcome = expect(asked).rejects.toMatchObject({ name: "AbortError" });
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
            ).rows.length,
          { timeout: 20_000 },
        )
        .toBe(1);
      await site.services.stopJobs();
      await outcome;
    });
  } finally {
    await site.close();
  }
});

test("a photo on three sellers' cars is illustrative on all of them, and no more when one takes it off", async () => {
  const sellers = [await app.registerUser(), await app.registerUser(), await app.registerUser()];
  const cars: string[] = [];
  for (const seller of sellers) {
    cars.push(await publish(seller, await upload(seller, await picture(4))));
    await settle();
  }
  const flags = async () =>
    (await Promise.all(cars.map(stored))).map((rows) => rows.map(({ illustrative }) => illustrative));
  expect(await flags()).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);

  const [, , last] = sellers;
  if (last === undefined) throw new Error("no seller");
  const other = await upload(last, await picture(5));
  const answer = await app.call(`PUT /api/cars/${cars[2] ?? ""}`, {
    as: last,
    body: await app.carFields(last, { images: [photoPath(other)] }),
  });
  expect(answer.status).toBe(200);
  await settle();
  // The others' turn comes with the next run.
  await settle();
  expect(await flags()).toEqual([[false], [false], []]);
});

test("each of many sellers' cars with the same photos is looked at once", async () => {
  for (let index = 0; index < 6; index += 1) {
    const seller = await app.registerUser({ isDealerByHand: true });
    const photos = await Promise.all([6, 7].map(async (number) => upload(seller, await picture(number))));
    for (let count = 0; count < 4; count += 1) await publish(seller, ...photos);
  }
  let looks = 0;
  const { ctx } = app.services;
  const twinFinder: typeof ctx.twinFinder = {
    ...ctx.twinFinder,
    find: (...question) => {
      looks += 1;
      return ctx.twinFinder.find(...question);
    },
  };
  // Cars that a run noted are looked at by the next.
  for (let run = 0; run < 5; run += 1)
    await settlePhotoTwins({ ...ctx, twinFinder }, new AbortController().signal);
  expect(await isDue()).toBe(0);
  expect(looks).toBe(24);
});

test("a thief's own copies, on cars of a second account and on none, push the victim's photo out of no look-up", async () => {
  const { db } = app.database;
  const [victim, thief, second] = [
    await app.registerUser(),
    await app.registerUser(),
    await app.registerUser({ isDealerByHand: true }),
  ];
  const original = await publish(victim, await upload(victim, await picture(1)));
  const taken = await upload(thief, await crop(await picture(1)));
  // As 600 further uploads of the same bytes leave them.
  await sql`
    with made as (
      insert into photos (id, owner_id, width, height, thumbhash, fingerprint_due)
      select gen_random_uuid(), ${thief.id}, p.width, p.height, p.thumbhash, false
      from photos p, generate_series(1, 600) where p.id = ${taken} returning id)
    insert into photo_fingerprints (photo_id, hashes)
    select made.id, f.hashes from made, photo_fingerprints f where f.photo_id = ${taken}`.execute(db);
  const copy = await publish(thief, taken);
  expect(await findPhotoTwins(app.services.ctx, copy)).toMatchObject([{ otherCar: original }]);
  for (let car = 0; car < 3; car++) await publish(second, await upload(second, await crop(await picture(1))));
  expect((await findPhotoTwins(app.services.ctx, copy)).map(({ otherCar }) => otherCar)).toContain(original);
});

test("a pair keeps the time at which it was found", async () => {
  const [owner, thief] = [await app.registerUser(), await app.registerUser()];
  await publish(owner, await upload(owner, await picture(1)));
  const copy = await publish(thief, await upload(thief, await picture(1)));
  await settle();
  const before = new Date("2026-01-01T00:00:00Z");
  await app.database.db.updateTable("photo_twins").set({ found_at: before }).execute();
  await app.database.db.insertInto("photo_twins_due").values({ car_id: copy }).execute();
  await settle();
  const rows = await app.database.db.selectFrom("photo_twins").select("found_at").execute();
  expect(rows).toEqual([{ found_at: before }, { found_at: before }]);
});

test("fingerprints go with their photo, twins with either car", async () => {
  const [owner, thief] = [await app.registerUser(), await app.registerUser()];
  await publish(owner, await upload(owner, await picture(1)));
  const copy = await publish(thief, await upload(thief, await picture(1)));
  await settle();
  await app.database.db.deleteFrom("users").where("id", "=", owner.id).execute();
  expect(await stored(copy)).toEqual([]);
  await app.database.db.deleteFrom("cars").execute();
  await app.database.db.deleteFrom("photos").execute();
  expect(await app.database.db.selectFrom("photo_fingerprints").select("number").execute()).toEqual([]);
  await settle();
  expect(await isDue()).toBe(0);
});

test("a run that is broken off leaves the cars due that it has not looked at", async () => {
  const owner = await app.registerUser();
  await publish(owner, await upload(owner, await picture(1)));
  await settle(AbortSignal.abort());
  expect(await isDue()).toBeGreaterThan(0);
  await settle();
  expect(await isDue()).toBe(0);
});

test("photos from before get their fingerprint, beside uploads, and their cars are looked at then", async () => {
  const { db } = app.database;
  const [owner, thief] = [await app.registerUser(), await app.registerUser()];
  const car = await publish(owner, await upload(owner, await picture(1)));
  const copy = await publish(thief, await upload(thief, await crop(await picture(1))));
  const whole = await db.selectFrom("photo_fingerprints").select(["photo_id", "hashes"]).execute();
  // As the version before leaves them.
  await db.deleteFrom("photo_fingerprints").execute();
  await db.updateTable("photos").set({ fingerprint_due: true }).execute();
  // One without a file.
  await app.photoOf(owner);
  await settle();
  expect(await stored(copy)).toEqual([]);

  const [uploaded] = await Promise.all([upload(owner, await picture(6)), backFill(), backFill()]);
  const made = await db.selectFrom("photo_fingerprints").select(["photo_id", "hashes"]).execute();
  expect(made.map((row) => row.photo_id).toSorted()).toEqual(
    [...whole.map((row) => row.photo_id), uploaded].toSorted(),
  );
  expect(await db.selectFrom("photos").select("id").where("fingerprint_due", "=", true).execute()).toEqual(
    [],
  );
  await settle();
  expect(await stored(copy)).toMatchObject([{ other_car_id: car }]);
});

test("a run makes each fingerprint that is due once, and the next one has nothing to do", async () => {
  const { db } = app.database;
  const owner = await app.registerUser();
  const photo = await upload(owner, await picture(1));
  await db.deleteFrom("photo_fingerprints").execute();
  await db.updateTable("photos").set({ fingerprint_due: true }).execute();
  await backFill();
  const made = await db.selectFrom("photo_fingerprints").select(["photo_id", "number"]).execute();
  expect(made).toMatchObject([{ photo_id: photo }]);
  await backFill();
  expect(await db.selectFrom("photo_fingerprints").select(["photo_id", "number"]).execute()).toEqual(made);
});

test("a picture of one colour has no fingerprint, and is not tried again", async () => {
  const owner = await app.registerUser();
  const blue = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#3366cc" } })
    .jpeg()
    .toBuffer();
  const photo = await upload(owner, blue);
  const row = await app.database.db
    .selectFrom("photos as p")
    .leftJoin("photo_fingerprints as f", "f.photo_id", "p.id")
    .select(["p.fingerprint_due", "f.number"])
    .where("p.id", "=", photo)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ fingerprint_due: false, number: null });
});
