import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, useAuth } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";

const subscriptionKey = ["dealer", "subscription"] as const;
/** The server waits up to 8 s for the provider; slow connections need more. */
const timeoutMs = 20_000;

/** The subscription at the provider; null if there is none. */
export function useSubscription() {
  return useQuery({
    queryKey: subscriptionKey,
    queryFn: () => api("GET /api/dealer/subscription-status"),
  });
}

/** The dashboard waits for both before it shows anything. */
export function useDashboard() {
  const subscription = useSubscription();
  const stats = useQuery({ queryKey: ["dealer", "stats"], queryFn: () => api("GET /api/dealer/stats") });
  return { subscription, stats };
}

/** Separate, because invoices come from the provider: slower than the rest, and sometimes unavailable. */
export function useInvoices() {
  return useQuery({
    queryKey: ["dealer", "invoices"],
    queryFn: ({ signal }) => api("GET /api/dealer/billing-history", {}, { signal, timeoutMs }),
  });
}

export type SubscriptionChange = "cancel" | "reactivate";

/** Cancels the subscription at the period's end, or undoes that; returns the server's answer. */
export function useChangeSubscription() {
  const client = useQueryClient();
  const { reload } = useAuth();
  return useMutation({
    mutationFn: async (change: SubscriptionChange) =>
      change === "cancel"
        ? api("POST /api/dealer/cancel-subscription", {}, { timeoutMs })
        : api("POST /api/dealer/reactivate-subscription", {}, { timeoutMs }),
    onSettled: async () => {
      invalidateLists();
      await Promise.all([
        client.invalidateQueries({ queryKey: subscriptionKey }),
        reload().catch(() => undefined),
      ]);
    },
  });
}

/**
 * Opens the provider's portal in a new tab. The tab opens at once, which popup blockers allow for a click,
 * and gets its address later. If it is blocked, the portal opens in this tab.
 */
export async function openPortal(): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const { url } = await api("POST /api/dealer/customer-portal", {}, { timeoutMs });
    if (!URL.canParse(url)) throw new Error("no address of the portal");
    if (tab === null) {
      location.assign(url);
      return;
    }
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
