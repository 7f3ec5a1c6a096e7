import { z } from "zod";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { address, expand, flag, metadata, metadataChange, page, read, text } from "#sandbox/http/params.ts";
import { apiVersion, type Sandbox } from "#sandbox/sandbox.ts";
import { newId, randomLetters } from "#sandbox/store/ids.ts";
import type { WebhookEndpoint } from "#sandbox/store/kinds.ts";
import { listAnswer, mergedMetadata } from "./lists.ts";

/** Stripe's limit of webhook endpoints. */
const most = 16;

const fields = {
  url: address,
  enabled_events: z.array(text(100)).min(1).max(300),
  description: text(5000).optional(),
};

export function addEndpoint(
  sandbox: Sandbox,
  details: {
    url: string;
    enabled_events: string[];
    description?: string | undefined;
    metadata?: Record<string, string> | undefined;
  },
  secret: string,
): WebhookEndpoint {
  const endpoint: WebhookEndpoint = {
    id: newId("webhook_endpoint"),
    object: "webhook_endpoint",
    api_version: apiVersion,
    application: null,
    created: sandbox.clock.now(),
    description: details.description ?? null,
    enabled_events: details.enabled_events,
    livemode: false,
    metadata: details.metadata ?? {},
    status: "enabled",
    url: details.url,
  };
  sandbox.store.insert("webhook_endpoint", endpoint, { secret });
  return endpoint;
}

export const webhookEndpointRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/webhook_endpoints",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({
          ...fields,
          metadata: metadata.optional(),
          api_version: text(100).optional(),
          expand,
        }),
        form,
      );
      if (sandbox.store.list("webhook_endpoint", { limit: most }).data.length >= most) {
        throw invalid(`You have reached the maximum of ${most} test webhook endpoints.`);
      }
      const secret = `whsec_${randomLetters(32)}`;
      // The secret is returned only here.
      return { ...addEndpoint(sandbox, params, secret), secret };
    },
  },
  {
    method: "GET",
    path: "/v1/webhook_endpoints",
    run: (sandbox, { form }) =>
      listAnswer(
        sandbox,
        "webhook_endpoint",
        "/v1/webhook_endpoints",
        read(z.strictObject({ ...page, created: z.undefined().optional() }), form),
      ),
  },
  {
    method: "GET",
    path: "/v1/webhook_endpoints/{id}",
    run: (sandbox, { path: [id = ""] }) => sandbox.store.get("webhook_endpoint", id),
  },
  {
    method: "POST",
    path: "/v1/webhook_endpoints/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({
          ...z.object(fields).partial().shape,
          disabled: flag.optional(),
          metadata: metadataChange.optional(),
          expand,
        }),
        form,
      );
      const endpoint = sandbox.store.get("webhook_endpoint", id);
      endpoint.url = params.url ?? endpoint.url;
      endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events;
      endpoint.description = params.description ?? endpoint.description;
      endpoint.metadata = mergedMetadata(endpoint.metadata, params.metadata);
      if (params.disabled !== undefined) endpoint.status = params.disabled ? "disabled" : "enabled";
      sandbox.store.save("webhook_endpoint", endpoint);
      return endpoint;
    },
  },
  {
    method: "DELETE",
    path: "/v1/webhook_endpoints/{id}",
    run: (sandbox, { path: [id = ""] }) => {
      sandbox.store.get("webhook_endpoint", id);
      sandbox.store.remove("webhook_endpoint", id);
      return { id, object: "webhook_endpoint", deleted: true };
    },
  },
];
