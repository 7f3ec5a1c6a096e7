import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/lib/auth.ts";

/** Payments a page. */
export const historyPage = 20;

/** One's payments, newest first, a page after the other; `total`: how many there are. */
export function useHistory() {
  return useInfiniteQuery({
    queryKey: ["payments", "history"],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const answer = await api.answer(
        "GET /api/payment/history",
        { query: { page, limit: historyPage } },
        { signal },
      );
      return { payments: answer.data, total: Number(answer.headers.get("X-Total-Count") ?? 0) };
    },
    getNextPageParam: ({ total }, pages) =>
      pages.length * historyPage < total ? pages.length + 1 : undefined,
  });
}
