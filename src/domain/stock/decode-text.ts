/** How a file's letters are written. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-15" | "windows-1252" | "mixed";

export interface DecodedText {
  readonly encoding: Encoding;
  /** Letters that nothing makes sense of are U+FFFD. */
  readonly text: string;
}

/** Whether there are letters of UTF-8 beyond ASCII, and bytes that are none. */
function lookAt(bytes: Uint8Array): { letters: boolean; broken: boolean } {
  let letters = false;
  let broken = false;
  for (let at = 0; at < bytes.length && !(letters && broken);) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const more =
      byte >= 0xc2 && byte <= 0xdf
        ? 1
        : byte >= 0xe0 && byte <= 0xef
          ? 2
          : byte >= 0xf0 && byte <= 0xf4
            ? 3
            : 0;
    let whole = more > 0;
    for (let step = 1; step <= more; step++) whole &&= ((bytes[at + step] ?? 0) & 0xc0) === 0x80;
    if (whole) letters = true;
    else broken = true;
    at += whole ? more + 1 : 1;
  }
  return { letters, broken };
}

function decodeWide(encoding: "utf-16le" | "utf-16be", bytes: Uint8Array): DecodedText | null {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes("\0") ? null : { encoding, text };
}

/**
 * A text file as a spreadsheet or another program wrote it. Without a byte order mark it is UTF-8 where it can be; else
 * Windows-1252 where a byte is a sign there and a control character in ISO-8859-15, and ISO-8859-15 otherwise. Null for what is no
 * text: it has NUL in it, which the database does not take either. A file with letters of UTF-8 and others is "mixed".
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeWide("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeWide("utf-16be", bytes);
  if (bytes.includes(0)) return null;
  const { letters, broken } = lookAt(bytes);
  if (!broken) return { encoding: "utf-8", text: new TextDecoder("utf-8").decode(bytes) };
  if (letters) return { encoding: "mixed", text: new TextDecoder("utf-8").decode(bytes) };
  const encoding = bytes.some((byte) => byte >= 0x80 && byte <= 0x9f) ? "windows-1252" : "iso-8859-15";
  return { encoding, text: new TextDecoder(encoding).decode(bytes) };
}
