import type { UploadedPhoto } from "#contract/photos.ts";
import { uploadFile } from "#web/lib/upload-file.ts";

/** Sends one picture, telling how much is out (0 to 1). Throws ApiError, NetworkError, or the signal's reason. */
export function uploadPhoto(
  file: Blob,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadedPhoto> {
  const contentType = file.type === "" ? "application/octet-stream" : file.type;
  return uploadFile<UploadedPhoto>(file, { path: "/api/photos", contentType, ...options });
}
