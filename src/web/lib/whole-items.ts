/** Invisible at the end of a line; the space after it is the only break opportunity. */
const gap = "\u00a0\u00a0 ";

/**
 * Facts as one text without separators: a line breaks between two of them, never inside one, and neither begins
 * nor ends with a dot. One text saves a list an element per fact.
 */
export function wholeItems(items: readonly string[]): string {
  return items.map(unbroken).join(gap);
}

/** Browsers also break after a hyphen, unless a word joiner follows it. */
function unbroken(item: string): string {
  return item.replaceAll(" ", "\u00a0").replaceAll("-", "-\u2060");
}
