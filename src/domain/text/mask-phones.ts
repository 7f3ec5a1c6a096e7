/**
 * Phone numbers typed into free text, hidden in public in the same way as the seller's own number
 * (DECISIONS "sellerPhone"). Years, prices, kilometres and engine sizes must survive.
 */

// A run of digits with the separators people put between them. What counts as a phone is judged by its digits.
const candidate = /(?:\+|00)?\(?\d(?:[\s./()\-–_]{0,3}\d){6,16}/g;

/** Digits of a Kosovo or international number: 9 with a leading 0 (044123456), or with a country code. */
function looksLikePhone(match: string): boolean {
  const digits = match.replace(/\D/g, "");
  if (/^\s*(?:\+|00)/.test(match)) return digits.length >= 8;
  if (digits.startsWith("383") && digits.length >= 11) return true;
  return digits.startsWith("0") && digits.length >= 8 && digits.length <= 12;
}

/** The text with every phone number replaced by `replacement`. */
export function maskPhones(text: string, replacement: string): string {
  return text.replace(candidate, (match) => (looksLikePhone(match) ? replacement : match));
}
