import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";

/** A snapshot that can't be used: another's, cut off, or changed on the disk. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}

// Before each block: its length and its CRC-32.
const prefixBytes = 8;
/** After the last one. */
const end = "end";

async function append(file: FileHandle, block: unknown): Promise<void> {
  const bytes = serialize(block);
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(bytes.length, 0);
  prefix.writeUInt32LE(crc32(bytes), 4);
  await file.writev([prefix, bytes]);
}

/** Writes `blocks`, each of what a structured clone can hold, beside the file, which they become once all are on disk. */
export async function writeSnapshot(path: string, blocks: Iterable<unknown>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.new`;
  const file = await open(beside, "w", 0o600);
  try {
    // One at a time: memory holds one more block, and others get their turn in between.
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (const block of blocks) await append(file, block);
    await append(file, end);
    await file.sync();
    await file.close();
    await rename(beside, path);
  } catch (error) {
    await file.close();
    // On a full disk half a file would be in everybody's way.
    await rm(beside, { force: true });
    throw error;
  }
}

async function readWhole(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { bytesRead } = await file.read(bytes, at, length - at);
    if (bytesRead === 0) throw new SnapshotError("The snapshot is cut off.");
    at += bytesRead;
  }
  return bytes;
}

/**
 * The blocks of a snapshot, one in memory at a time. Throws SnapshotError where one is not as it was written, at the
 * latest after the last one; what the file system says where there is none.
 */
export async function* readSnapshot(path: string): AsyncGenerator<unknown, void, undefined> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (;;) {
      const prefix = await readWhole(file, prefixBytes);
      const length = prefix.readUInt32LE(0);
      if (length > size) throw new SnapshotError("The snapshot's length is wrong.");
      const bytes = await readWhole(file, length);
      if (crc32(bytes) !== prefix.readUInt32LE(4)) throw new SnapshotError("The snapshot was changed.");
      const block: unknown = deserialize(bytes);
      if (block === end) return;
      yield block;
    }
  } finally {
    await file.close();
  }
}
