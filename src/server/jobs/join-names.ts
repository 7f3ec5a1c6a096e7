/**
 * Joins tables of several subjects. Throws where two of them give one name to different things: the later one would
 * silently replace the other.
 */
export function joinNames<Value>(
  kind: string,
  ...parts: readonly Readonly<Record<string, Value>>[]
): Readonly<Record<string, Value>> {
  const joined: Record<string, Value> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(joined, name) && joined[name] !== value)
        throw new Error(`Two ${kind} are named ${name}.`);
      joined[name] = value;
    }
  return joined;
}
