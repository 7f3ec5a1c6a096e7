/** Column and direction of a list; the address and the server use the same column names. */
export interface Sort {
  readonly column: string;
  readonly desc: boolean;
}

/** The sort keys and filters that a list accepts. */
export interface ListShape {
  readonly sorts: readonly string[];
  /** Values that a filter accepts; null: any text (a part of an address, a day). */
  readonly filters: Readonly<Record<string, readonly string[] | null>>;
}

/** A list's whole state, stored in the address: /admin?tab=users&q=arta&page=2&sort=name_asc. */
export interface ListState {
  readonly page: number;
  readonly q: string;
  readonly sort: Sort | null;
  readonly filters: Readonly<Record<string, string>>;
}

/** The maximum length of `q` (specification.md#search-fields); the fields accept no more. */
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

/** Reads a list's state from an address; invalid parameters are ignored. */
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

/** The query of a list's state. Defaults are left out, so that equal lists have one address. */
export function listQuery(state: ListState): Record<string, string> {
  const query: Record<string, string> = {};
  if (state.q !== "") query["q"] = state.q;
  for (const [name, value] of Object.entries(state.filters)) if (value !== "") query[name] = value;
  const sort = sortText(state.sort);
  if (sort !== "") query["sort"] = sort;
  if (state.page > 1) query["page"] = String(state.page);
  return query;
}

/** Any change but one of the page returns to the first page. */
export function changedList(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}
