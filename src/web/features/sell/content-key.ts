// FNV-1a, 64 bits. Not secret and only compared within one account; crypto.subtle is missing where the page is not https.
const offset = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/**
 * The idempotency key of what a form holds: pressing twice, another tab with the same draft and a second try after a
 * lost answer have the same key, a changed form another. Two cars never share one, as their photos' addresses differ.
 */
export function contentKey(content: unknown): string {
  let hash = offset;
  for (const byte of new TextEncoder().encode(JSON.stringify(content))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  }
  return hash.toString(16).padStart(16, "0");
}
