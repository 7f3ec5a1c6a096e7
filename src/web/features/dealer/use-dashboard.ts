import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, useAuth } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";

const subscriptionKey = ["dealer", "subscription"] as const;
/** The server waits for the provider up to 8 s; slow connections need some more. */
const timeoutMs = 20_000;

/** The subscription as the provider has it; null where there is none. */
export function useSubscription() {
  return useQuery({
    queryKey: subscriptionKey,
    queryFn: () => api("GET /api/dealer/subscription-status"),
  });
}

/** What the dashboard stands on: both must be there before it says anything of the account. */
export function useDashboard() {
  const subscription = useSubscription();
  const stats = useQuery({ queryKey: ["dealer", "stats"], queryFn: () => api("GET /api/dealer/stats") });
  return { subscription, stats };
}

/** The invoices come from the provider: slower than the rest, and away at times when the rest is there. */
export function useInvoices() {
  return useQuery({
    queryKey: ["dealer", "invoices"],
    queryFn: ({ signal }) => api("GET /api/dealer/billing-history", {}, { signal, timeoutMs }),
  });
}

export type SubscriptionChange = "cancel" | "reactivate";

/** Ends the subscription with its period, or takes that back; answers what the server says of it. */
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
 * Opens the provider's portal in a new tab. The tab is opened with the press, which browsers allow, and gets its
 * address when it is there; where even that is forbidden, this tab goes.
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
