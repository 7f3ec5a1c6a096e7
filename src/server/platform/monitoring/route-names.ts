/** The pattern of a path: `/car/{id}` for every car's page. */
export type RouteNames = (path: string) => string;

/** The one name of all unknown paths: metrics must not grow with what strangers type. */
export const unknownRoute = "other";

const parameter = /^:(\w+)/;

/** "/photos/:id/:file{[0-9]+}" and "/car/:id?" as lists of segments; an optional one makes two of them. */
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
 * Names paths by the patterns of all routes, written as Hono and React Router do, each with a slash at its front. As many
 * names as patterns and one more. Where a path is of two patterns, the one with the fixed words counts.
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
