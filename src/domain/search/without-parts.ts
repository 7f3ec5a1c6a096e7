/**
 * The words without some of their parts, as somebody would type them. A part is left out where it stands as words of
 * its own, with the article between a figure and it ("500 e zezë"); where it does not, as "190" in "190ks", out of the word that
 * holds it.
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
  // Behind a word the letter may be a class: "Mercedes E dizel", "Corsa E".
  const article = /^\p{L}/u.test(part) ? "(?:(?<=\\d\\s+)[EeIi]\\s+)?" : "";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${article}${text}(?![\\p{L}\\p{M}\\p{N}])`, "u");
}
