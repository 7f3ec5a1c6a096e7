import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSnapshot, SnapshotError, writeSnapshot } from "./snapshot-file.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-snapshot-"));
  path = join(folder, "below", "index");
});
afterEach(() => rm(folder, { recursive: true }));

async function readAll(): Promise<unknown[]> {
  const blocks: unknown[] = [];
  for await (const block of readSnapshot(path)) blocks.push(block);
  return blocks;
}

function* broken() {
  yield 1;
  throw new Error("no more");
}

const blocks = [{ name: "Škoda" }, new Uint32Array([1, 2, 3]), new Map([["Audi", new Map([["a4", "A4"]])]])];

test("what is written is read, and a later one takes its place", async () => {
  await writeSnapshot(path, blocks);
  expect(await readAll()).toEqual(blocks);
  await writeSnapshot(path, []);
  expect(await readAll()).toEqual([]);
});

test("each byte that was changed, and each place to be cut off at, is found out", async () => {
  await writeSnapshot(path, blocks);
  const whole = await readFile(path);
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(path, changed);
    await expect(readAll(), `byte ${at}`).rejects.toThrow(SnapshotError);
    await writeFile(path, whole.subarray(0, at));
    await expect(readAll(), `cut at ${at}`).rejects.toThrow(SnapshotError);
  }
});

test("one that could not be written leaves the last one as it was", async () => {
  await writeSnapshot(path, blocks);
  await expect(writeSnapshot(path, broken())).rejects.toThrow("no more");
  expect(await readAll()).toEqual(blocks);
  expect(await readdir(join(path, ".."))).toEqual(["index"]);
});
