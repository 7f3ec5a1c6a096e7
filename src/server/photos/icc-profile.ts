const MAX_PROFILE_BYTES = 2 * 1024 * 1024;

/** The most that a colour profile may weigh, unpacked: printers' CMYK profiles reach 2 MB, rubbish does too. */
export const maxIccProfileBytes = MAX_PROFILE_BYTES;

/**
 * Whether bytes look like a colour profile that is worth giving to the decoder: right signature, right length,
 * sane size. A picture without one is read as sRGB, as browsers do.
 */
export function isUsableIccProfile(profile: Uint8Array): boolean {
  if (profile.length < 132 || profile.length > MAX_PROFILE_BYTES) return false;
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  return view.getUint32(0) <= profile.length && view.getUint32(36) === 0x61637370; // "acsp"
}
