import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startZombie } from "#testing/zombie-process.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded.ts";

let folder: string;
const running: EmbeddedPostgres[] = [];

async function start(name: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, name) });
  running.push(server);
  return server;
}

async function query<Row>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new Client(server.url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterOf = async (server: EmbeddedPostgres) =>
  Number((await readFile(join(server.home, "cluster/postmaster.pid"), "utf8")).split("\n")[0]);

async function eventually<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura embedded "));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  const servers = running.splice(0);
  // All before any folder goes: two starts of one test may have shared one.
  for (const server of servers) await server.stop();
  for (const { home } of servers) await rm(home, { recursive: true, force: true });
  await rm(folder, { recursive: true });
});

test("the embedded database has its data after a stop and a start, in a path with spaces and ë", async () => {
  const first = await start("të dhëna");
  await query(first, "CREATE TABLE markers AS SELECT 1 AS id");
  await first.stop();
  expect(await query(await start("të dhëna"), "SELECT id FROM markers")).toEqual([{ id: 1 }]);
});

test("the embedded databases of two folders are two servers", async () => {
  const [one, two] = await Promise.all([start("one"), start("two")]);
  expect(one.url).not.toBe(two.url);
  await query(one, "CREATE TABLE only_one ()");
  await expect(query(two, "SELECT FROM only_one")).rejects.toThrow(/does not exist/);
});

test("a path longer than a socket's may be is no hindrance", async () => {
  const server = await start("a".repeat(120));
  expect(await query(server, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a folder in use by somebody else is refused with who it is", async () => {
  await start("data");
  await expect(startEmbeddedPostgres({ dataDir: join(folder, "data") })).rejects.toThrow(
    new RegExp(`in use.*process ${process.pid}`),
  );
});

test("Albanian letters change case in the embedded PostgreSQL the same on every system", async () => {
  const server = await start("data");
  expect(await query(server, "SELECT upper('ëç') AS upper, lower('ËÇ') AS lower")).toEqual([
    { upper: "ËÇ", lower: "ëç" },
  ]);
  expect(
    await query(server, "SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'vetura'"),
  ).toEqual([{ datlocprovider: "b", datlocale: "C.UTF-8" }]);
});

test("a server killed with -9 comes back by itself with all that was committed", async () => {
  const server = await start("data");
  await query(server, "CREATE TABLE markers AS SELECT 1 AS id");
  process.kill(await postmasterOf(server), "SIGKILL");
  expect(await eventually(() => query(server, "SELECT id FROM markers"))).toEqual([{ id: 1 }]);
});

test("a killed server whose number is still taken is waited for, not taken for a running one", async () => {
  const first = await start("killed");
  await query(first, "CREATE TABLE markers AS SELECT 1 AS id");
  const cluster = join(first.home, "cluster");
  await first.stop();
  const { uid, gid } = await stat(cluster);
  const dead = await startZombie(process.getuid?.() === 0 ? { uid, gid } : {});
  const lock = join(cluster, "postmaster.pid");
  await writeFile(lock, `${dead.pid}\n${cluster}\n`, { mode: 0o600 });
  await chown(lock, uid, gid);
  process.kill(dead.pid, "SIGKILL");
  const noted = sleep(700).then(() => dead.endParent());
  expect(await query(await start("killed"), "SELECT id FROM markers")).toEqual([{ id: 1 }]);
  await noted;
});

test("the embedded database lets nobody in without the password, which only its owner can read", async () => {
  const server = await start("data");
  const file = join(server.home, "password");
  const { mode } = await stat(file);
  expect(mode & 0o777).toBe(0o600);
  const url = new URL(server.url);
  url.password = "guess";
  await expect(new Client(url.href).connect()).rejects.toThrow(/password authentication failed/);
  expect(await readdir(server.home)).not.toContainEqual(expect.stringMatching(/^(password|cluster)\./));
});

test("a cluster of another major version of PostgreSQL is refused with a sentence that says what to do", async () => {
  const server = await start("older");
  await server.stop();
  await writeFile(join(server.home, "cluster/PG_VERSION"), "17\n");
  await expect(start("older")).rejects.toThrow(/is of PostgreSQL 17, .*npm run upgrade-database/);
});
