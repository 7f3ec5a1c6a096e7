// Control characters (a NUL breaks PostgreSQL), and those that turn or hide text: a name must look like what it is.
const controls = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
const controlsButBreaks =
  /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** A single line as it is kept: well-formed, composed (NFC), no invisible characters, white space single and trimmed. */
export function cleanLine(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(/\s+/g, " ").replace(controls, "").trim();
}

/** A longer text as it is kept: as `cleanLine`, but paragraphs stay, with one empty line between them at most. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(controlsButBreaks, "")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
