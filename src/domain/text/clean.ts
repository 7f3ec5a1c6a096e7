// White space, line breaks and control characters (a NUL breaks PostgreSQL) separate words …
const gaps = /[\s\p{Cc}]+/gu;
// … and invisible or direction characters are removed: a name must look like what it is.
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
const controlsButBreaks =
  /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/**
 * Normalises a single line for storage: well-formed, NFC, no invisible characters; white space, line breaks and
 * control characters become one space (specification.md#validation), trimmed.
 */
export function cleanLine(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(invisible, "").replace(gaps, " ").trim();
}

/** Normalises a longer text for storage: like `cleanLine`, but with paragraphs, at most one empty line between them. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize("NFC")
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(controlsButBreaks, "")
      .split("\n")
      // Line by line: a pattern for trailing space is quadratic in a line's length.
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}
