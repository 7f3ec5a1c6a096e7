import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { fingerprintBytes } from "#domain/photos/fingerprint.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { createTwinFinder, type TwinFinder, type TwinFinderOptions } from "./twin-finder.ts";

let database: TestDatabase;
const finders: TwinFinder[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.deleteFrom("photos").execute());
afterEach(async () => {
  for (const finder of finders.splice(0)) await finder.stop();
});

function start(options: Partial<TwinFinderOptions> = {}): TwinFinder {
  const finder = createTwinFinder({ url: database.url, log: watchedLog, ...options });
  finders.push(finder);
  return finder;
}

const random = (): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(fingerprintBytes)));

/** Adds a photo; returns the number of its fingerprint. */
async function add(hashes: Buffer): Promise<number> {
  const id = uuidv7();
  await database.db
    .insertInto("photos")
    .values({ id, owner_id: null, width: 1, height: 1, thumbhash: "", fingerprint_due: false })
    .execute();
  const { number } = await database.db
    .insertInto("photo_fingerprints")
    .values({ photo_id: id, hashes })
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

test("a photo is found that was added after the thread has read the table, by whichever copy of the site", async () => {
  const finder = start();
  const hashes = random();
  const first = await add(hashes);
  expect(await finder.find([hashes, random()], 10)).toEqual([[{ number: first, distance: 0 }], []]);
  const second = await add(hashes);
  expect(await finder.find([hashes], 10)).toEqual([
    [
      { number: first, distance: 0 },
      { number: second, distance: 0 },
    ],
  ]);
});

test("a row whose transaction ends after that of a later row is found all the same", async () => {
  const finder = start();
  const hashes = random();
  await database.db.transaction().execute(async (trx) => {
    const id = uuidv7();
    await trx
      .insertInto("photos")
      .values({ id, owner_id: null, width: 1, height: 1, thumbhash: "", fingerprint_due: false })
      .execute();
    await trx.insertInto("photo_fingerprints").values({ photo_id: id, hashes }).execute();
    const later = await add(hashes);
    expect(await finder.find([hashes], 10)).toEqual([[{ number: later, distance: 0 }]]);
  });
  const [found] = await finder.find([hashes], 10);
  expect(found).toHaveLength(2);
});

test("a thread that nobody asks ends, and the next question starts another one", async () => {
  const finder = start({ idleMs: 1 });
  const hashes = random();
  const number = await add(hashes);
  for (let round = 0; round < 3; round++) {
    expect(await finder.find([hashes], 10)).toEqual([[{ number, distance: 0 }]]);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test("a full memory holds the newest photos, and the log says so", async () => {
  expectFaults("photo_twins.memory_full");
  const finder = start({ maxPhotos: 2 });
  const [oldest, middle, newest] = [random(), random(), random()];
  await add(oldest);
  const numbers = [await add(middle), await add(newest)];
  const found = await finder.find([oldest, middle, newest], 10);
  expect(found.map(([nearest]) => nearest?.number)).toEqual([undefined, ...numbers]);
});

test("a database that can't be read fails the question, and the site goes on", async () => {
  const finder = start({ url: "postgres://nobody@127.0.0.1:1/none" });
  await expect(finder.find([random()], 10)).rejects.toThrow("Photos not looked up");
});

test("a stop interrupts whoever has asked", async () => {
  const finder = start();
  const asked = finder.find([random()], 10);
  const outcome = expect(asked).rejects.toMatchObject({ name: "AbortError" });
  await finder.stop();
  await outcome;
});
