import glyphs from "./glyphs.json" with { type: "json" };

/** Text as outlines (README.md): no font of the machine takes part, and nothing that people typed reaches the markup. */

export type Weight = 500 | 700;

interface Glyph {
  readonly advance: number;
  readonly path: string;
}

const tables: Readonly<Record<Weight, ReadonlyMap<string, Glyph>>> = {
  500: tableOf(glyphs["500"]),
  700: tableOf(glyphs["700"]),
};

function tableOf(source: Readonly<Record<string, readonly (number | string)[]>>): ReadonlyMap<string, Glyph> {
  return new Map(
    Object.entries(source).map(([character, [advance, path]]) => [
      character,
      { advance: Number(advance), path: String(path) },
    ]),
  );
}

/** The glyphs of a text; what the table lacks is drawn without its accent, or left out (emoji, other scripts). */
function glyphsOf(text: string, weight: Weight): Glyph[] {
  const table = tables[weight];
  return Array.from(text.normalize("NFC")).flatMap((character) => {
    const glyph = table.get(character) ?? table.get(character.normalize("NFD").charAt(0));
    return glyph === undefined ? [] : [glyph];
  });
}

/** Whether there is anything to draw in a text. */
export function isDrawable(text: string): boolean {
  return glyphsOf(text, 700).some(({ path }) => path !== "");
}

/** Width of a text in pixels. */
export function widthOf(text: string, size: number, weight: Weight): number {
  return (glyphsOf(text, weight).reduce((sum, { advance }) => sum + advance, 0) * size) / 1000;
}

/** The largest size up to `size` at which a text is no wider than `most` pixels. */
export function fittingSize(text: string, size: number, weight: Weight, most: number): number {
  return Math.min(size, (size * most) / Math.max(1, widthOf(text, size, weight)));
}

/** A text in lines of `most` pixels, broken between words; what does not fit in the last one ends in "…". */
export function wrapped(text: string, size: number, weight: Weight, most: number, lines: number): string[] {
  const fits = (line: string) => widthOf(line, size, weight) <= most;
  const cut = (line: string): string => {
    if (fits(line)) return line;
    let kept = line;
    while (kept !== "" && !fits(`${kept}…`)) kept = kept.slice(0, -1);
    return `${kept.trimEnd()}…`;
  };
  const result: string[] = [];
  let rest = text.split(/\s+/).filter((word) => isDrawable(word));
  while (rest.length > 0 && result.length < lines) {
    let count = 1;
    while (count < rest.length && fits(rest.slice(0, count + 1).join(" "))) count += 1;
    const last = result.length === lines - 1;
    result.push(cut(rest.slice(0, last ? rest.length : count).join(" ")));
    rest = rest.slice(count);
  }
  return result;
}

/** A text as SVG: `x` its left edge, `y` its baseline, in pixels; `fill` a colour of ours. */
export function drawText(
  text: string,
  { x, y, size, weight, fill }: { x: number; y: number; size: number; weight: Weight; fill: string },
): string {
  const scale = size / 1000;
  let at = 0;
  const paths = glyphsOf(text, weight).map(({ advance, path }) => {
    const left = at;
    at += advance;
    return path === "" ? "" : `<path transform="translate(${left} 0)" d="${path}"/>`;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join("")}</g>`;
}
