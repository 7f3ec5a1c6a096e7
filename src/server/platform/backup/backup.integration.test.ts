import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { DiskFileStore } from "#server/market/photos/disk-file-store.ts";
import { createPhotoCleaner } from "#server/market/photos/photo-cleaner.ts";
import type { FileStore } from "#server/market/photos/file-store.ts";
import { S3FileStore } from "#server/market/photos/s3-file-store.ts";
import { carOf, createTestApp, type TestUser } from "#testing/app.ts";
import { addStoredPhoto, hashPhoto, hashTables, withClient } from "#testing/backups.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { checkBackup, restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

const bucketName = "restored-photos";
let folder: string;
let s3: S3rver;
let bucket: S3FileStore;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-backup-"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: bucketName, configs: [] }],
  });
  const { port } = await s3.run();
  bucket = new S3FileStore({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: bucketName,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    publicUrl: null,
  });
});
afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.close()));
});
afterAll(async () => {
  bucket.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function freshDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

/** On a connection that is not the site's, whose pool would count as a running site. */
async function addPerson({ url }: TestDatabase): Promise<string> {
  const id = uuidv7();
  await withClient(url, (client) =>
    client.query(
      "insert into users (id, first_name, last_name, email, password_hash) values ($1, 'A', 'B', $2, 'none')",
      [id, `${id}@example.com`],
    ),
  );
  return id;
}

/** Somebody with three photos, backed up. */
async function backedUpSite(
  name: string,
): Promise<{ file: string; store: DiskFileStore; database: TestDatabase }> {
  const database = await freshDatabase();
  const store = new DiskFileStore(join(folder, `${name}-photos`));
  const person = await addPerson(database);
  for (let n = 0; n < 3; n += 1) await addStoredPhoto(database.db, store, person);
  const file = join(folder, `${name}.tar`);
  await takeBackup({ file, url: database.url, store });
  return { file, store, database };
}

test("a site backed up while people publish, edit and delete comes back elsewhere, row for row and picture for picture", async () => {
  const app = await createTestApp();
  const { url, db } = app.database;
  const store = new DiskFileStore(join(app.dataDir, "photos"));
  const cleaner = createPhotoCleaner({ db, store });
  const hashes = new Map<string, string | null>();
  const people = await Promise.all([1, 2, 3].map(() => app.registerUser({ isDealerByHand: true })));
  const publish = async (person: TestUser) => {
    const photos = await Promise.all([1, 2].map(() => addStoredPhoto(db, store, person.id)));
    for (const { id, hash } of photos) hashes.set(id, hash);
    const body = await app.carFields(person, { images: photos.map(({ id }) => photoPath(id)) });
    const car = carOf(await app.call("POST /api/cars", { as: person, body }));
    return { id: car._id, body, photos: photos.map(({ id }) => id) };
  };
  for (const person of people) for (let n = 0; n < 4; n += 1) await publish(person);
  await app.services.jobs.addJob("remove_photos", { ids: [uuidv7()] }, { maxAttempts: 5, key: "waiting" });

  // Publishing, editing, deleting for good with the pictures, without a pause until the archive is there.
  const ending = new AbortController();
  const load = people.map(async (person) => {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      const { id, body, photos } = await publish(person);
      await app.call(`PUT /api/cars/${id}`, { as: person, body: { ...body, price: 5000 + round } });
      if (round % 2 === 0) continue;
      await db.deleteFrom("cars").where("id", "=", id).execute();
      await cleaner.removeUnused(photos);
    }
  });
  const file = join(folder, "drill.tar");
  let expected: Record<string, string> = {};
  const result = await takeBackup({
    file,
    url,
    store,
    onSnapshot: async (snapshot) => {
      expected = await hashTables(url, snapshot);
    },
  });
  ending.abort();
  await Promise.all(load);
  expect(result.withoutFiles).toEqual([]);
  expect(await hashTables(url)).not.toEqual(expected);
  await app.close();

  const elsewhere = await freshDatabase();
  const target = new DiskFileStore(join(folder, "drill-restored"));
  const restored = await restoreBackup({ file, url: elsewhere.url, store: target, replace: false });
  expect(restored).toMatchObject({ rows: result.rows, jobs: 1 });
  expect(await hashTables(elsewhere.url)).toEqual(expected);
  const photos = await elsewhere.db.selectFrom("photos").select("id").orderBy("id").execute();
  expect(photos.length).toBeGreaterThanOrEqual(24);
  for (const { id } of photos) expect(await hashPhoto(target, id)).toBe(hashes.get(id));
  const stored: string[] = [];
  for await (const id of target.list()) stored.push(id);
  expect(stored.toSorted()).toEqual(photos.map(({ id }) => id));

  // The next car has the next number, and the triggers that guard the tables are enabled.
  await withClient(elsewhere.url, async (client) => {
    const { rows: disabled } = await client.query(
      "select 1 from pg_trigger where not tgisinternal and tgenabled <> 'O'",
    );
    expect(disabled).toEqual([]);
    const { rows: numbers } = await client.query<{ next: number; highest: number }>(
      "select nextval(pg_get_serial_sequence('cars', 'number'))::int as next, max(number)::int as highest from cars",
    );
    expect(numbers[0]?.next).toBeGreaterThan(numbers[0]?.highest ?? Infinity);
  });
});

test("a photo that somebody deletes while it is read is in the backup, and goes afterwards", async () => {
  const database = await freshDatabase();
  const { db, url } = database;
  const disk = new DiskFileStore(join(folder, "held-photos"));
  const cleaner = createPhotoCleaner({ db, store: disk });
  const person = await addPerson(database);
  // Ids are in order of time; this one sorts before the other, so it is found only by the last look.
  const late = uuidv7();
  const first = await addStoredPhoto(db, disk, person);
  // Its files are gone in the site itself: told, and no reason to give up.
  const lost = uuidv7();
  await db.insertInto("photos").values({ id: lost, width: 1, height: 1, thumbhash: "" }).execute();
  let adding: Promise<unknown> | null = null;
  const removals: Promise<void>[] = [];
  const store: FileStore = Object.assign(Object.create(disk), {
    get: async (...which: Parameters<FileStore["get"]>) => {
      if (which[0] === first.id) await (adding ??= addStoredPhoto(db, disk, person, late));
      if (which[0] === late && removals.length === 0) {
        let removed = false;
        const remove = async () => {
          await cleaner.removeUnused([late]);
          removed = true;
        };
        removals.push(remove());
        await vi.waitFor(async () => {
          const waiting = await withClient(url, (client) =>
            client.query("select 1 from pg_locks where locktype = 'advisory' and not granted"),
          );
          expect(removed || waiting.rowCount !== 0).toBe(true);
        });
      }
      return disk.get(...which);
    },
  });
  const file = join(folder, "held.tar");
  expect(await takeBackup({ file, url, store })).toMatchObject({ photos: 2, withoutFiles: [lost] });
  await Promise.all(removals);
  expect(await hashPhoto(disk, late)).toBeNull();

  const elsewhere = await freshDatabase();
  const target = new DiskFileStore(join(folder, "held-restored"));
  await restoreBackup({ file, url: elsewhere.url, store: target, replace: false });
  expect(await hashPhoto(target, late)).not.toBeNull();
});

test("half an archive, and a changed one, are known as such and change nothing", async () => {
  const { file, store } = await backedUpSite("half");
  const others = await freshDatabase();
  await addPerson(others);
  const before = await hashTables(others.url);
  const whole = await readFile(file);
  expect(await checkBackup(file)).toBeGreaterThan(36);
  const damage: Record<string, { harm: (path: string) => Promise<void>; told: RegExp }> = {
    "nothing of it": { harm: (path) => truncate(path, 0), told: /half a backup|no whole backup/ },
    "half of it": {
      harm: (path) => truncate(path, Math.floor(whole.length / 2048) * 1024),
      told: /half a backup|no whole backup|cut off/,
    },
    "all but its end": {
      harm: (path) => truncate(path, whole.length - 4096),
      told: /half a backup|no whole backup|cut off/,
    },
    "a changed byte": {
      harm: async (path) => {
        const at = whole.indexOf(".jpg") + 4096;
        await writeFile(
          path,
          Buffer.concat([whole.subarray(0, at), Buffer.from([7]), whole.subarray(at + 1)]),
        );
      },
      told: /its hash is another/,
    },
  };
  for (const [name, { harm, told }] of Object.entries(damage)) {
    const path = join(folder, "damaged.tar");
    await cp(file, path);
    await harm(path);
    const attempt = { file: path, url: others.url, store, replace: true };
    await expect(restoreBackup(attempt), name).rejects.toThrow(told);
    await expect(checkBackup(path), name).rejects.toThrow(told);
    expect(await hashTables(others.url), name).toEqual(before);
  }
});

function breakOff(progress: { rows: number }): void {
  if (progress.rows > 0) throw new Error("broken off");
}

test("a site with people's data is not written over unless told, and a running one never", async () => {
  const { file, store, database } = await backedUpSite("there");
  const others = await freshDatabase();
  const attempt = { file, url: others.url, store: bucket, replace: true };
  await addPerson(others);
  await withClient(`${others.url}&application_name=vetura`, async () => {
    await expect(restoreBackup(attempt)).rejects.toThrow("The site is running on this database");
  });
  await expect(restoreBackup({ ...attempt, replace: false })).rejects.toThrow("--replace");
  // Broken off in the middle of the tables: what was there is there.
  const before = await hashTables(others.url);
  await expect(restoreBackup({ ...attempt, onProgress: breakOff })).rejects.toThrow("broken off");
  expect(await hashTables(others.url)).toEqual(before);
  await restoreBackup(attempt);
  expect(await hashTables(others.url)).toEqual(await hashTables(database.url));
  // As a restore that was broken off and is done again.
  await restoreBackup(attempt);
  expect(await hashTables(others.url)).toEqual(await hashTables(database.url));
  // From disk into S3: the same pictures.
  const { rows } = await withClient(others.url, (client) =>
    client.query<{ id: string }>("select id from photos"),
  );
  expect(rows).toHaveLength(3);
  for (const { id } of rows) expect(await hashPhoto(bucket, id)).toBe(await hashPhoto(store, id));
  const again = { file: join(folder, "from-s3.tar"), url: others.url, store: bucket };
  expect(await takeBackup(again)).toMatchObject({ photos: 3, withoutFiles: [] });
});

test("a backup of an older version comes back and is brought up to date", async () => {
  const { url } = await freshDatabase();
  const older = new URL(url);
  older.pathname = `${older.pathname}_older`;
  await withClient(url, (client) => client.query(`create database ${older.pathname.slice(1)}`));
  const migrations = join(folder, "older-migrations");
  await mkdir(migrations);
  const source = new URL("../db/migrations/", import.meta.url);
  const names = (await readdir(source)).toSorted();
  for (const name of names.slice(0, -2)) await cp(new URL(name, source), join(migrations, name));
  await migrate(older.href, { folder: migrations });
  await withClient(older.href, (client) =>
    client.query(
      "insert into users (id, first_name, last_name, email, password_hash) values ($1, 'A', 'B', 'a@example.com', 'x')",
      [uuidv7()],
    ),
  );
  const store = new DiskFileStore(join(folder, "older-photos"));
  const file = join(folder, "older.tar");
  await takeBackup({ file, url: older.href, store });

  await restoreBackup({ file, url, store, replace: false });
  await withClient(url, async (client) => {
    const { rows } = await client.query("select email from users");
    expect(rows).toEqual([{ email: "a@example.com" }]);
    const { rows: run } = await client.query<{ name: string }>(
      "select name from schema_migrations order by name",
    );
    expect(run.map(({ name }) => `${name}.sql`)).toEqual(names);
    await client.query(`drop database ${older.pathname.slice(1)} with (force)`);
  });
});

test("a backup of 0.1.0 is refused with one sentence before anything is touched", async () => {
  const { file, store, database } = await backedUpSite("of-010");
  await withClient(database.url, (client) =>
    client.query("update schema_migrations set name = '0001_accounts_cars_photos' where name like '0001%'"),
  );
  await rm(file);
  await takeBackup({ file, url: database.url, store });
  const told =
    "This backup is of Vetura 0.1.0, which this version does not read. Restore it with Vetura 0.1.0.";
  await expect(checkBackup(file)).rejects.toThrow(told);
  const { url } = await freshDatabase();
  await expect(restoreBackup({ file, url, store, replace: false })).rejects.toThrow(told);
});

test("a disk that is full leaves no half archive under the archive's name", async () => {
  const database = await freshDatabase();
  const store = new DiskFileStore(join(folder, "full-photos"));
  await addStoredPhoto(database.db, store, await addPerson(database));
  const file = join(folder, "full", "backup.tar");
  // /dev/full takes what is opened and refuses what is written, as a full disk does.
  await mkdir(join(folder, "full"));
  await symlink("/dev/full", `${file}.part`);
  await expect(takeBackup({ file, url: database.url, store })).rejects.toMatchObject({ code: "ENOSPC" });
  expect(await readdir(join(folder, "full"))).toEqual([]);
});
