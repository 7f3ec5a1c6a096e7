/** Column and direction in which a list is sorted; the address and the server call the columns by the same names. */
export interface Sort {
  readonly column: string;
  readonly desc: boolean;
}

/** What a list can be asked for beside its page and its words. */
export interface ListShape {
  readonly sorts: readonly string[];
  /** Values that a filter takes; null: any text (a part of an address, a day). */
  readonly filters: Readonly<Record<string, readonly string[] | null>>;
}

/** One list's whole state, as it stands in the address: /admin?tab=users&q=arta&page=2&sort=name_asc. */
export interface ListState {
  readonly page: number;
  readonly q: string;
  readonly sort: Sort | null;
  readonly filters: Readonly<Record<string, string>>;
}

/** What `q` counts to (specification.md#car-states); the fields take no more. */
export const maxSearch = 200;
const maxPage = 1_000_000;

function readPage(value: string | null): number {
  const page = /^\d{1,7}$/.test(value ?? "") ? Number(value) : 1;
  return page >= 1 && page <= maxPage ? page : 1;
}

function readSort(value: string | null, columns: readonly string[]): Sort | null {
  const match = /^(\w+)_(asc|desc)$/.exec(value ?? "");
  const column = match?.[1];
  if (column === undefined || !columns.includes(column)) return null;
  return { column, desc: match?.[2] === "desc" };
}

/** The state that an address asks for. What it says wrongly counts as not said. */
export function readListState(params: URLSearchParams, shape: ListShape): ListState {
  const filters: Record<string, string> = {};
  for (const [name, values] of Object.entries(shape.filters)) {
    const value = (params.get(name) ?? "").trim().slice(0, maxSearch);
    if (value !== "" && (values === null || values.includes(value))) filters[name] = value;
  }
  return {
    page: readPage(params.get("page")),
    q: (params.get("q") ?? "").trim().slice(0, maxSearch),
    sort: readSort(params.get("sort"), shape.sorts),
    filters,
  };
}

export function sortText(sort: Sort | null): string {
  return sort === null ? "" : `${sort.column}_${sort.desc ? "desc" : "asc"}`;
}

/** The query of a list's state: what is as it is from the start is left out, so that equal lists have one address. */
export function listQuery(state: ListState): Record<string, string> {
  const query: Record<string, string> = {};
  if (state.q !== "") query["q"] = state.q;
  for (const [name, value] of Object.entries(state.filters)) if (value !== "") query[name] = value;
  const sort = sortText(state.sort);
  if (sort !== "") query["sort"] = sort;
  if (state.page > 1) query["page"] = String(state.page);
  return query;
}

/** A change of what is listed leads to the first page of it; a change of the page alone to that page. */
export function changedList(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}
