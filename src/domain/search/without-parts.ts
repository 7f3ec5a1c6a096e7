/**
 * The query without some of its parts. A part is removed as whole words, with the article between a figure and
 * it ("500 e zezë"); if it is inside a word, as "190" in "190ks", the whole word goes.
 */
export function withoutParts(q: string, dropped: readonly string[]): string {
  return dropped
    .reduce((rest, part) => {
      const alone = wholeWords(part);
      return alone.test(rest) ? rest.replace(alone, " ") : rest.replace(part, () => " ");
    }, q)
    .replace(/\s+/g, " ")
    .trim();
}

function wholeWords(part: string): RegExp {
  const text = part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  // After a word the letter may be a class: "Mercedes E dizel", "Corsa E".
  const article = /^\p{L}/u.test(part) ? "(?:(?<=\\d\\s+)[EeIi]\\s+)?" : "";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${article}${text}(?![\\p{L}\\p{M}\\p{N}])`, "u");
}
