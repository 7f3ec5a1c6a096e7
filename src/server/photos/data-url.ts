import { MAX_PHOTO_BYTES } from "#domain/photos/photo-limits.ts";

/** A data URL's bytes; its declared type has no say. */
export type DataUrl =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: "malformed" | "too_large" };

export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text);
}

/** Decodes a base64 data URL, as browsers' FileReader makes them; nothing larger than an upload may be. */
export function decodeDataUrl(text: string): DataUrl {
  const comma = text.indexOf(",");
  if (!isDataUrl(text) || comma < 0 || comma > 500) return { ok: false, reason: "malformed" };
  if (!/;\s*base64$/i.test(text.slice(0, comma))) return { ok: false, reason: "malformed" };
  const characters = text.length - comma - 1;
  if ((characters / 4) * 3 > MAX_PHOTO_BYTES + 3) return { ok: false, reason: "too_large" };
  return { ok: true, bytes: Buffer.from(text.slice(comma + 1), "base64") };
}
