import { brandsByMakerCode } from "./vin-makers.ts";

/**
 * A vehicle identification number (ISO 3779): 17 of these characters. I, O and Q are none of them. The check digit and
 * the model year's letter are never judged: only makers for North America keep to them.
 */
const wholeVin = /^[A-HJ-NPR-Z0-9]{17}$/;
const maskedVin = /^[A-HJ-NPR-Z0-9]{3}•{10}[A-HJ-NPR-Z0-9]{4}$/;

const shownStart = 3;
const shownEnd = 4;
const hidden = "•";

export const vinLength = 17;

/** The number without spaces and in capitals; null for a text that is no such number. */
export function normaliseVin(text: string): string | null {
  // Longer than any number that somebody spaced out: not looked at.
  if (text.length > 100) return null;
  // Capitals of ASCII alone: other alphabets have letters that become these.
  const vin = text.replaceAll(/\s+/g, "").replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return wholeVin.test(vin) ? vin : null;
}

/** What everybody may read of a number: its maker's code and its last four characters. */
export function maskVin(vin: string): string {
  return `${vin.slice(0, shownStart)}${hidden.repeat(Math.max(0, vin.length - shownStart - shownEnd))}${vin.slice(-shownEnd)}`;
}

/** A number as answers show it: sent back, it says nothing. */
export function isMaskedVin(text: string): boolean {
  return maskedVin.test(text);
}

/** A text of a file's column that is no number, so that a slip of one character does not show the rest. */
export function maskWrongVin(text: string): string {
  const typed = text.trim().slice(0, 40);
  return typed.length <= shownStart + shownEnd ? typed : maskVin(typed);
}

/**
 * A number as it is stored in rows of files and in payments that wait: what everybody may read of it, its keyed hash and
 * the number sealed, with signs between that none of them has.
 */
export type SealedVin = `${string}~${string}~${string}`;

export function isSealedVin(text: string): text is SealedVin {
  return /^[A-HJ-NPR-Z0-9]{3}•{10}[A-HJ-NPR-Z0-9]{4}~[\w-]{43}~[\w-]{40,}$/.test(text);
}

export const vinMakes = ["match", "mismatch", "unknown"] as const;
export type VinMake = (typeof vinMakes)[number];

/** Whether the maker's code (the first three characters, also of a masked number) is one of the car's brand. */
export function makeOfVin(vin: string, brand: string): VinMake {
  const brands = makersOfVin(vin);
  if (brands.length === 0) return "unknown";
  return brands.includes(brand) ? "match" : "mismatch";
}

/** The brands whose maker has the code of this number (also a masked one); none for a code that is not known. */
export function makersOfVin(vin: string): readonly string[] {
  return brandsByMakerCode.get(vin.slice(0, 3)) ?? [];
}
