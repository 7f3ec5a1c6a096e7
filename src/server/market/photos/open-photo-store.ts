import type { PhotosConfig } from "#server/config.ts";
import { DiskPhotoStore } from "./disk-photo-store.ts";
import type { PhotoStore } from "./photo-store.ts";
import { S3PhotoStore } from "./s3-photo-store.ts";

/** The configured store. */
export function openPhotoStore(photos: PhotosConfig): PhotoStore {
  return photos.store === "s3" ? new S3PhotoStore(photos) : new DiskPhotoStore(photos.folder);
}
