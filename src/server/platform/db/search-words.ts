import { fold } from "#domain/text/fold.ts";

/** Maximum of words: each is searched in every row. */
const maxWords = 10;

/** Typed like a phone number: digits in groups, at least five together. */
const phoneLike = /^\+?[\d\s/().-]+$/;

/**
 * The words to search for, all of which must match. Ignores case and accents. A phone number is one word,
 * however it is grouped, without its country or trunk code.
 */
export function searchWords(typed: string): string[] {
  const text = fold(typed);
  const digits = text.replaceAll(/\D/g, "");
  const grouped = /\d[\s/().-]+\d/.test(text) || /^[+0]/.test(text);
  if (phoneLike.test(text) && grouped && digits.length >= 5)
    return [digits.replace(/^00/, "").replace(/^0/, "")];
  return plainWords(typed);
}

/** The same without phone numbers, for texts where a document's number also has groups. */
export function plainWords(typed: string): string[] {
  const words = fold(typed)
    .split(" ")
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => word !== "");
  return [...new Set(words)].slice(0, maxWords);
}

/** The LIKE pattern for texts that contain this one: `%` and `_` are escaped. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
