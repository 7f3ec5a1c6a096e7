/** Characters that XML cannot contain, even escaped. */
const forbidden = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** Escapes a text for XML, between tags and in attributes. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
