import {
  photoFormats,
  photoWidths,
  type PhotoFormat,
  type PhotoWidth,
} from "#domain/photos/photo-addresses.ts";

/** One file of a photo, served at one of its addresses. */
export interface PhotoFile {
  readonly width: PhotoWidth;
  readonly format: PhotoFormat;
  readonly bytes: Uint8Array;
}

export interface StoredFile {
  readonly size: number;
  /** To be read to its end or cancelled. */
  readonly body: ReadableStream<Uint8Array>;
}

/** A stored file where programs that seek in it can open it. */
export interface LocalFile {
  readonly path: string;
  release(): Promise<void>;
}

/**
 * Where photos lie: on disk, or in an S3-compatible store. A photo is put there whole and removed whole; its
 * row in the database is written after the first and deleted before the second, so that whatever has a row
 * has its files.
 */
export interface PhotoStore {
  /** Stores all files of a photo, for good once it returns. After a failure none of them can be read. */
  put(id: string, files: readonly PhotoFile[]): Promise<void>;
  /** One file; null for none there. */
  get(id: string, width: PhotoWidth, format: PhotoFormat): Promise<StoredFile | null>;
  /** Removes photos; unknown ones count as removed. */
  remove(ids: readonly string[]): Promise<void>;
  /** Ids of all stored photos, each once, in any order; read page by page. */
  list(): AsyncIterable<string>;
  /** Removes what a crash left half stored and `list` doesn't show. */
  tidy(now: Date): Promise<void>;
  /** Stores a dealer's file of stock until it is removed; what the stream throws leaves nothing behind. */
  putImport(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** A stored file as a file on this machine, to be let go after use; null for none there. */
  openImport(id: string): Promise<LocalFile | null>;
  removeImport(id: string): Promise<void>;
  /** The address at the store itself for one of our paths; null where files are served through this process. */
  publicUrl(path: string): string | null;
}

export const contentTypes: Readonly<Record<PhotoFormat, string>> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
};

/** Every file that a photo has. */
export const photoFiles: readonly { readonly width: PhotoWidth; readonly format: PhotoFormat }[] =
  photoWidths.flatMap((width) => photoFormats.map((format) => ({ width, format })));
