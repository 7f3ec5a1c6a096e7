import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type HistoryOrder, historyOrders } from "#domain/payments/history-orders.ts";
import { type PaymentState, paymentStates } from "#domain/payments/payment-states.ts";
import { api } from "#web/lib/auth.ts";

export const historyPage = 20;
/** From this number of payments on, the list has a search, a filter and a sort order. */
const minPaymentsToSearch = 10;

interface HistoryView {
  readonly words: string;
  readonly status: PaymentState | null;
  readonly order: HistoryOrder;
}

/** Words, status and order of the list, all in the address: a reload preserves them. */
export function useHistoryView() {
  const [params, setParams] = useSearchParams();
  const view: HistoryView = {
    words: params.get("q") ?? "",
    status: paymentStates.find((state) => state === params.get("status")) ?? null,
    order: historyOrders.find((order) => order === params.get("order")) ?? historyOrders[0],
  };
  function set(name: "q" | "status" | "order", value: string): void {
    // From `location`, not from `params`: the debounced words may come after another change.
    const next = new URLSearchParams(location.search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setParams(next, { preventScrollReset: true, replace: true });
  }
  return {
    ...view,
    isNarrowed: view.words.trim() !== "" || view.status !== null,
    setWords: (value: string) => set("q", value),
    setStatus: (value: string) => set("status", value),
    setOrder: (value: string) => set("order", value === historyOrders[0] ? "" : value),
    clear: () => setParams(new URLSearchParams(), { preventScrollReset: true, replace: true }),
  };
}

export function isLong(total: number): boolean {
  return total >= minPaymentsToSearch;
}

/** The user's payments, page by page; `total` is the number of results. */
export function useHistory({ words, status, order }: HistoryView) {
  const q = words.trim();
  return useInfiniteQuery({
    queryKey: ["payments", "history", { q, status, order }],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const query = {
        page,
        limit: historyPage,
        ...(q !== "" && { q }),
        ...(status !== null && { status }),
        ...(order !== historyOrders[0] && { order }),
      };
      const answer = await api.answer("GET /api/payment/history", { query }, { signal });
      return { payments: answer.data, total: Number(answer.headers.get("X-Total-Count") ?? 0) };
    },
    getNextPageParam: ({ total }, pages) =>
      pages.length * historyPage < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  });
}
