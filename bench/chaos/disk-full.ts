import { execFile } from "node:child_process";
import { mkdir, mkdtemp, open, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startDatabase } from "#bench/site.ts";
import { carForm, register, uploadPhoto } from "#bench/soak/payer.ts";
import { createProductProcess, type ProductProcess } from "#bench/soak/product-process.ts";
import { car } from "#contract/cars.ts";
import { uploadedPhoto } from "#contract/photos.ts";
import { loadConfig } from "#server/config.ts";
import { openSiteDatabase } from "#server/platform/db/site-database.ts";
import { DiskFileStore } from "#server/market/photos/disk-file-store.ts";
import { withClient } from "#testing/backups.ts";
import { noise } from "#testing/pictures.ts";

/**
 * Full disks, on mounted file systems of a fixed size (needs root, else throws): one of 64 MB for the photos,
 * one for the embedded database. While the disk is full, writes are answered with 503 and leave nothing
 * partial, and reads work. Once there is space, writes work again and nothing that was acknowledged is lost.
 */

const run = promisify(execFile);
const megabyte = 2 ** 20;
const refusals = 25;

interface Disk {
  readonly folder: string;
  /** Fills the disk, leaving `leave` bytes. */
  fill(leave: number): Promise<void>;
  makeRoom(): Promise<void>;
  unmount(): Promise<void>;
}

async function mount(size: number): Promise<Disk> {
  if (process.getuid?.() !== 0) throw new Error("Mounting a small file system needs root: run this as root.");
  const folder = await mkdtemp(join(tmpdir(), "vetura-full-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "tmpfs", folder]);
  const filler = join(folder, "filler");
  return {
    folder,
    fill: async (leave) => {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(filler, "a");
      const block = Buffer.alloc(megabyte, 1);
      for (let left = bavail * bsize - leave; left > 0; left -= block.length)
        await file.write(block, 0, Math.min(left, block.length));
      await file.close();
    },
    makeRoom: () => rm(filler, { force: true }),
    unmount: async () => {
      await run("umount", ["-l", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function post(
  site: string,
  path: string,
  token: string,
  type: string,
  body: string | Buffer,
): Promise<Response> {
  return fetch(`${site}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
    body: typeof body === "string" ? body : new Uint8Array(body),
    signal: AbortSignal.timeout(30_000),
  });
}

/**
 * Sends until 25 requests were refused with 503; returns the accepted answers. Throws for any other status.
 */
async function sendUntilFull(send: () => Promise<Response>): Promise<{ taken: unknown[]; refused: number }> {
  const taken: unknown[] = [];
  let refused = 0;
  const until = Date.now() + 180_000;
  while (refused < refusals) {
    if (Date.now() > until)
      throw new Error(`the disk did not fill: ${taken.length} taken, ${refused} refused`);
    const answer = await send();
    if (answer.status === 201) taken.push(await answer.json());
    else if (answer.status === 503 && answer.headers.has("retry-after")) refused += 1;
    else throw new Error(`answered with ${answer.status}: ${await answer.text()}`);
  }
  return { taken, refused };
}

async function expectReading(product: ProductProcess): Promise<void> {
  for (const path of ["/api/cars", "/search", "/healthz"]) {
    const { status } = await fetch(`${product.url}${path}`);
    if (status !== 200) throw new Error(`${path} is answered with ${status} while the disk is full`);
  }
}

/** Milliseconds until a request is accepted again. */
async function sendUntilAccepted(send: () => Promise<Response>): Promise<number> {
  const began = Date.now();
  for (;;) {
    const answer = await send();
    if (answer.status === 201) return Date.now() - began;
    if (answer.status !== 503) throw new Error(`answered with ${answer.status}`);
    if (Date.now() - began > 60_000) throw new Error("does not recover");
    await sleep(200);
  }
}

async function photosFull(): Promise<void> {
  const disk = await mount(64 * megabyte);
  const database = await startDatabase();
  const product = await createProductProcess({ ...database, folder: disk.folder });
  try {
    await product.start();
    const { token } = await register(product.url, "seller@example.com", "none");
    await uploadPhoto(product.url, token);
    const picture = await noise(1600, 1200).jpeg().toBuffer();
    await disk.fill(24 * megabyte);
    const send = () => post(product.url, "/api/photos", token, "image/jpeg", picture);
    const { taken, refused } = await sendUntilFull(send);
    await expectReading(product);
    const expected = taken.length + 1;
    const { rows } = await withClient(database.url, (client) =>
      client.query<{ id: string }>("select id from photos order by id"),
    );
    const files: string[] = [];
    const folder = join(disk.folder, "photos");
    for await (const id of new DiskFileStore(folder).list()) files.push(id);
    if (rows.length !== expected || files.toSorted().join() !== rows.map(({ id }) => id).join())
      throw new Error(`${expected} acknowledged, ${rows.length} rows, ${files.length} photos with files`);
    const halves = await readdir(join(folder, "incoming"));
    if (halves.length > 0) throw new Error(`${halves.length} half photos were left`);
    for (const photo of taken) {
      const { status } = await fetch(new URL(uploadedPhoto.parse(photo).url, product.url));
      if (status !== 200) throw new Error(`an acknowledged photo is answered with ${status}`);
    }
    await disk.makeRoom();
    const ms = await sendUntilAccepted(send);
    console.log(
      `photos, 64 MB: ${taken.length} taken, ${refused} refused with 503, no orphan; taken again after ${ms} ms`,
    );
  } finally {
    await product.stop();
    await database.stop();
    await disk.unmount();
  }
}

async function databaseFull(): Promise<void> {
  // An empty cluster with its write-ahead log takes some 80 MB.
  const disk = await mount(256 * megabyte);
  const folder = join(disk.folder, "data");
  await mkdir(folder, { mode: 0o755 });
  const product = await createProductProcess({ url: "", folder, stop: async () => {} });
  try {
    await product.start();
    const { token } = await register(product.url, "seller@example.com", "seller");
    const images = [await uploadPhoto(product.url, token)];
    const database = await openSiteDatabase(loadConfig({ DATA_DIR: folder }));
    // Dealers publish without a fee.
    await withClient(database.url, (client) => client.query("update users set is_dealer_by_hand = true"));
    const send = () => {
      const description = Array.from({ length: 600 }, () => Math.random().toString(36).slice(2, 9)).join(" ");
      const body = JSON.stringify({ ...carForm, images, description });
      return post(product.url, "/api/cars", token, "application/json", body);
    };
    await disk.fill(3 * megabyte);
    const { taken, refused } = await sendUntilFull(send);
    await expectReading(product);
    await disk.makeRoom();
    const ms = await sendUntilAccepted(send);
    for (const published of taken) {
      const { status } = await fetch(`${product.url}/api/cars/${car.parse(published)._id}`);
      if (status !== 200) throw new Error(`an acknowledged car is answered with ${status}`);
    }
    const { rowCount } = await withClient(database.url, (client) =>
      client.query("select from cars c where not exists (select from car_photos p where p.car_id = c.id)"),
    );
    if (rowCount !== 0) throw new Error(`${rowCount} cars without pictures`);
    console.log(
      `embedded database: ${taken.length} taken, ${refused} refused with 503, none lost, none half there; taken again after ${ms} ms`,
    );
  } finally {
    await product.stop();
    await disk.unmount();
  }
}

/** `npm run chaos -- disk-full` */
export async function fillDisks(): Promise<void> {
  await photosFull();
  await databaseFull();
}
