import { useQuery } from "@tanstack/react-query";
import { api } from "#web/lib/auth.ts";

export const keysQuery = ["dealer", "keys"] as const;

/** The dealer's keys; 403 for whoever never was one. */
export function useKeys() {
  return useQuery({ queryKey: keysQuery, queryFn: () => api("GET /api/dealer/keys") });
}
