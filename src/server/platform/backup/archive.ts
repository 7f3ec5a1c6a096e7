import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { z } from "zod";

/**
 * A backup is a tar file that any tar program opens. Each entry has its SHA-256 in its PAX comment, which other
 * programs ignore. The last entry has one hash over all names and hashes in order, so a truncated, reordered or
 * altered archive is detected.
 */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A backup cannot be made, read or restored; the message says why and what helps. */
export class BackupError extends Error {
  override name = "BackupError";
}

const lastName = "end.json";
/** Maximum size of an entry, because readers hold it in memory. */
const maxEntryBytes = 64 * 1024 * 1024;

const lastEntry = z.object({ entries: z.number(), chain: z.string() });

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const commentOf = (hash: string) => `sha256 ${hash}`;

/** Makes renames in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes an archive to a temporary file and renames it once it is complete and on disk. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  readonly #chain = createHash("sha256");
  #entries = 0;
  #bytes = 0;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
    this.#written = this.#pump();
    // The next call that adds an entry throws it.
    this.#written.catch(() => {});
  }

  static async create(file: string): Promise<ArchiveWriter> {
    await mkdir(dirname(file), { recursive: true });
    const there = await stat(file).catch(() => null);
    if (there !== null) throw new BackupError(`${file} is there already.`);
    // It has everybody's e-mail and phone.
    return new ArchiveWriter(file, await open(`${file}.part`, "w", 0o600));
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#bytes;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > maxEntryBytes) throw new BackupError(`${name} is larger than an entry may be.`);
    const hash = hashOf(bytes);
    this.#chain.update(`${name}\0${hash}\n`);
    this.#entries += 1;
    await this.#write(name, hash, bytes);
  }

  /** The last entry; then the archive gets its own name. */
  async finish(): Promise<void> {
    const last = { entries: this.#entries, chain: this.#chain.digest("hex") };
    const bytes = Buffer.from(JSON.stringify(last));
    await this.#write(lastName, hashOf(bytes), bytes);
    this.#packer.controller.finalize();
    await this.#written;
    await this.#handle.sync();
    await this.#handle.close();
    await rename(`${this.#file}.part`, this.#file);
    await syncFolder(dirname(this.#file));
  }

  /** Aborts and removes everything. */
  async discard(): Promise<void> {
    this.#packer.controller.error(new BackupError("The backup was broken off."));
    await this.#written.catch(() => {});
    await this.#handle.close().catch(() => {});
    await rm(`${this.#file}.part`, { force: true });
  }

  async #write(name: string, hash: string, bytes: Uint8Array): Promise<void> {
    try {
      const header = { name, size: bytes.length, mode: 0o600, pax: { comment: commentOf(hash) } };
      const writer = this.#packer.controller.add(header).getWriter();
      await writer.write(bytes);
      await writer.close();
    } catch (error) {
      // A full disk breaks the stream; the disk's own error says more.
      await this.#written;
      throw error;
    }
  }

  async #pump(): Promise<void> {
    for await (const chunk of this.#packer.readable) {
      await this.#handle.writeFile(chunk);
      this.#bytes += chunk.length;
    }
  }
}

async function readBody(name: string, size: number, body: ReadableStream<Uint8Array>): Promise<Buffer> {
  if (size > maxEntryBytes) throw new BackupError(`${name} is too large: this is no backup of this site.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== size) throw new BackupError(`The backup is cut off within ${name}.`);
  return bytes;
}

/**
 * The entries of an archive in order, each verified. It completes only if the last entry confirms all others;
 * throws a BackupError for an incomplete or altered archive.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file).catch((error: unknown) => {
    throw new BackupError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const chain = createHash("sha256");
  let entries = 0;
  let last: z.infer<typeof lastEntry> | null = null;
  try {
    const stream = Readable.toWeb(handle.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false }));
    for await (const { header, body } of stream.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, size, pax } = header;
      if (last !== null) throw new BackupError(`${name} stands behind the end of the backup.`);
      const bytes = await readBody(name, size, body);
      const hash = hashOf(bytes);
      if (pax?.["comment"] !== commentOf(hash))
        throw new BackupError(`${name} was changed: its hash is another.`);
      if (name === lastName) {
        last = lastEntry.parse(JSON.parse(bytes.toString()));
        continue;
      }
      chain.update(`${name}\0${hash}\n`);
      entries += 1;
      yield { name, bytes };
    }
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error;
    if (/truncated|checksum|USTAR|tar/i.test(error.message)) {
      throw new BackupError(`${file} is no whole backup: ${error.message}`, { cause: error });
    }
    throw error;
  } finally {
    await handle.close().catch(() => {});
  }
  if (last === null) throw new BackupError(`${file} is half a backup: its end is missing.`);
  if (last.entries !== entries || last.chain !== chain.digest("hex")) {
    throw new BackupError(`${file} was changed: entries are missing or stand in another order.`);
  }
}
