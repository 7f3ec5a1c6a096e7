import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { photoFormats, photoWidths } from "#domain/photos/photo-addresses.ts";
import { DiskFileStore } from "./disk-file-store.ts";
import type { PhotoFile, FileStore } from "./file-store.ts";
import { S3FileStore, type S3PhotoStoreOptions } from "./s3-file-store.ts";

// Pictures take their time on a busy machine; no test here measures it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const bucketName = "vetura-photos";
let folder: string;
let s3: S3rver;
let port: number;
const stores: Record<string, () => FileStore> = {};
let disk: DiskFileStore;
let bucket: S3FileStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-stores-"));
  disk = new DiskFileStore(join(folder, "disk"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: bucketName, configs: [] }],
  });
  ({ port } = await s3.run());
  bucket = s3Store(`http://127.0.0.1:${port}`);
});

afterAll(async () => {
  bucket.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

function s3Store(
  endpoint: string,
  publicUrl: string | null = null,
  timeouts: Pick<S3PhotoStoreOptions, "requestTimeout" | "socketTimeout"> = {},
): S3FileStore {
  return new S3FileStore({
    ...timeouts,
    endpoint,
    bucket: bucketName,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    publicUrl,
  });
}

function filesOf(text: string): PhotoFile[] {
  return photoWidths.flatMap((width) =>
    photoFormats.map((format) => ({ width, format, bytes: Buffer.from(`${text} ${width}.${format}`) })),
  );
}

async function read(store: FileStore, id: string): Promise<string | null> {
  const file = await store.get(id, 960, "webp");
  if (file === null) return null;
  const text = await new Response(file.body).text();
  expect(file.size).toBe(text.length);
  return text;
}

async function all(store: FileStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of store.list()) ids.push(id);
  return ids;
}

stores["disk"] = () => disk;
stores["s3"] = () => bucket;

describe.each(["disk", "s3"])("photos in a store (%s)", (kind) => {
  const store = (): FileStore => {
    const made = stores[kind]?.();
    if (made === undefined) throw new Error(kind);
    return made;
  };

  test("a stored photo is read back unchanged in each of its files", async () => {
    const id = uuidv7();
    await store().put(id, filesOf("car"));
    for (const { width, format } of filesOf("")) {
      const file = await store().get(id, width, format);
      expect(await new Response(file?.body ?? null).text()).toBe(`car ${width}.${format}`);
    }
  });

  test("reading a missing photo returns null", async () => {
    expect(await store().get(uuidv7(), 320, "jpg")).toBeNull();
  });

  test("each photo is listed once until it is removed, and removing it again is no error", async () => {
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    for (const id of ids) await store().put(id, filesOf(id));
    const listed = await all(store());
    for (const id of ids) expect(listed.filter((one) => one === id)).toHaveLength(1);

    await store().remove(ids.slice(0, 2));
    await store().remove(ids.slice(0, 2));
    expect(await read(store(), ids[0] ?? "")).toBeNull();
    expect(await read(store(), ids[2] ?? "")).toBe(`${ids[2]} 960.webp`);
    const left = await all(store());
    expect(ids.filter((id) => left.includes(id))).toEqual(ids.slice(2));
  });
});

describe("the disk store", () => {
  test("no id reaches a file outside the store's folder", async () => {
    await writeFile(join(folder, "960.webp"), "secret");
    for (const id of ["..", "../..", "../../etc", `..%2f${uuidv7()}`, `${uuidv7()}/..`, ""]) {
      await expect(disk.get(id, 960, "webp")).rejects.toThrow(TypeError);
      await expect(disk.put(id, filesOf("x"))).rejects.toThrow(TypeError);
      await expect(disk.remove([id])).rejects.toThrow(TypeError);
    }
  });

  test("a photo whose writing failed is not visible and leaves no files", async () => {
    const id = uuidv7();
    const [first, ...rest] = filesOf("half");
    if (first === undefined) throw new Error("no files");
    // The same name twice: the second can't be written.
    await expect(disk.put(id, [first, ...rest, first])).rejects.toThrow(/EEXIST/);
    expect(await read(disk, id)).toBeNull();
    expect(await readdir(join(folder, "disk", "incoming"))).toEqual([]);
  });

  test("the clean-up deletes what a crash left and not what is being written", async () => {
    const incoming = join(folder, "disk", "incoming");
    await mkdir(join(incoming, "old"), { recursive: true });
    await mkdir(join(incoming, "new"), { recursive: true });
    await utimes(join(incoming, "old"), new Date("2026-01-01"), new Date("2026-01-01"));
    await disk.tidy(new Date());
    expect(await readdir(incoming)).toEqual(["new"]);
  });
});

/** Sends a request on to another server, and its answer back. */
async function passOn(
  origin: string,
  request: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  response: ServerResponse,
): Promise<void> {
  const hopByHop = new Set(["connection", "content-length", "transfer-encoding", "expect"]);
  const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name));
  const answer = await fetch(`${origin}${request.url ?? ""}`, {
    method: request.method ?? "GET",
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    ...(body.length > 0 ? { body } : {}),
  });
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
}

describe("the S3 store", () => {
  test("the S3 store gives public addresses where it is configured with one", () => {
    const id = uuidv7();
    const store = s3Store("http://127.0.0.1:1", "https://photos.example");
    expect(store.publicUrl(`/photos/${id}/960.jpg`)).toBe(`https://photos.example/photos/${id}/960.jpg`);
    expect(s3Store("http://127.0.0.1:1").publicUrl("/photos/x")).toBeNull();
  });

  test("a photo is removed when one of its files cannot be written", async () => {
    let puts = 0;
    // A proxy that refuses the fifth file for good.
    const proxy = createServer((request, response) => {
      const refuse = request.method === "PUT" && (request.url?.includes("640.jpg") ?? false);
      if (request.method === "PUT") puts++;
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (refuse) {
          response.writeHead(403).end();
          return;
        }
        void passOn(`http://127.0.0.1:${port}`, request, Buffer.concat(chunks), response);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const through = s3Store(`http://127.0.0.1:${address.port}`);
    const id = uuidv7();
    await expect(through.put(id, filesOf("half"))).rejects.toThrow(/./);
    expect(puts).toBeGreaterThan(11);
    expect(await read(bucket, id)).toBeNull();
    expect(await all(bucket)).not.toContain(id);
    through.close();
    await new Promise((resolve) => proxy.close(resolve));
  });

  test("an unreachable store returns an error in time", async () => {
    const started = performance.now();
    await expect(s3Store("http://127.0.0.1:1").put(uuidv7(), filesOf("x"))).rejects.toThrow(/./);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("a store that stops in the middle of a file ends the reading in time", async () => {
    const stalling = createServer((_, response) => {
      response.writeHead(200, { "Content-Type": "image/jpeg", "Content-Length": "1000" });
      response.write("some bytes");
    });
    await new Promise<void>((resolve) => stalling.listen(0, "127.0.0.1", resolve));
    const address = stalling.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const store = s3Store(`http://127.0.0.1:${address.port}`, null, { socketTimeout: 200 });
    try {
      await expect(read(store, uuidv7())).rejects.toThrow(/timed? ?out|timeout/i);
      await expect(store.openImport(uuidv7())).rejects.toThrow(/timed? ?out|timeout/i);
    } finally {
      store.close();
      stalling.closeAllConnections();
      await new Promise((resolve) => stalling.close(resolve));
    }
  });

  test("a store that accepts requests and never answers returns an error in time", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const store = s3Store(`http://127.0.0.1:${address.port}`, null, { requestTimeout: 100 });
    try {
      await expect(store.put(uuidv7(), filesOf("x"))).rejects.toThrow(/timed? ?out|timeout/i);
      await expect(store.get(uuidv7(), 960, "jpg")).rejects.toThrow(/timed? ?out|timeout/i);
    } finally {
      store.close();
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    }
  });
});
