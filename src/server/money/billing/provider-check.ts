import { endsWithin } from "#server/ends-within.ts";
import type { EndpointState } from "#domain/payments/endpoint-states.ts";
import type { Provider } from "./provider.ts";
import { endpointState } from "./webhook-endpoint.ts";

/** The result of the check at a start with a Stripe key. */
export interface ProviderCheck {
  readonly mode: "test" | "live";
  /** False: no answer in time, or the key was refused. */
  readonly reachable: boolean;
  readonly https: boolean;
  /** Null: unknown. */
  readonly endpoint: EndpointState | null;
  /** As `Provider.account` tells it. */
  readonly account: string | null;
}

/** Milliseconds: a start waits no longer for it. */
const timeLimit = 5000;

/** Checks the provider's account and webhook endpoint. Never throws, and returns within 5 seconds. */
export async function checkProvider(
  provider: Provider,
  site: { readonly publicUrl: string; readonly mode: ProviderCheck["mode"] },
  limit = timeLimit,
): Promise<ProviderCheck> {
  const { publicUrl, mode } = site;
  let reachable = false;
  let endpoint: EndpointState | null = null;
  let account: string | null = null;
  const asked = (async () => {
    // Every key may read events, whatever else it may.
    await provider.call("events.list", (stripe) => stripe.events.list({ limit: 1 }));
    reachable = true;
    account = await provider.account();
    endpoint = await endpointState(provider, publicUrl);
  })();
  await endsWithin(asked, limit);
  return { mode, reachable, https: publicUrl.startsWith("https://"), endpoint, account };
}

const endpointWarnings: Record<EndpointState, string | null> = {
  registered: null,
  incomplete: "Stripe's webhook endpoint lacks events: run npm run stripe:setup",
  disabled: "Stripe's webhook endpoint is disabled: enable it in the dashboard",
  missing: "Stripe has no webhook endpoint for PUBLIC_URL: run npm run stripe:setup",
};

/** What the operator should see to, for the start report and the log. */
export function providerWarnings(check: ProviderCheck): string[] {
  const warnings = [
    check.https ? null : "PUBLIC_URL is not https: Stripe sends people and events to https addresses alone",
    check.reachable ? null : "Stripe did not answer, or refused the key: payments answer 503 until it does",
    check.endpoint === null ? null : endpointWarnings[check.endpoint],
    check.reachable && check.endpoint === null
      ? "Whether a webhook endpoint is registered is not known: the key may not read webhook endpoints"
      : null,
  ];
  return warnings.filter((warning) => warning !== null);
}
