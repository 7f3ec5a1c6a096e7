/**
 * Folds text for comparing: lower case, accents gone (ë and e, ç and c, š and s are one), white space single.
 * Brands, models, towns and search words meet in this form.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/ı/g, "i")
    .replace(/ł/g, "l")
    .replace(/đ/g, "d")
    .replace(/\s+/g, " ")
    .trim();
}
