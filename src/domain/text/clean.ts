// White space, line breaks and control characters (a NUL breaks PostgreSQL) part words …
const gaps = /[\s\p{Cc}]+/gu;
// … and what turns or hides text stands for nothing: a name must look like what it is.
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
const controlsButBreaks =
  /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/**
 * A single line as it is stored: well-formed, composed (NFC), no invisible characters; white space, line breaks and
 * control characters become one space (specification.md#validation), none at the ends.
 */
export function cleanLine(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(invisible, "").replace(gaps, " ").trim();
}

/** A longer text as it is stored: as `cleanLine`, but paragraphs stay, with one empty line between them at most. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize("NFC")
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(controlsButBreaks, "")
      .split("\n")
      // By lines: a pattern for the space at their ends takes the square of a line's length, for spaces before a letter.
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}
