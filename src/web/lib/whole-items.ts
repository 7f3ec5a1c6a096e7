/** Invisible at the end of a line; its space is the only break opportunity. */
const gap = "\u00a0\u00a0 ";

/**
 * Facts as one text without separators: a line breaks between facts, never inside one, and neither begins nor
 * ends with a separator. One text saves a list an element for each fact.
 */
export function wholeItems(items: readonly string[]): string {
  return items.map(unbroken).join(gap);
}

function unbroken(item: string): string {
  return wholeWords(item.replaceAll(" ", "\u00a0"));
}

/** A text that breaks at spaces alone: browsers also break after a hyphen, unless a word joiner follows it. */
export function wholeWords(text: string): string {
  return text.replaceAll("-", "-\u2060");
}
