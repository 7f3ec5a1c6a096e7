import { Stripe } from "stripe";
import type { EndpointState } from "#domain/payments/endpoint-states.ts";
import { eventTypes } from "./events.commands.ts";
import type { Provider } from "./provider.ts";

/** Where the provider sends its events to, below PUBLIC_URL. */
export const webhookPath = "/api/payment/webhook";

function missingEvents(endpoint: Stripe.WebhookEndpoint): string[] {
  const { enabled_events: enabled } = endpoint;
  return enabled.includes("*") ? [] : eventTypes.filter((type) => !enabled.includes(type));
}

async function findEndpoint(provider: Provider, publicUrl: string): Promise<Stripe.WebhookEndpoint | null> {
  const endpoints = await provider.call("webhookEndpoints.list", (stripe) =>
    stripe.webhookEndpoints.list({ limit: 100 }),
  );
  const ours = endpoints.data.filter(({ url }) => url === `${publicUrl}${webhookPath}`);
  return ours.find(({ status }) => status === "enabled") ?? ours[0] ?? null;
}

/** Whether the provider knows where to send events of this site. Throws provider_away. */
export async function endpointState(provider: Provider, publicUrl: string): Promise<EndpointState> {
  const endpoint = await findEndpoint(provider, publicUrl);
  if (endpoint === null) return "missing";
  if (endpoint.status !== "enabled") return "disabled";
  return missingEvents(endpoint).length === 0 ? "registered" : "incomplete";
}

export type EnsuredEndpoint =
  /** `secret`: the provider returns it only here. */
  | { readonly made: true; readonly id: string; readonly secret: string }
  | {
      readonly made: false;
      readonly id: string;
      readonly enabled: boolean;
      readonly added: readonly string[];
    };

/**
 * The provider's endpoint for this site, made where there is none; one that is there gets the events that it lacks, and
 * keeps its secret. Throws provider_away, ProviderRefusal.
 */
export async function ensureEndpoint(provider: Provider, publicUrl: string): Promise<EnsuredEndpoint> {
  const endpoint = await findEndpoint(provider, publicUrl);
  if (endpoint === null) {
    const made = await provider.call("webhookEndpoints.create", (stripe) =>
      stripe.webhookEndpoints.create({
        url: `${publicUrl}${webhookPath}`,
        enabled_events: [...eventTypes],
        api_version: Stripe.API_VERSION,
        description: "Vetura (npm run stripe:setup)",
      }),
    );
    return { made: true, id: made.id, secret: made.secret ?? "" };
  }
  const added = missingEvents(endpoint);
  if (added.length > 0) {
    await provider.call("webhookEndpoints.update", (stripe) =>
      stripe.webhookEndpoints.update(endpoint.id, { enabled_events: [...eventTypes] }),
    );
  }
  return { made: false, id: endpoint.id, enabled: endpoint.status === "enabled", added };
}
