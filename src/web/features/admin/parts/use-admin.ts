import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import type { CallOptions } from "#web/lib/api-types.ts";
import { api, useAuth } from "#web/lib/auth.ts";

/** All that the dashboard has loaded: one write may change lists, counts and queues alike. */
const everything = ["admin"] as const;

/**
 * A call of the dashboard. A refusal may mean that somebody has taken the admin's right away meanwhile: then the account is
 * read again, and AdminGate says so at once.
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
 * What a part of the dashboard shows. While another page of the same list is on its way, the last one stays to be seen
 * (`isPlaceholderData`); what other admins did is seen at the next look.
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

/** The overview's figures, also the counts in the tabs. */
export function useStats() {
  return useAdminQuery(["stats"], (options) => api("GET /api/admin/stats", {}, options));
}

/** Writes; whatever came of one, what is shown is asked for again. */
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
