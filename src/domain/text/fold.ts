const beyondAscii = /[\u0080-\uffff]/;

/**
 * Folds text for comparison: lower case, without accents (ë and e, ç and c, š and s are equal), single spaces.
 * Brands, models, towns and search words are compared in this form.
 */
export function fold(text: string): string {
  const plain = beyondAscii.test(text) ? withoutAccents(text) : text.toLowerCase();
  return plain.replace(/\s+/g, " ").trim();
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/ı/g, "i")
    .replace(/ł/g, "l")
    .replace(/đ/g, "d");
}
