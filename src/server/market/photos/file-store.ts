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
  /** Read it to its end or cancel it. */
  readonly body: ReadableStream<Uint8Array>;
}

/** A stored file as a seekable local file. */
export interface LocalFile {
  readonly path: string;
  release(): Promise<void>;
}

/**
 * The store of photos and of dealers' stock files: on disk, or S3-compatible. Photos are stored and removed as a
 * whole. The row is written after storing and deleted before removing, so every row has its files.
 */
export interface FileStore {
  /** Stores all files of a photo durably. After a failure none of them can be read. */
  put(id: string, files: readonly PhotoFile[]): Promise<void>;
  /** One file; null if missing. */
  get(id: string, width: PhotoWidth, format: PhotoFormat): Promise<StoredFile | null>;
  /** Removes photos; unknown ones count as removed. */
  remove(ids: readonly string[]): Promise<void>;
  /** Ids of all stored photos, each once, unordered; read page by page. */
  list(): AsyncIterable<string>;
  /** Removes partial files of a crash that `list` does not show. */
  tidy(now: Date): Promise<void>;
  /** Stores a dealer's stock file until it is removed; a stream that throws leaves nothing behind. */
  putImport(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** A stored file as a local file, to be released after use; null if missing. */
  openImport(id: string): Promise<LocalFile | null>;
  removeImport(id: string): Promise<void>;
  /** Ids of all stored stock files, unordered. */
  listImports(): AsyncIterable<string>;
  /** The address at the store itself for one of our paths; null if this process serves files. */
  publicUrl(path: string): string | null;
}

export const contentTypes: Readonly<Record<PhotoFormat, string>> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
};

/** Every file of a photo. */
export const photoFiles: readonly { readonly width: PhotoWidth; readonly format: PhotoFormat }[] =
  photoWidths.flatMap((width) => photoFormats.map((format) => ({ width, format })));
