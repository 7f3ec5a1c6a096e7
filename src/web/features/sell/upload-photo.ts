import type { UploadedPhoto } from "#contract/photos.ts";
import { errorOf } from "#web/lib/api-client.ts";
import { NetworkError } from "#web/lib/api-error.ts";
import { bearerHeader } from "#web/lib/auth.ts";

// A large photo on a slow phone line takes minutes; without any progress for this long the line is dead.
const stallMs = 60_000;

/**
 * Sends one picture, telling how much is out (0 to 1). XMLHttpRequest, because fetch tells nothing of an upload.
 * Throws ApiError, NetworkError, or the signal's reason.
 */
export function uploadPhoto(
  file: Blob,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadedPhoto> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled = setTimeout(() => request.abort(), stallMs);
    const alive = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), stallMs);
    };
    const finish = () => {
      clearTimeout(stalled);
      options.signal.removeEventListener("abort", abort);
    };
    const abort = () => request.abort();
    options.signal.addEventListener("abort", abort);

    request.upload.addEventListener("progress", (event) => {
      alive();
      if (event.lengthComputable) options.onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      finish();
      if (request.status === 201) {
        resolve(JSON.parse(request.responseText));
        return;
      }
      const retryAfter = request.getResponseHeader("Retry-After");
      const headers = new Headers(retryAfter === null ? {} : { "Retry-After": retryAfter });
      reject(errorOf({ status: request.status, headers }, request.responseText));
    });
    request.addEventListener("error", () => {
      finish();
      reject(new NetworkError(new TypeError("upload failed")));
    });
    request.addEventListener("abort", () => {
      finish();
      reject(
        options.signal.aborted ? options.signal.reason : new NetworkError(new TypeError("upload stalled")),
      );
    });

    request.open("POST", "/api/photos");
    for (const [name, value] of Object.entries(bearerHeader())) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", file.type === "" ? "application/octet-stream" : file.type);
    request.send(file);
  });
}
