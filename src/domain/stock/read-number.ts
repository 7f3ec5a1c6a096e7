export type DecimalSign = "." | ",";

export type ReadNumber = { readonly value: number } | { readonly fault: "invalid" | "ambiguous" };

/** Units and signs that people write beside a number, and the spaces in it. */
const around =
  /€|\b(?:eur|euro)\b|(?<=\d),?[-–—]+(?=\s*(?:€|eur|euro|$))|(?<=\d|^)\s*(?:km|kw|ccm|cm3|cm³|cc)(?:\s*\(\d+\s*(?:ps|hp|ks)\))?$/giu;
const spaces = /[\s\u00a0\u202f\u2009'’]/g;

function plain(text: string): string {
  return text.replace(around, "").replace(spaces, "");
}

/** The decimal sign that a number shows beyond doubt: "12,50", "1.234,5"; null for "12.500", which may be either. */
export function decimalSignIn(text: string): DecimalSign | null {
  const digits = plain(text);
  const both = /^-?\d{1,3}(?:([.,])\d{3})+([.,])\d+$/.exec(digits);
  if (both !== null && both[1] !== both[2]) return both[2] === "." ? "." : ",";
  const single = /^-?\d+([.,])(\d+)$/.exec(digits);
  if (single === null || single[2]?.length === 3) return null;
  return single[1] === "." ? "." : ",";
}

/**
 * A number as people write it: "12.500", "12,500", "12 500,00 €", "85 000 km". One sign with three digits behind it parts
 * thousands, unless the file shows elsewhere that it is its decimal sign: then nobody knows, and nothing is guessed.
 */
export function readNumber(text: string, decimals: ReadonlySet<DecimalSign>): ReadNumber {
  const digits = plain(text);
  if (/^-?\d+$/.test(digits)) return { value: Number(digits) };
  const thousands = /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.exec(digits);
  if (thousands !== null) {
    const isSingle = digits.split(/[.,]/).length === 2;
    const sign = thousands[1] === "." ? "." : ",";
    if (isSingle && (decimals.has(sign) || /^-?0/.test(digits))) return { fault: "ambiguous" };
    return { value: Number(digits.replaceAll(/[.,]/g, "")) };
  }
  const decimal = /^(-?\d+|-?\d{1,3}(?:([.,])\d{3})+)([.,])(\d+)$/.exec(digits);
  if (decimal === null || decimal[2] === decimal[3]) return { fault: "invalid" };
  return { value: Number(`${(decimal[1] ?? "").replaceAll(/[.,]/g, "")}.${decimal[4] ?? ""}`) };
}
