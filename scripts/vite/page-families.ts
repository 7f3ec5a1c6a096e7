/** The module graph that rolldown passes to decide about chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

interface ChunkGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly priority: number;
}

/** The pages where most visits begin. Each loads as little as possible. */
const entryPages = ["home", "search", "car"];

/** The other pages, by task: pages of a family share their chunks. One has an entry page's name: it shows the same. */
const families: Readonly<Record<string, RegExp>> = {
  car: /^offline$/,
  tools: /^(?:dealer|seller|compare|value|dogana|favorites)$/,
  account: /^(?:login|register|forgot-password|reset-password|verify-email|confirm)$/,
  selling: /^(?:add-car|edit-car)$/,
  mine: /^(?:my-publishings|car-stats|window-sheets)$/,
  paying: /^(?:pricing|checkout|payment.*|autosallon-s.*)$/,
  owner: /^(?:profile.*|dealer-.*|autosallon-dashboard|stock-.*)$/,
};

/** Heavy libraries. A module that needs one never shares a chunk with a module that does not. */
const libraries: Readonly<Record<string, RegExp>> = {
  query: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/,
  phone: /node_modules[\\/]libphonenumber-js[\\/]/,
  zod: /node_modules[\\/]zod[\\/]/,
  forms: /node_modules[\\/](?:react-hook-form|@hookform)[\\/]/,
};

/** The page of a file, "site" and "start" for the two that every page loads, null for any other module. */
function pageOf(id: string): string | null {
  const [, routes, name] = /[\\/]src[\\/]web[\\/](routes[\\/])?([\w.-]+?)\.tsx?(?:\?|$)/.exec(id) ?? [];
  if (routes !== undefined) return name ?? null;
  return name === "root" ? "site" : name === "entry.client" ? "start" : null;
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

/** The chunk of a module, by the pages that use it without dynamic imports. */
function chunkName(
  id: string,
  graph: ModuleGraph,
  libraries: readonly string[],
): { name: string; rank: number } | null {
  // A page's own file is a chunk in any case.
  if (pageOf(id) !== null) return null;
  const users = reach(id, (at) => graph.getModuleInfo(at)?.importers ?? []);
  const pages = new Set([...users].flatMap((user) => pageOf(user) ?? []));
  if (pages.has("site")) return { name: "shell", rank: 9 };
  const entries = entryPages.filter((page) => pages.has(page));
  const isPart = (user: string) => (graph.getModuleInfo(user)?.dynamicImporters ?? []).length > 0;
  // Of an entry page alone, only what it shares with a part that is loaded later.
  if (pages.size === 0 || (pages.size === 1 && !(entries.length === 1 && [...users].some(isPart))))
    return null;
  const further = [...pages].filter((page) => !entryPages.includes(page)).map(familyOf);
  const others = new Set(further.filter((family) => !entries.includes(family)));
  if (entries.length > 1) return { name: "market", rank: 8 };
  const [entry] = entries;
  if (entry !== undefined) {
    const scope = ["page", "family", "common"][Math.min(others.size, 2)];
    return { name: `${entry}-${scope}`, rank: 5 + Math.min(others.size, 2) };
  }
  // Beside zod, a few schemas too many are nothing.
  if (libraries.includes("zod") && others.size > 1) return { name: "common", rank: 2 };
  return others.size > 3
    ? { name: "common", rank: 4 }
    : { name: [...others].toSorted().join("-"), rank: others.size };
}

const ranks = 10;
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
    const imported = [...reach(id, (at) => graph.getModuleInfo(at)?.importedIds ?? [])];
    const needed = Object.keys(libraries).filter((name) =>
      imported.some((path) => libraries[name]?.test(path)),
    );
    const chunk = chunkName(id, graph, needed);
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
