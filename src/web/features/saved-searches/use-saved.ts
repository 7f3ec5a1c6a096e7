import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavedSearch } from "#contract/alerts.ts";
import type { AlertFrequency } from "#domain/alerts/alert-limits.ts";
import { api } from "#web/lib/auth.ts";

const savedKey = ["saved-searches"];
const followedKey = ["followed-cars"];

/** The user's saved searches; refetched at every visit, because the counts change. */
export function useSavedSearches() {
  return useQuery({
    queryKey: savedKey,
    queryFn: ({ signal }) => api("GET /api/saved-searches", {}, { signal }),
    refetchOnMount: "always",
  });
}

export function useFollowedCars() {
  return useQuery({
    queryKey: followedKey,
    queryFn: ({ signal }) => api("GET /api/followed-cars", {}, { signal }),
    refetchOnMount: "always",
  });
}

export function useChangeSavedSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; frequency?: AlertFrequency }) =>
      api("PUT /api/saved-searches/{id}", { params: { id }, body }),
    onSuccess: (changed) =>
      client.setQueryData<SavedSearch[]>(savedKey, (list) =>
        list?.map((each) => (each.id === changed.id ? changed : each)),
      ),
  });
}

export function useRemoveSavedSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api("DELETE /api/saved-searches/{id}", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: savedKey }),
  });
}

export function useUnfollow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api("DELETE /api/cars/{id}/follow", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: followedKey }),
  });
}
