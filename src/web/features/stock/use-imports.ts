import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ImportRow, StockImport } from "#contract/imports.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";

/** The outcome of a row; the page has a tab for each, those that need the dealer first. */
export const outcomes = ["faulty", "create", "update", "archive", "unchanged"] as const;
export type Outcome = (typeof outcomes)[number];

export const rowsPerPage = 20;
/** Polling interval of an import in progress. */
const pollMs = 1_000;
const listKey = ["dealer", "imports"] as const;
const importKey = (id: string) => ["dealer", "import", id] as const;
const rowsKey = (id: string, outcome: string, page: number) =>
  [...importKey(id), "rows", outcome, page] as const;

type Progress = Pick<StockImport, "status" | "revertAskedAt">;

/** True while it is being undone: its status stays "applied" until then. */
export function isReverting({ status, revertAskedAt }: Progress): boolean {
  return status === "applied" && revertAskedAt !== null;
}

/** True while the server processes it. */
export function isWorkedOn(item: Progress): boolean {
  return item.status === "checking" || item.status === "applying" || isReverting(item);
}

export const importsPerPage = 10;

export function useImports(page: number) {
  return useQuery({
    queryKey: [...listKey, page],
    queryFn: async () => {
      const { data, headers } = await api.answer("GET /api/dealer/imports", {
        query: { page, limit: importsPerPage },
      });
      return { imports: data, total: Number(headers.get("X-Total-Count") ?? data.length) };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.imports.some(isWorkedOn) === true ? pollMs * 3 : false),
  });
}

export function useImport(id: string) {
  return useQuery({
    queryKey: importKey(id),
    queryFn: () => api("GET /api/dealer/imports/{id}", { params: { id } }),
    refetchOnMount: "always",
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWorkedOn(data) ? pollMs : false),
  });
}

export function useImportRows(id: string, outcome: Outcome, page: number) {
  return useQuery({
    queryKey: rowsKey(id, outcome, page),
    queryFn: () =>
      api("GET /api/dealer/imports/{id}/rows", {
        params: { id },
        query: { outcome, page, limit: rowsPerPage },
      }),
    placeholderData: keepPreviousData,
  });
}

/** Corrects cells of a row. The row stays in its position, with the server's new result. */
export function useCorrectRow(id: string, outcome: Outcome, page: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ row, cells }: { row: number; cells: Record<string, string> }) =>
      api("PUT /api/dealer/imports/{id}/rows/{row}", { params: { id, row }, body: cells }),
    onSuccess: async (corrected) => {
      client.setQueryData<ImportRow[]>(rowsKey(id, outcome, page), (rows) =>
        rows?.map((row) => (row.row === corrected.row ? corrected : row)),
      );
      await client.invalidateQueries({ queryKey: importKey(id), exact: true });
      // Other tabs' rows are refetched when they are opened.
      await client.invalidateQueries({ queryKey: [...importKey(id), "rows"], refetchType: "none" });
    },
  });
}

/** An action on a whole import; afterwards all queries about imports and cars are invalidated. */
export function useImportAction(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: { apply: { archiveMissing: boolean; confirm: boolean } } | "revert") => {
      if (action === "revert") await api("POST /api/dealer/imports/{id}/revert", { params: { id } });
      else await api("POST /api/dealer/imports/{id}/apply", { params: { id }, body: action.apply });
    },
    onSettled: async () => {
      invalidateLists();
      await client.invalidateQueries({ queryKey: ["dealer"] });
    },
  });
}
