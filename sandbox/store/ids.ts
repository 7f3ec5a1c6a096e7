import { randomBytes } from "node:crypto";
import { prefixes, type Kind } from "./kinds.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Random letters and digits that cannot be guessed: session and invoice ids open pages without a login. */
export function randomLetters(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes from 248 on are skipped, so that each letter is equally likely.
      if (byte < 248 && text.length < length) text += letters.charAt(byte % 62);
    }
  }
  return text;
}

export function newId(kind: Kind): string {
  return prefixes[kind] + randomLetters(kind === "checkout.session" ? 56 : 24);
}
