import type { Route } from "#sandbox/http/call.ts";
import { checkoutSessionRoutes } from "./checkout-sessions.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";

/** Every operation of the API that the sandbox speaks. */
export const routes: readonly Route[] = [...checkoutSessionRoutes, ...webhookEndpointRoutes];
