import { Buffer, transcode } from "node:buffer";

// Where a page's letters stand two bytes each for a moment. Grows with the largest page.
let letters = Buffer.allocUnsafeSlow(0);

/**
 * A page's parts as UTF-8, in a fifth of the time that joining them and `TextEncoder` take: one "€" makes JavaScript keep
 * the whole page two bytes a letter, and for those its encoder goes letter by letter. No part ends within a letter.
 */
export function encodePage(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + 2 * part.length, 0);
  if (length > letters.length) letters = Buffer.allocUnsafeSlow(2 * length);
  let at = 0;
  for (const part of parts) at += letters.write(part.toWellFormed(), at, "utf16le");
  const { buffer, byteOffset, byteLength } = transcode(letters.subarray(0, at), "utf16le", "utf8");
  const isWhole = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  const encoded = new Uint8Array(buffer, byteOffset, byteLength);
  return isWhole ? encoded : new Uint8Array(encoded);
}
