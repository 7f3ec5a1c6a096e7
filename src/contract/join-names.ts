/** All names of the parts. For an array of unknown length: the names of each part. */
type Joined<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : Parts extends readonly []
    ? unknown
    : Parts[number];

/**
 * Merges tables of several subjects. Throws if two define one name differently: the later one would silently
 * replace the other.
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
