import { useCallback, useEffect, useReducer, useRef } from "react";
import type { UploadedPhoto } from "#contract/photos.ts";
import { sellMessages } from "#domain/messages/sell.ts";
import { ApiError, NetworkError, messageOf } from "#web/lib/api-error.ts";
import { randomId } from "#web/lib/random-id.ts";
import { useTerms } from "#web/lib/site.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import type { FormPhoto } from "./draft.ts";
import { type PhotoItem, usablePhotos, photoListReducer } from "./photo-list.ts";

// Two at once use a phone's bandwidth without slowing each other down.
const parallelUploads = 2;
const maxFileBytes = 25_000_000;

function failure(error: unknown): { message: string; retryable: boolean } {
  if (error instanceof NetworkError) return { message: sellMessages.photoNetwork, retryable: true };
  if (error instanceof ApiError && error.status === 401)
    return { message: sellMessages.photoSignIn, retryable: true };
  const lasting =
    error instanceof ApiError && (error.status === 413 || error.status === 415 || error.status === 400);
  return { message: messageOf(error, sellMessages.photoFailed), retryable: !lasting };
}

function fromServer(photo: FormPhoto): PhotoItem {
  return { key: photo.url, previewUrl: null, state: "done", photo };
}

export interface PhotoUploads {
  items: readonly PhotoItem[];
  /** Adds files; those beyond the maximum are ignored. Returns how many were ignored. */
  addFiles: (files: readonly File[]) => number;
  retry: (keys: readonly string[]) => void;
  remove: (key: string) => void;
  move: (key: string, to: number) => void;
  /** Replaces all photos with uploaded ones. */
  reset: (photos: readonly FormPhoto[]) => void;
}

/** The form's photos: each uploads, fails and is retried independently, and can be moved meanwhile. */
export function usePhotoUploads(initial: readonly FormPhoto[]): PhotoUploads {
  const { photos: maxPhotos } = useTerms().limits;
  const [items, dispatch] = useReducer(photoListReducer, initial.map(fromServer));
  const running = useRef(new Map<string, AbortController>());
  // Object URLs of local previews, revoked on unmount.
  const previews = useRef(new Set<string>());

  useEffect(() => {
    const free = parallelUploads - running.current.size;
    const waiting = items.filter((item) => item.state === "waiting" && !running.current.has(item.key));
    for (const item of waiting.slice(0, Math.max(0, free))) {
      if (item.state !== "waiting") continue;
      const controller = new AbortController();
      running.current.set(item.key, controller);
      dispatch({ type: "start", key: item.key });
      void uploadFile<UploadedPhoto>(item.file, {
        path: "/api/photos",
        contentType: item.file.type === "" ? "application/octet-stream" : item.file.type,
        signal: controller.signal,
        onProgress: (share) => dispatch({ type: "progress", key: item.key, share }),
      })
        .then(
          (photo) => dispatch({ type: "done", key: item.key, photo }),
          (error: unknown) => {
            if (!controller.signal.aborted) dispatch({ type: "fail", key: item.key, ...failure(error) });
          },
        )
        .finally(() => {
          running.current.delete(item.key);
          // Triggers the effect for the next upload, even if nothing else changed.
          dispatch({ type: "progress", key: item.key, share: 1 });
        });
    }
  }, [items]);

  useEffect(() => {
    const uploads = running.current;
    const urls = previews.current;
    return () => {
      for (const controller of uploads.values()) controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  const addFiles = useCallback(
    (files: readonly File[]): number => {
      const pictures = files.filter((file) => file.type === "" || file.type.startsWith("image/"));
      const room = Math.max(0, maxPhotos - usablePhotos(items).length);
      const added = pictures.slice(0, room).map((file): PhotoItem => {
        const previewUrl = URL.createObjectURL(file);
        previews.current.add(previewUrl);
        const key = randomId();
        return file.size > maxFileBytes
          ? {
              key,
              previewUrl,
              file,
              state: "failed",
              message: sellMessages.photoTooLarge,
              retryable: false,
            }
          : { key, previewUrl, file, state: "waiting" };
      });
      dispatch({ type: "add", items: added });
      return pictures.length - added.length;
    },
    [items, maxPhotos],
  );

  /** Aborts the upload of a removed photo, so that others continue, and revokes its preview. */
  function forget(item: PhotoItem): void {
    running.current.get(item.key)?.abort();
    if (item.previewUrl === null) return;
    URL.revokeObjectURL(item.previewUrl);
    previews.current.delete(item.previewUrl);
  }

  function remove(key: string): void {
    for (const item of items) if (item.key === key) forget(item);
    dispatch({ type: "remove", key });
  }

  function reset(photos: readonly FormPhoto[]): void {
    for (const item of items) forget(item);
    dispatch({ type: "reset", items: photos.map(fromServer) });
  }

  return {
    items,
    addFiles,
    remove,
    retry: (keys) => dispatch({ type: "retry", keys: keys.slice(0, maxPhotos - usablePhotos(items).length) }),
    // Positions count usable photos only; failed ones are between them.
    move: (key, to) => {
      const target = usablePhotos(items)[Math.max(0, to)];
      dispatch({ type: "move", key, to: target === undefined ? items.length : items.indexOf(target) });
    },
    reset,
  };
}
