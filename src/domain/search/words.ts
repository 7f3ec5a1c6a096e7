import { fold } from "#domain/text/fold.ts";

/** A word of a text: as it was written, and folded for comparing. */
export interface Word {
  text: string;
  folded: string;
  start: number;
  end: number;
}

// In this order: 12.500 is one number, 2.0 and 1,6 are one engine, everything else letters and digits in a row.
const pattern = /\d{1,3}(?:\.\d{3})+(?!\d)|\d+[.,]\d+|[\p{L}\p{M}\p{N}]+/gu;

const thousands = /^\d{1,3}(?:\.\d{3})+$/;
const decimal = /^\d+[.,]\d+$/;

function normalise(folded: string): string {
  if (thousands.test(folded)) return folded.replaceAll(".", "");
  return decimal.test(folded) ? folded.replace(",", ".") : folded;
}

/** The words of what somebody typed, with their places in it. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    folded: normalise(fold(match[0])),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The folded words of a longer text, in order, repeated ones included. */
export function foldedWords(text: string): string[] {
  return (fold(text).match(pattern) ?? []).map((word) =>
    word.includes(".") || word.includes(",") ? normalise(word) : word,
  );
}

/** A name without its gaps: "C-Class", "c class" and "cclass" are one. */
export function compact(name: string): string {
  return foldedWords(name).join("");
}
