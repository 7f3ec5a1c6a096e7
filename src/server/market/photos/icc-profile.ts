import { crc32, deflateSync } from "node:zlib";

const maxProfileBytes = 2 * 1024 * 1024;

/** Maximum of an uncompressed colour profile: printers' CMYK profiles reach 2 MB. */
export const maxIccProfileBytes = maxProfileBytes;

/**
 * Whether bytes look like a valid colour profile: right signature, right length, reasonable size. A picture
 * without one is read as sRGB, as browsers do.
 */
export function isUsableIccProfile(profile: Uint8Array): boolean {
  if (profile.length < 132 || profile.length > maxProfileBytes) return false;
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  return view.getUint32(0) <= profile.length && view.getUint32(36) === 0x61637370; // "acsp"
}

/** Where a PNG's header ends: after the signature and the IHDR chunk of fixed length. */
const pngHeaderBytes = 33;

/** A PNG with this colour profile inserted (iCCP chunk), its pixels unchanged. */
export function pngWithProfile(png: Uint8Array, profile: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(profile)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, pngHeaderBytes), chunk, png.subarray(pngHeaderBytes)]);
}
