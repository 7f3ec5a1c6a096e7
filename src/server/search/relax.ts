/** More parts than these are not tried one by one: each try is a search. */
const mostTried = 8;

/** The words without some of their parts, as somebody would type them. */
export function withoutParts(q: string, dropped: readonly string[]): string {
  return dropped
    .reduce((rest, part) => rest.replace(part, " "), q)
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The fewest parts of the words to leave out so that something is found, and how much that is: one part if that is
 * enough, the one that leaves the most; else as many of them as go together. Null where even no words find nothing.
 */
export function relax(
  q: string,
  parts: readonly string[],
  totalOf: (q: string) => number,
): { dropped: string[]; total: number } | null {
  const tried = parts.slice(0, mostTried);
  const single = tried
    .map((part) => ({ dropped: [part], total: totalOf(withoutParts(q, [part])) }))
    .reduce<{ dropped: string[]; total: number } | null>(
      (best, one) => (one.total > (best?.total ?? 0) ? one : best),
      null,
    );
  if (single !== null) return single;

  const withOnly = (kept: ReadonlySet<string>) => parts.filter((part) => !kept.has(part));
  const alone = tried
    .map((part) => ({ part, total: totalOf(withoutParts(q, withOnly(new Set([part])))) }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total);
  let kept = new Set<string>();
  for (const { part } of alone) {
    const more = new Set([...kept, part]);
    if (totalOf(withoutParts(q, withOnly(more))) > 0) kept = more;
  }
  const dropped = withOnly(kept);
  const total = totalOf(withoutParts(q, dropped));
  return total > 0 ? { dropped, total } : null;
}
