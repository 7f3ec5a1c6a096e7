import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";
import type { FaultCode } from "#domain/messages/stock-faults.ts";
import { maxPhotoBytes } from "#domain/photos/photo-limits.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";

/** A ZIP that is refused, with the code of its fault. */
export class ZipFault extends Error {
  override name = "ZipFault";
  readonly code: FaultCode;
  constructor(code: FaultCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** What all files of a ZIP may come to once unpacked: pictures do not shrink, so a small ZIP that claims more is a bomb. */
const maxUnpackedBytes = 1_000_000_000;
/** Beside the pictures: folders, what systems put in by themselves. */
const maxOtherEntries = 10_000;
/** Of the ZIP's own list: names, comments and what programs note. All of it is in memory while the ZIP is open. */
const maxListBytes = 16_000_000;

/** What macOS and Windows add, which nobody put there. */
function isClutter(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

/** A ZIP of one CSV and pictures, read file by file. Nothing of it is written to disk, and no name becomes a path. */
export interface StockZip {
  /** The files beside the CSV. */
  readonly names: readonly string[];
  /** Throws a ZipFault. */
  readCsv(): Promise<Buffer<ArrayBuffer>>;
  /** A file's bytes by its name in the ZIP, or without its folders where that is clear; null for none, "too_large" for more than a photo. */
  readPicture(name: string): Promise<Buffer<ArrayBuffer> | "too_large" | null>;
  close(): void;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Bit 11 of an entry's flags. */
const saysUtf8 = 0x800;

/** A file's name. macOS writes UTF-8 without saying so, and accents apart from their letters. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag }: yauzl.Entry): string {
  const isClear = (generalPurposeBitFlag & saysUtf8) !== 0 || fileNameRaw.every((byte) => byte < 0x80);
  if (isClear) return fileName.normalize("NFC");
  try {
    return utf8.decode(fileNameRaw).normalize("NFC");
  } catch {
    return fileName.normalize("NFC");
  }
}

function toFault(error: unknown): ZipFault {
  if (error instanceof ZipFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isPath = /invalid relative path|absolute path|invalid characters in fileName/.test(message);
  return new ZipFault(isPath ? "zip_path" : "zip_broken", { cause: error });
}

/** Opens a ZIP by its path and reads what is in it. Throws a ZipFault. */
export async function openStockZip(path: string): Promise<StockZip> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: false })
    .catch((error: unknown) => {
      throw toFault(error);
    });
  try {
    const entries: { readonly name: string; readonly entry: yauzl.Entry }[] = [];
    let unpacked = 0;
    let listBytes = 0;
    if (zip.entryCount > importLimits.maxPictures + maxOtherEntries) throw new ZipFault("zip_too_large");
    for await (const entry of zip.eachEntry()) {
      listBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (listBytes > maxListBytes) throw new ZipFault("zip_too_large");
      const name = nameOf(entry);
      if (name.includes("\0")) throw new ZipFault("zip_path");
      if (name.endsWith("/") || isClutter(name)) continue;
      if ((entry.generalPurposeBitFlag & 1) === 1) throw new ZipFault("zip_encrypted");
      if (/\.(?:zip|rar|7z|tar|gz)$/i.test(name)) throw new ZipFault("zip_nested");
      unpacked += entry.uncompressedSize;
      if (unpacked > maxUnpackedBytes) throw new ZipFault("zip_too_large");
      entries.push({ name, entry });
    }
    const tables = entries.filter(({ name }) => /\.csv$/i.test(name));
    const [table] = tables;
    if (table === undefined) throw new ZipFault("zip_no_csv");
    if (tables.length > 1) throw new ZipFault("zip_many_csv");
    const pictures = entries.filter((each) => each !== table);
    const byName = new Map(pictures.map(({ name, entry }) => [name.toLowerCase(), entry]));
    const byBase = new Map<string, yauzl.Entry | null>();
    for (const { name, entry } of pictures) {
      const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
      // Two of the same name in different folders: only the whole name is clear.
      byBase.set(base, byBase.has(base) ? null : entry);
    }
    const read = async (entry: yauzl.Entry): Promise<Buffer<ArrayBuffer>> => {
      try {
        // yauzl ends a stream that is longer than the entry says.
        return Buffer.concat([await buffer(await zip.openReadStreamPromise(entry))]);
      } catch (error) {
        throw toFault(error);
      }
    };
    return {
      names: pictures.map(({ name }) => name),
      readCsv: async () => {
        if (table.entry.uncompressedSize > importLimits.maxCsvBytes) throw new ZipFault("file_too_large");
        return read(table.entry);
      },
      readPicture: async (name) => {
        const wanted = name
          .normalize("NFC")
          .replaceAll("\\", "/")
          .replace(/^\.?\//, "")
          .toLowerCase();
        const entry = byName.get(wanted) ?? byBase.get(wanted) ?? null;
        if (entry === null) return null;
        return entry.uncompressedSize > maxPhotoBytes ? "too_large" : read(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw toFault(error);
  }
}
