import type { DealerSignup, DealerStats, Invoice, PublicDealer, Subscription } from "#contract/dealers.ts";
import type { Checkout } from "#contract/payments.ts";
import type { Page } from "#server/cars/cars.queries.ts";
import { AppError } from "#server/http/app-error.ts";

/** What dealers do. Throws AppErrors alone; dealers_only where the dashboard is closed to the account. */
export interface DealersService {
  /** Opens the payment of a first month. Throws already_subscribed, provider_away. */
  subscribe(userId: string, signup: DealerSignup): Promise<Checkout>;
  /** Makes the payer a dealer, once however often. Throws not_paid, payment_not_found, payment_refunded, provider_away. */
  verify(sessionId: string): Promise<{ success: true }>;
  subscription(userId: string): Promise<Subscription | null>;
  stats(userId: string): Promise<DealerStats>;
  invoices(userId: string): Promise<Invoice[]>;
  portal(userId: string): Promise<{ url: string }>;
  cancel(userId: string): Promise<{ message: string }>;
  reactivate(userId: string): Promise<{ message: string }>;
  /** Throws dealer_not_found for who is no dealer at this moment. */
  publicPage(userId: string, page: Page): Promise<PublicDealer>;
}

function away(): never {
  throw new AppError("provider_away");
}

/** Nothing yet. */
export function createDealersService(): DealersService {
  return {
    subscribe: async () => away(),
    verify: async () => away(),
    subscription: async () => away(),
    stats: async () => away(),
    invoices: async () => away(),
    portal: async () => away(),
    cancel: async () => away(),
    reactivate: async () => away(),
    publicPage: async () => away(),
  };
}
