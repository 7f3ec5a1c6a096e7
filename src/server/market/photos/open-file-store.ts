import type { PhotosConfig } from "#server/config.ts";
import { DiskFileStore } from "./disk-file-store.ts";
import type { FileStore } from "./file-store.ts";
import { S3FileStore } from "./s3-file-store.ts";

/** The configured store. */
export function openFileStore(photos: PhotosConfig): FileStore {
  return photos.store === "s3" ? new S3FileStore(photos) : new DiskFileStore(photos.folder);
}
