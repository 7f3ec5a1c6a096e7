import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OgCache } from "./og-cache.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-og-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const picture = (byte: number) => Uint8Array.of(0xff, 0xd8, byte);

test("the share picture cache returns what was stored, also to the next process", async () => {
  await new OgCache(join(folder, "new")).put("a.jpg", picture(1));
  const next = new OgCache(join(folder, "new"));
  expect(await next.get("a.jpg")).toEqual(picture(1));
  expect(await next.get("b.jpg")).toBeNull();
});

test("the share picture cache evicts the least recently used picture beyond its bound", async () => {
  const cache = new OgCache(folder, 2);
  await cache.put("a.jpg", picture(1));
  await cache.put("b.jpg", picture(2));
  await cache.get("a.jpg");
  await cache.put("c.jpg", picture(3));
  expect((await readdir(folder)).toSorted()).toEqual(["a.jpg", "c.jpg"]);
});

test("files that a crash left incomplete are deleted at the next start", async () => {
  await writeFile(join(folder, "x.new"), "half");
  expect(await new OgCache(folder).get("a.jpg")).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});
