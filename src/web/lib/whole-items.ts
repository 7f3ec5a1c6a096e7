/** Invisible at the end of a line; its space is the only break opportunity. */
const gap = "\u00a0\u00a0 ";

/**
 * Facts as one text without separators: a line breaks between facts, never inside one, and neither begins nor
 * ends with a separator. One text saves a list an element for each fact.
 */
export function wholeItems(items: readonly string[]): string {
  return items.map(unbroken).join(gap);
}

/** Browsers also break after a hyphen, unless a word joiner follows it. */
function unbroken(item: string): string {
  return item.replaceAll(" ", "\u00a0").replaceAll("-", "-\u2060");
}
