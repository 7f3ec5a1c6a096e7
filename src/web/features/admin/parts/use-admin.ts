import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import type { CallOptions } from "#web/lib/api-types.ts";
import { api, useAuth } from "#web/lib/auth.ts";

/** All queries of the dashboard: one write may change lists, counts and queues alike. */
const everything = ["admin"] as const;

/**
 * Wraps a call of the dashboard. A 403 may mean that somebody has just removed the admin's right: the account
 * is then read again, and AdminGate denies access at once.
 */
function useAsAdmin() {
  const { reload } = useAuth();
  return useCallback(
    async <Result>(call: Promise<Result>): Promise<Result> => {
      try {
        return await call;
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) await reload().catch(() => undefined);
        throw error;
      }
    },
    [reload],
  );
}

/**
 * A query of the dashboard. While the next page of a list loads, the last one stays as placeholder data
 * (`isPlaceholderData`). Changes by other admins show at the next refetch.
 */
export function useAdminQuery<Data>(
  key: readonly unknown[],
  load: (options: CallOptions) => Promise<Data>,
  { keep = true, refetchEvery = false }: { keep?: boolean; refetchEvery?: number | false } = {},
) {
  const asAdmin = useAsAdmin();
  return useQuery({
    queryKey: [...everything, ...key],
    queryFn: ({ signal }) => asAdmin(load({ signal })),
    staleTime: 0,
    refetchInterval: refetchEvery,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

/** The overview's figures, also used as the navigation's counters. */
export function useStats() {
  return useAdminQuery(["stats"], (options) => api("GET /api/admin/stats", {}, options));
}

/** Wraps a write: whatever its result, all queries of the dashboard are refetched. */
export function useWrite() {
  const client = useQueryClient();
  const asAdmin = useAsAdmin();
  return async <Result>(call: Promise<Result>): Promise<Result> => {
    try {
      return await asAdmin(call);
    } finally {
      void client.invalidateQueries({ queryKey: everything });
    }
  };
}
