/** A property of a value of unknown shape: stored data, a navigation's state. Undefined if it has none. */
export function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
