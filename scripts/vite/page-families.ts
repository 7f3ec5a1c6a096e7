/** The module graph that rolldown passes to decide about chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

interface ChunkGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly priority: number;
}

/** The pages where most visits begin. Each loads as little as possible. */
const entryPages = ["home", "search", "car"];

/** The other pages, by task: pages of a family share their chunks. */
const families: Readonly<Record<string, RegExp>> = {
  tools: /^(?:dealer|seller|compare|value|dogana|favorites)$/,
  account: /^(?:login|register|forgot-password|reset-password|verify-email|confirm)$/,
  profile: /^profile/,
  selling: /^(?:add-car|edit-car)$/,
  mine: /^(?:my-publishings|car-stats|window-sheets)$/,
  paying: /^(?:pricing|checkout|payment.*|autosallon-s.*)$/,
  dealers: /^(?:dealer-.*|autosallon-dashboard|stock-.*)$/,
};

/** Heavy libraries. A module that needs one never shares a chunk with a module that does not. */
const libraries: Readonly<Record<string, RegExp>> = {
  query: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/,
  phone: /node_modules[\\/]libphonenumber-js[\\/]/,
  zod: /node_modules[\\/]zod[\\/]/,
  forms: /node_modules[\\/](?:react-hook-form|@hookform)[\\/]/,
};

/** The page of a file, "site" for what every page loads, null for any other module. */
function pageOf(id: string): string | null {
  const [, routes, name] = /[\\/]src[\\/]web[\\/](routes[\\/])?([\w.-]+?)\.tsx?(?:\?|$)/.exec(id) ?? [];
  if (routes !== undefined) return name ?? null;
  return name === "root" || name?.startsWith("entry.") === true ? "site" : null;
}

function familyOf(page: string): string {
  return Object.entries(families).find(([, pages]) => pages.test(page))?.[0] ?? "other";
}

/** The module and everything reachable from it. */
function reach(id: string, next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set([id]);
  for (const at of reached) for (const other of next(at)) reached.add(other);
  return reached;
}

/** The pages that use a module, without dynamic imports. */
function chunkName(id: string, graph: ModuleGraph): { name: string; rank: number } | null {
  const users = reach(id, (at) => graph.getModuleInfo(at)?.importers ?? []);
  const pages = new Set([...users].flatMap((user) => pageOf(user) ?? []));
  if (pages.size < 2) return null;
  if (pages.has("site")) return { name: "shell", rank: 7 };
  const entries = entryPages.filter((page) => pages.has(page));
  const others = new Set([...pages].filter((page) => !entryPages.includes(page)).map(familyOf));
  if (entries.length > 1) return { name: "market", rank: 6 };
  if (entries.length === 1)
    return others.size > 1 ? { name: `${entries[0]}-common`, rank: 5 } : { name: `${entries[0]}`, rank: 4 };
  return others.size > 3
    ? { name: "common", rank: 3 }
    : { name: [...others].toSorted().join("-"), rank: others.size - 1 };
}

const ranks = 8;
const librarySteps = Object.keys(libraries).length + 1;

/**
 * Chunks by the pages that load a module, and by its libraries: a first visit to a car requests 13 scripts
 * instead of 49, and no page gets an unused library. By default the bundler makes a chunk for each set of
 * pages. Groups with more pages and fewer libraries come first, because a group includes what its modules
 * import.
 */
export function pageFamilies(): ChunkGroup[] {
  const known = new Map<string, { name: string; index: number } | null>();
  function placeOf(id: string, graph: ModuleGraph): { name: string; index: number } | null {
    const before = known.get(id);
    if (before !== undefined) return before;
    const chunk = chunkName(id, graph);
    const imported = [...reach(id, (at) => graph.getModuleInfo(at)?.importedIds ?? [])];
    const needed = Object.keys(libraries).filter((name) =>
      imported.some((path) => libraries[name]?.test(path)),
    );
    const place = chunk && {
      name: [chunk.name, ...needed].join("-"),
      index: (chunk.rank + 1) * librarySteps - needed.length,
    };
    known.set(id, place);
    return place;
  }
  return [
    ...Object.entries(libraries).map(([name, library]) => ({
      name: (id: string) => (library.test(id) ? name : null),
      priority: (ranks + 1) * librarySteps,
    })),
    ...Array.from({ length: ranks * librarySteps + 1 }, (_, index) => ({
      name: (id: string, graph: ModuleGraph) => {
        const place = placeOf(id, graph);
        return place?.index === index ? place.name : null;
      },
      priority: index,
    })),
  ];
}
