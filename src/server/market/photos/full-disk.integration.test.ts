import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { fourColours, noise } from "#testing/pictures.ts";
import { DiskFileStore } from "./disk-file-store.ts";

// A file system that is really full needs root (`npm run chaos -- disk-full`). Here the system refuses to let a file grow
// beyond some kilobytes (`ulimit -f`): writing fails in the middle of a file, as it does on a full disk, for pictures
// that are large and not for small ones.
const blocks = 24;

let app: TestApp;
let seller: TestUser;
let site: ChildProcess;
let url: string;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser({ isDealerByHand: true });
  const program = fileURLToPath(new URL("../../../../testing/resource-limited-process.ts", import.meta.url));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const child = spawn("/bin/sh", ["-c", `ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, program], {
    env: {
      ...env,
      DATABASE_URL: app.database.url,
      DATA_DIR: app.dataDir,
      NODE_ENV: "test",
      RATE_LIMITS: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  site = child;
  const [port] = await once(child.stdout, "data");
  url = `http://127.0.0.1:${String(port).trim()}`;
});
afterAll(async () => {
  site.kill("SIGKILL");
  await app.close();
});

function send(path: string, type: string, body: string | Buffer): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${seller.token}`, "Content-Type": type },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
}

async function stored(): Promise<{ rows: string[]; files: string[]; incoming: string[]; cars: number }> {
  const { db } = app.database;
  const folder = join(app.dataDir, "photos");
  const files: string[] = [];
  for await (const id of new DiskFileStore(folder).list()) files.push(id);
  return {
    rows: (await db.selectFrom("photos").select("id").orderBy("id").execute()).map(({ id }) => id),
    files: files.toSorted(),
    incoming: await readdir(join(folder, "incoming")),
    cars: (await db.selectFrom("cars").select("id").execute()).length,
  };
}

test("a full disk returns 503 and leaves no files, and smaller writes still work", async () => {
  const small = await fourColours(64, 48).jpeg().toBuffer();
  const large = await noise(1600, 1200).jpeg().toBuffer();
  expect((await send("/api/photos", "image/jpeg", small)).status).toBe(201);
  const before = await stored();
  expect(before).toMatchObject({ incoming: [], cars: 0 });
  expect(before.files).toEqual(before.rows);

  const refused = await send("/api/photos", "image/jpeg", large);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const images = [`data:image/jpeg;base64,${large.toString("base64")}`];
  const car = JSON.stringify(await app.carFields(seller, { images }));
  expect((await send("/api/cars", "application/json", car)).status).toBe(503);
  expect(await stored()).toEqual(before);

  expect((await send("/api/photos", "image/jpeg", small)).status).toBe(201);
  const after = await stored();
  expect(after.rows).toHaveLength(2);
  expect(after.files).toEqual(after.rows);
});
