import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#web/lib/auth.ts";

export function useCarStats(id: string, days: number) {
  const stats = useQuery({
    queryKey: ["car-stats", id, days],
    queryFn: ({ signal }) => api("GET /api/cars/{id}/stats", { params: { id }, query: { days } }, { signal }),
    placeholderData: (before) => before,
  });
  const car = useQuery({
    queryKey: ["car-of-stats", id],
    queryFn: ({ signal }) => api("GET /api/cars/{id}", { params: { id } }, { signal }),
  });
  return { stats, car };
}

const reportPage = 100;

export function useStockReport(days: number) {
  return useInfiniteQuery({
    queryKey: ["dealer", "report", days],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const answer = await api.answer(
        "GET /api/dealer/report",
        { query: { days, page, limit: reportPage } },
        { signal },
      );
      return { report: answer.data, total: Number(answer.headers.get("X-Total-Count") ?? 0) };
    },
    getNextPageParam: ({ total }, pages) =>
      pages.length * reportPage < total ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
  });
}
