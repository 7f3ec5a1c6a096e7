import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isPhotoId, type PhotoFormat, type PhotoWidth } from "#domain/photos/photo-addresses.ts";
import type { LocalFile, PhotoFile, FileStore, StoredFile } from "./file-store.ts";

const incomingFolder = "incoming";
const importsFolder = "imports";
/** An upload takes seconds; a file in the incoming folder for a day was left by a crash. */
const leftOverAfterMs = 24 * 60 * 60 * 1000;

/**
 * Photos in a folder: `{folder}/{last two characters of the id}/{id}/{width}.{format}`. The end of a UUIDv7 is
 * random, so the 256 folders fill evenly.
 */
export class DiskFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Written and synced in a temporary folder first; one rename makes the whole photo visible. */
  async put(id: string, files: readonly PhotoFile[]): Promise<void> {
    const home = this.#home(id);
    const shard = join(this.#folder, shardOf(id));
    const incoming = join(this.#folder, incomingFolder, `${id}.${randomUUID()}`);
    await mkdir(incoming, { recursive: true });
    try {
      await Promise.all(files.map((file) => writeSynced(join(incoming, nameOf(file)), file.bytes)));
      await syncFolder(incoming);
      await mkdir(shard, { recursive: true });
      await rename(incoming, home);
      await syncFolder(shard);
    } catch (error) {
      await rm(incoming, { recursive: true, force: true });
      throw error;
    }
  }

  async get(id: string, width: PhotoWidth, format: PhotoFormat): Promise<StoredFile | null> {
    let file: FileHandle;
    try {
      file = await open(join(this.#home(id), nameOf({ width, format })));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    try {
      const { size } = await file.stat();
      // The stream closes the file at its end and on cancellation.
      const stream = file.createReadStream({ highWaterMark: 256 * 1024 });
      return { size, body: Readable.toWeb(stream) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#home(id), { recursive: true, force: true });
  }

  async *list(): AsyncGenerator<string> {
    for (const shard of await entriesOf(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      for (const id of await entriesOf(join(this.#folder, shard))) {
        if (isPhotoId(id)) yield id;
      }
    }
  }

  async tidy(now: Date): Promise<void> {
    const incoming = join(this.#folder, incomingFolder);
    for (const name of await entriesOf(incoming)) {
      const path = join(incoming, name);
      const modified = await stat(path).then(
        (facts) => facts.mtimeMs,
        () => now.getTime(),
      );
      if (now.getTime() - modified > leftOverAfterMs) await rm(path, { recursive: true, force: true });
    }
  }

  async putImport(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const incoming = join(this.#folder, incomingFolder, `${id}.${randomUUID()}`);
    const home = this.#importHome(id);
    await mkdir(join(this.#folder, incomingFolder), { recursive: true });
    await mkdir(join(this.#folder, importsFolder), { recursive: true });
    try {
      await pipeline(content, createWriteStream(incoming, { flags: "wx", flush: true }));
      await rename(incoming, home);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async openImport(id: string): Promise<LocalFile | null> {
    const path = this.#importHome(id);
    try {
      await stat(path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return { path, release: async () => {} };
  }

  async removeImport(id: string): Promise<void> {
    await rm(this.#importHome(id), { force: true });
  }

  async *listImports(): AsyncGenerator<string> {
    for (const id of await entriesOf(join(this.#folder, importsFolder))) if (isPhotoId(id)) yield id;
  }

  #importHome(id: string): string {
    if (!isPhotoId(id)) throw new TypeError("not an import's id");
    return join(this.#folder, importsFolder, id);
  }

  publicUrl(): null {
    return null;
  }

  /** Ids come from addresses: only a UUID becomes part of a path. */
  #home(id: string): string {
    if (!isPhotoId(id)) throw new TypeError("not a photo id");
    return join(this.#folder, shardOf(id), id);
  }
}

function shardOf(id: string): string {
  return id.slice(-2);
}

function nameOf(file: { width: PhotoWidth; format: PhotoFormat }): string {
  return `${file.width}.${file.format}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a folder's entries durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
