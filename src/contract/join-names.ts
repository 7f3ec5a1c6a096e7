/** All names of the parts. Of parts in an array whose length nobody knows: the names of each. */
type Joined<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : Parts extends readonly []
    ? unknown
    : Parts[number];

/**
 * Joins tables of several subjects. Throws where two of them give one name to different things: the later one would
 * silently replace the other.
 */
export function joinNames<const Parts extends readonly object[]>(
  kind: string,
  ...parts: Parts
): Joined<Parts> {
  const joined = new Map<string, unknown>();
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (joined.has(name) && joined.get(name) !== value) throw new Error(`Two ${kind} are named ${name}.`);
      joined.set(name, value);
    }
  return Object.assign({}, ...parts);
}
