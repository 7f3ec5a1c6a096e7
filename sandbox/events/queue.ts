import type { Store } from "#sandbox/store/store.ts";
import type { Event, WebhookEndpoint } from "#sandbox/store/kinds.ts";

/** Adds a delivery for each endpoint that listens to this type; returns their number. */
export function queueDeliveries(store: Store, event: Event): number {
  const { data: endpoints } = store.list("webhook_endpoint", { limit: 16 });
  const listening = endpoints.filter((endpoint) => isSubscribed(endpoint, event.type));
  for (const endpoint of listening) store.deliveries.add(event.id, endpoint.id, Date.now());
  return listening.length;
}

function isSubscribed(endpoint: WebhookEndpoint, type: string): boolean {
  if (endpoint.status !== "enabled") return false;
  return endpoint.enabled_events.includes("*") || endpoint.enabled_events.includes(type);
}
