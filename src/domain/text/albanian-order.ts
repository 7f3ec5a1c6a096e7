import { fold } from "./fold.ts";

// The letters that the alphabet has beside those of English, each behind the one that it begins with.
const ownLetters = /ë|ç|dh|gj|ll|nj|rr|sh|th|xh|zh/g;

/**
 * Texts in the Albanian alphabet's order (C Ç, D Dh, E Ë, G Gj, … Z Zh) are these keys in the order of their characters,
 * which sorting and PostgreSQL's "C" collation know without a locale. Case and other accents do not count.
 */
export function albanianKey(text: string): string {
  const letters = text.normalize("NFC").toLowerCase();
  // "~" is behind all letters: "dzz" comes before "dh".
  return fold(letters.replace(ownLetters, (letter) => `${letter.charAt(0)}~`));
}
