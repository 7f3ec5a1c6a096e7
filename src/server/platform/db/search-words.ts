import { fold } from "#domain/text/fold.ts";

/** Words that count: each is looked for in every row. */
const maxWords = 10;

/** Typed as people write phone numbers: digits in groups, of which at least five together. */
const phoneLike = /^\+?[\d\s/().-]+$/;

/**
 * What is searched for, as words that must all be found. Case and accents do not matter; a phone number is one word,
 * however it is grouped, and without its country's or trunk code.
 */
export function searchWords(typed: string): string[] {
  const text = fold(typed);
  const digits = text.replaceAll(/\D/g, "");
  const grouped = /\d[\s/().-]+\d/.test(text) || /^[+0]/.test(text);
  if (phoneLike.test(text) && grouped && digits.length >= 5)
    return [digits.replace(/^00/, "").replace(/^0/, "")];
  return plainWords(typed);
}

/** The same where there are no phone numbers, and a document's number has groups, too. */
export function plainWords(typed: string): string[] {
  const words = fold(typed)
    .split(" ")
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => word !== "");
  return [...new Set(words)].slice(0, maxWords);
}

/** The pattern of LIKE for texts that contain this one as it is typed: `%` and `_` mean themselves. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
