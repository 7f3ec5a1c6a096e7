import { sql } from "kysely";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createServices, type Services } from "#server/services.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { type StreamingReplica, startStreamingReplica } from "#testing/streaming-replica.ts";
import { v7 as uuidv7 } from "uuid";
import { createDatabase, type Database } from "./connection.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { createReplica, type Replica } from "./replica.ts";

expectFaults("replica.away", "database.connection_lost");

// A primary of its own: a replica follows a whole server, and the other tests' one has much to tell.
let dataDir: string;
let primary: EmbeddedPostgres;
let replicaServer: StreamingReplica;
let database: Database;
let services: Services;
let app: ReturnType<typeof createApp>;
let replica: Replica;
let seller: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vetura-primary-"));
  await chmod(dataDir, 0o755);
  primary = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: "off", max_connections: "200", shared_buffers: "64MB" },
  });
  await migrate(primary.url);
  replicaServer = await startStreamingReplica(primary);
  database = createDatabase(primary.url, { log: watchedLog });
  const replicaUrl = replicaServer.urlOf("vetura");
  services = createServices({
    config: loadConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replicaUrl,
      NODE_ENV: "test",
    }),
    db: database.db,
    pool: database.pool,
    databaseUrl: primary.url,
    log: watchedLog,
  });
  await services.prepare();
  await services.start();
  app = createApp(services);
  seller = uuidv7();
  await database.db
    .insertInto("users")
    .values({
      id: seller,
      email: "a@example.com",
      first_name: "A",
      last_name: "B",
      phone: null,
      password_hash: "-",
    })
    .execute();
  replica = createReplica({ url: replicaUrl, primary: database.db, log: watchedLog });
  replica.start();
}, 120_000);

afterAll(async () => {
  await replica?.stop();
  await services?.stop();
  await database?.close();
  await replicaServer?.stop();
  await primary?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function insertCar(price: number): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location, description,
      seller_name, seller_phone)
    values (${id}, ${seller}, 'Audi', 'A4', 2015, 'Sedan', ${price}, 100000, 'Diesel', 'Manual', 'Pejë', 'x', 'A', '+38344123456')`.execute(
    database.db,
  );
  await expect.poll(() => services.search.rowVersionOf(id)).not.toBeNull();
  return id;
}

async function priceOf(id: string): Promise<unknown> {
  const answer = await app.fetch(new Request(`http://localhost:3000/api/cars/${id}`), {
    remoteAddress: "127.0.0.1",
  });
  return ((await answer.json()) as { price?: unknown }).price;
}

/** Which of the two answered. */
const isReplica = () =>
  replica.read(async (db) => {
    const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db);
    return rows[0]?.replica;
  });

test("public reads go to the replica while it is near enough", async () => {
  await expect.poll(isReplica, { timeout: 15_000 }).toBe(true);
});

test("what has to be there is read from the primary until the replica surely has it", async () => {
  await expect.poll(isReplica).toBe(true);
  const now = performance.now();
  const { rows } = await replica.read(
    (db) => sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db),
    now + 10_000,
  );
  expect(rows[0]?.replica).toBe(false);
});

test("a replica that is behind neither shows an old price nor leaves one behind in the cache", async () => {
  const id = await insertCar(9_000);
  expect(await priceOf(id)).toBe(9_000);
  await replicaServer.pause();
  // A band that falls due changes the row, too: only this change's own version says that the index has it.
  const { row_version } = await database.db
    .updateTable("cars")
    .set({ price: 8_500 })
    .where("id", "=", id)
    .returning("row_version")
    .executeTakeFirstOrThrow();
  await expect.poll(() => services.search.rowVersionOf(id)).toBeGreaterThanOrEqual(row_version);
  // Sooner than its lag is too great: the replica is asked, says 9,000, and is not believed.
  expect(await priceOf(id)).toBe(8_500);
  expect(await priceOf(id)).toBe(8_500);
  await expect.poll(isReplica, { timeout: 5_000 }).toBe(false);
  const late = await insertCar(7_000);
  expect(await priceOf(late)).toBe(7_000);
  await replicaServer.resume();
  await expect.poll(isReplica, { timeout: 5_000 }).toBe(true);
  expect(await priceOf(id)).toBe(8_500);
});

test("a seller's new name is not taken from a replica that has not received it", async () => {
  const id = await insertCar(6_000);
  await replicaServer.pause();
  const before = services.search.sellersVersion;
  await database.db.updateTable("users").set({ is_dealer_by_hand: true }).where("id", "=", seller).execute();
  await expect.poll(() => services.search.sellersVersion).not.toBe(before);
  const isDealer = async () => {
    const [shown] = await services.publicCars.load([id]);
    return shown?.seller.isDealer;
  };
  expect(await isDealer()).toBe(true);
  await replicaServer.resume();
  await expect.poll(isReplica, { timeout: 5_000 }).toBe(true);
  expect(await isDealer()).toBe(true);
});

test("what fails on the replica is asked of the primary, which is left alone with it for a while", async () => {
  await expect.poll(isReplica, { timeout: 5_000 }).toBe(true);
  // As a statement that a replica cancels, being in the way of its replay.
  const { rows } = await replica.read((db) =>
    sql<{ answer: number }>`select 42 / (case when pg_is_in_recovery() then 0 else 1 end) as answer`.execute(
      db,
    ),
  );
  expect(rows[0]?.answer).toBe(42);
  expect(await isReplica()).toBe(false);
  await expect.poll(isReplica, { timeout: 5_000 }).toBe(true);
});

test("without the replica everything is read from the primary", async () => {
  const id = await insertCar(5_000);
  await replicaServer.stop();
  const since = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => priceOf(id)));
  expect(new Set(answers)).toEqual(new Set([5_000]));
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(await isReplica()).toBe(false);
});
