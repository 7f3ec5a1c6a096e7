import { errorOf } from "./api-client.ts";
import { NetworkError } from "./api-error.ts";
import { bearerHeader } from "./auth.ts";

// A large file on a slow phone takes minutes; without progress for this long the connection is dead.
const stallMs = 60_000;

/**
 * Uploads one file and returns the answer; reports progress (0 to 1). XMLHttpRequest, because fetch reports
 * no upload progress. Throws ApiError, NetworkError, or the signal's reason.
 */
export function uploadFile<Answer>(
  file: Blob,
  options: {
    path: string;
    contentType: string;
    onProgress: (share: number) => void;
    signal: AbortSignal;
  },
): Promise<Answer> {
  const { path, contentType, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled = setTimeout(() => request.abort(), stallMs);
    const wait = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), stallMs);
    };
    const finish = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", abort);
    };
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);

    request.upload.addEventListener("progress", (event) => {
      wait();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.upload.addEventListener("load", wait);
    request.addEventListener("load", () => {
      finish();
      if (request.status < 300) {
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
      reject(signal.aborted ? signal.reason : new NetworkError(new TypeError("upload stalled")));
    });

    request.open("POST", path);
    for (const [name, value] of Object.entries(bearerHeader())) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", contentType);
    request.send(file);
  });
}
