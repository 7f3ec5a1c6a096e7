/** What XML cannot hold, escaped or not. */
const forbidden = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** A text as XML has it, between tags and in attributes. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
