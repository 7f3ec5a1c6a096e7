import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { productPrograms } from "#server/platform/db/embedded-programs.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { hashTables, withClient } from "#testing/backups.ts";
import { upgradeCluster } from "./upgrade-cluster.ts";

let dataDir: string;
let home: string;
let expected: Record<string, string>;
const running: EmbeddedPostgres[] = [];

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir });
  running.push(server);
  return server;
}

/** From and to the major version of the product: the same steps as between two of them. */
const upgrade = () => upgradeCluster({ dataDir, oldPrograms: productPrograms() });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vetura-upgrade-"));
  await chmod(dataDir, 0o755);
  const server = await start();
  ({ home } = server);
  await migrate(server.url);
  await withClient(server.url, (client) =>
    client.query(
      `insert into users (id, first_name, last_name, email, password_hash)
       values (gen_random_uuid(), 'Ana', 'Ël', 'ana@example.com', 'none')`,
    ),
  );
  expected = await hashTables(server.url);
  await server.stop();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

test("an upgrade moves all rows to a new cluster, sets the old one aside, and touches no other file of DATA_DIR", async () => {
  await mkdir(join(dataDir, "photos"));
  await writeFile(join(dataDir, "photos/one.webp"), "a photo");
  await writeFile(join(dataDir, "secret-key"), "a key");
  const before = await readdir(home);
  const { oldCluster } = await upgrade();
  expect(await hashTables((await start()).url)).toEqual(expected);
  expect(await readFile(join(dataDir, "photos/one.webp"), "utf8")).toBe("a photo");
  expect(await readFile(join(dataDir, "secret-key"), "utf8")).toBe("a key");
  expect(await readdir(oldCluster)).toContain("PG_VERSION");
  expect((await readdir(home)).map((name) => join(home, name)).toSorted()).toEqual(
    [...before.map((name) => join(home, name)), oldCluster].toSorted(),
  );
});

test("an upgrade is refused while the site runs, and where an old cluster has been set aside before", async () => {
  const server = await start();
  await expect(upgrade()).rejects.toThrow(/in use by another running Vetura/);
  await server.stop();
  const { oldCluster } = await upgrade();
  await expect(upgrade()).rejects.toThrow(`${oldCluster} is there already`);
  expect(await hashTables((await start()).url)).toEqual(expected);
});

test("an upgrade that was interrupted while it filled the new cluster is done again from the start", async () => {
  await mkdir(join(home, "cluster.upgrade/base"), { recursive: true });
  await writeFile(join(home, "upgrade.tar"), "half a file");
  await writeFile(join(home, "upgrade.tar.part"), "half a file");
  await upgrade();
  expect(await readdir(home)).not.toContainEqual(expect.stringMatching(/upgrade/));
  expect(await hashTables((await start()).url)).toEqual(expected);
});

test("the next start finishes an upgrade that was interrupted after the old cluster was set aside", async () => {
  await upgrade();
  await rename(join(home, "cluster"), join(home, "cluster.upgrade"));
  expect(await hashTables((await start()).url)).toEqual(expected);
});
