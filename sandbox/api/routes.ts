import type { Route } from "#sandbox/http/call.ts";
import { accountRoutes } from "./account.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { checkoutSessionRoutes } from "./checkout-sessions.ts";
import { customerRoutes } from "./customers.ts";
import { disputeRoutes } from "./disputes.ts";
import { eventRoutes } from "./events.ts";
import { invoiceRoutes } from "./invoices.ts";
import { paymentRoutes } from "./payments.ts";
import { portalRoutes } from "./portal.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";

/** Every operation of Stripe's API that the sandbox supports. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...catalogueRoutes,
  ...paymentRoutes,
  ...disputeRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
];
