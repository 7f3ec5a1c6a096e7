// Pages of the specification that are still to be built. A link to one of them is left out until it is;
// taking its path from here is all that its page has to do to appear in menus and footer.
const TO_COME = new Set(["/admin"]);

export function isOpen(path: string): boolean {
  return !TO_COME.has(path);
}
