/** The words without some of their parts, as somebody would type them. A part is left out where it stands as words of its own. */
export function withoutParts(q: string, dropped: readonly string[]): string {
  return dropped
    .reduce((rest, part) => rest.replace(standing(part), " "), q)
    .replace(/\s+/g, " ")
    .trim();
}

function standing(part: string): RegExp {
  const text = part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${text}(?![\\p{L}\\p{M}\\p{N}])`, "u");
}
