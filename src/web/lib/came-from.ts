// Where somebody came from, as navigation state, so that Back can say and find it (SPEC section 2 "Navigation").

export type CameFrom =
  | { page: "search"; query: string }
  | { page: "car"; id: string }
  | { page: "my-publishings" | "profile" | "home" };

/** The `state` of a link to a page with a contextual back link. */
export function cameFrom(from: CameFrom): { from: CameFrom } {
  return { from };
}

/** Navigation state outlives deployments and is open to anybody: what is not ours is nothing. */
export function cameFromOf(state: unknown): CameFrom | null {
  const from = field(state, "from");
  const page = field(from, "page");
  if (page === "my-publishings" || page === "profile" || page === "home") return { page };
  const query = field(from, "query");
  if (page === "search" && typeof query === "string" && /^(?:\?|$)/.test(query)) return { page, query };
  const id = field(from, "id");
  if (page === "car" && typeof id === "string") return { page, id };
  return null;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** The address to go back to; the search where nothing is known. */
export function backAddress(from: CameFrom | null): string {
  switch (from?.page) {
    case "search":
      return `/search${from.query}`;
    case "car":
      return `/car/${encodeURIComponent(from.id)}`;
    case "my-publishings":
      return "/my-publishings";
    case "profile":
      return "/profile";
    case "home":
      return "/";
    default:
      return "/search";
  }
}
