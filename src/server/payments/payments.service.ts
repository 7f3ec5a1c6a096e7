import type { Car } from "#contract/cars.ts";
import type { Checkout, CreateCheckout, Payment, VerifiedPayment } from "#contract/payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { Page } from "#server/cars/cars.queries.ts";
import { AppError } from "#server/http/app-error.ts";
import type { IdempotentRequest } from "#server/http/idempotency.ts";

/** What people do with money. Throws AppErrors alone. */
export interface PaymentsService {
  /**
   * Checks the car as publishing does, then opens the provider's card page for what the server computes; the same
   * request again gets the same page. Throws price_changed with `amount`, nothing_to_pay, provider_away, and as
   * `CarsService.publish` and `assertEditable`.
   */
  createCheckout(payer: Actor, body: CreateCheckout, request: IdempotentRequest | null): Promise<Checkout>;
  /** Fulfils what is paid, once however often. Throws not_paid, payment_not_found, payment_refunded, provider_away. */
  verify(sessionId: string): Promise<VerifiedPayment>;
  /** The same, answering the car. */
  createCar(sessionId: string): Promise<Car>;
  /** Takes an event of the provider in; what follows from it is a job. Throws signature_invalid. */
  receiveEvent(body: Buffer, signature: string): Promise<void>;
  history(userId: string, page: Page): Promise<{ payments: Payment[]; total: number }>;
}

function away(): never {
  throw new AppError("provider_away");
}

/** Nothing yet. */
export function createPaymentsService(): PaymentsService {
  return {
    createCheckout: async () => away(),
    verify: async () => away(),
    createCar: async () => away(),
    receiveEvent: async () => away(),
    history: async () => away(),
  };
}
