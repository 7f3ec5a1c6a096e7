/** The pattern of a path: `/car/{id}` for every car's page. */
export type RouteNames = (path: string) => string;

/** The name of all unknown paths: metrics must not grow with what strangers type. */
export const unknownRoute = "other";

const parameter = /^:(\w+)/;

/** Splits "/photos/:id/:file{[0-9]+}" and "/car/:id?" into segments; an optional one makes two lists. */
function readPattern(pattern: string): string[][] {
  const segments = pattern
    .split("/")
    .slice(1)
    .map((segment) => {
      const name = parameter.exec(segment)?.[1];
      return name === undefined ? segment : `{${name}}`;
    });
  return pattern.endsWith("?") ? [segments.slice(0, -1), segments] : [segments];
}

const isParameter = (segment: string) => segment.startsWith("{");

/**
 * Maps paths to the patterns of all routes (of Hono and React Router), each with a leading slash. There are as
 * many names as patterns, plus one. If a path matches two patterns, the one with more fixed segments counts.
 */
export function createRouteNames(patterns: readonly string[]): RouteNames {
  const fixed = new Set<string>();
  const open = new Map<number, string[][]>();
  for (const pattern of new Set(patterns)) {
    if (pattern.includes("*")) continue;
    for (const segments of readPattern(pattern)) {
      if (!segments.some(isParameter)) fixed.add(`/${segments.join("/")}`);
      else open.set(segments.length, [...(open.get(segments.length) ?? []), segments]);
    }
  }
  for (const list of open.values()) {
    list.sort((a, b) => a.filter(isParameter).length - b.filter(isParameter).length);
  }
  return (path) => {
    if (fixed.has(path)) return path;
    const segments = path.slice(0, 500).split("/").slice(1);
    const found = open
      .get(segments.length)
      ?.find((pattern) => pattern.every((part, at) => isParameter(part) || part === segments[at]));
    return found === undefined ? unknownRoute : `/${found.join("/")}`;
  };
}
