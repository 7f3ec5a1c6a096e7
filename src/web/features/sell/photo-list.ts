import type { FormPhoto } from "./draft.ts";

/** A photo in the form, from the chosen file to its URL on the server. */
export type PhotoItem = { key: string; previewUrl: string | null } & (
  | { state: "waiting"; file: Blob }
  | { state: "uploading"; file: Blob; share: number }
  | { state: "failed"; file: Blob; message: string; retryable: boolean }
  | { state: "done"; photo: FormPhoto }
);

export type PhotoAction =
  | { type: "add"; items: readonly PhotoItem[] }
  | { type: "start"; key: string }
  | { type: "progress"; key: string; share: number }
  | { type: "done"; key: string; photo: FormPhoto }
  | { type: "fail"; key: string; message: string; retryable: boolean }
  | { type: "retry"; keys: readonly string[] }
  | { type: "remove"; key: string }
  | { type: "move"; key: string; to: number }
  | { type: "reset"; items: readonly PhotoItem[] };

/** The list's order is the car's order; the first is the main photo. */
export function photoListReducer(items: readonly PhotoItem[], action: PhotoAction): readonly PhotoItem[] {
  const replace = (key: string, change: (item: PhotoItem) => PhotoItem) =>
    items.map((item) => (item.key === key ? change(item) : item));
  switch (action.type) {
    case "add":
      return [...items, ...action.items];
    case "reset":
      return action.items;
    case "start":
      return replace(action.key, (item) =>
        item.state === "waiting" ? { ...item, state: "uploading", share: 0 } : item,
      );
    case "progress":
      return replace(action.key, (item) =>
        item.state === "uploading" ? { ...item, share: action.share } : item,
      );
    case "done":
      return replace(action.key, ({ key, previewUrl }) => ({
        key,
        previewUrl,
        state: "done",
        photo: action.photo,
      }));
    case "fail":
      return replace(action.key, (item) =>
        item.state === "done"
          ? item
          : {
              key: item.key,
              previewUrl: item.previewUrl,
              file: item.file,
              state: "failed",
              message: action.message,
              retryable: action.retryable,
            },
      );
    case "retry":
      return items.map((item) =>
        item.state === "failed" && action.keys.includes(item.key)
          ? { key: item.key, previewUrl: item.previewUrl, file: item.file, state: "waiting" }
          : item,
      );
    case "remove":
      return items.filter((item) => item.key !== action.key);
    case "move": {
      const from = items.findIndex((item) => item.key === action.key);
      const moved = items[from];
      if (moved === undefined) return items;
      const rest = items.toSpliced(from, 1);
      return rest.toSpliced(Math.max(0, Math.min(action.to, rest.length)), 0, moved);
    }
  }
}

/** Photos that are or will be the car's, in order: failed ones do not count. */
export function usablePhotos(items: readonly PhotoItem[]): PhotoItem[] {
  return items.filter((item) => item.state !== "failed");
}

/** The uploaded photos in order, for the car's `images`. */
export function uploadedPhotos(items: readonly PhotoItem[]): FormPhoto[] {
  return items.flatMap((item) => (item.state === "done" ? [item.photo] : []));
}
