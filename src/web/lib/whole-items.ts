/** Stands at the end of a line without being seen; the space behind it is the only place to break. */
const gap = "\u00a0\u00a0 ";

/**
 * Facts as one text without separators: a line breaks between two of them, never inside one, and neither begins nor ends
 * with a dot. One text costs a list no element a fact.
 */
export function wholeItems(items: readonly string[]): string {
  return items.map(unbroken).join(gap);
}

/** Browsers break behind a hyphen, too, unless a word joiner follows it. */
function unbroken(item: string): string {
  return item.replaceAll(" ", "\u00a0").replaceAll("-", "-\u2060");
}
