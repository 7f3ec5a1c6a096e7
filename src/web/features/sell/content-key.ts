// FNV-1a, 64 bits. Not secret, and only compared within one account; crypto.subtle requires https.
const offset = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/**
 * The idempotency key of a form's content. A double press, another tab with the same draft and a retry after
 * a lost answer have the same key; a changed form has another. Two cars never share one, because their
 * photos' URLs differ.
 */
export function contentKey(content: unknown): string {
  let hash = offset;
  for (const byte of new TextEncoder().encode(JSON.stringify(content))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  }
  return hash.toString(16).padStart(16, "0");
}
