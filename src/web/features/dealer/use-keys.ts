import { useQuery } from "@tanstack/react-query";
import { api } from "#web/lib/auth.ts";

export const keysQuery = ["dealer", "keys"] as const;

/** The dealer's keys; 403 for accounts that never were a dealer's. */
export function useKeys() {
  return useQuery({ queryKey: keysQuery, queryFn: () => api("GET /api/dealer/keys") });
}
