import type { Kysely } from "kysely";
import type { Car } from "#contract/cars.ts";
import type {
  Checkout,
  CouponWorth,
  CreateCheckout,
  HistoryQuery,
  Payment,
  VerifiedPayment,
} from "#contract/payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { loadCar } from "#server/market/cars/cars.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import { presentCars } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { IdempotentRequest } from "#server/http/idempotency.ts";
import type { Limits } from "#server/http/limits.ts";
import type { FormPictures } from "#server/market/photos/cut-pictures.ts";
import { createCheckout } from "./checkout.ts";
import type { Coalesce } from "./coalesce.ts";
import { readEvent, takeEvents } from "./events.ts";
import { findPayment, isDisputed, type PaymentRow } from "./ledger.queries.ts";
import { loadPaidCars } from "./payment-cars.queries.ts";
import { loadHistory } from "./payments.queries.ts";
import type { SessionOpener } from "./open-session.ts";
import type { Provider } from "./provider.ts";
import type { Settler } from "./settle.ts";
import { confirmSecret } from "./provider-poll.queries.ts";

/** What people do with money. Throws AppErrors alone. */
export interface PaymentsService {
  /**
   * Checks the car as publishing does, then opens the provider's card page for what the server computes; the same
   * request again gets the same page. Throws price_changed with `amount`, nothing_to_pay, provider_away, and as
   * `publishCar` and `requireEditable`.
   */
  createCheckout(
    payer: Actor,
    body: CreateCheckout,
    request: IdempotentRequest | null,
    pictures?: FormPictures,
  ): Promise<Checkout>;
  /**
   * Fulfils what is paid, once however often. Throws not_paid, payment_not_found, payment_refunded, provider_away,
   * too_many_requests.
   */
  verify(sessionId: string): Promise<VerifiedPayment>;
  /** The same, answering the car. Throws car_not_found too, where an admin has deleted it since. */
  createCar(sessionId: string): Promise<Car>;
  /** Takes an event of the provider in; what follows from it is a job. Throws signature_invalid, malformed. */
  receiveEvent(body: Buffer, signature: string): Promise<void>;
  /** What a coupon takes off. Throws validation_failed (`fields.coupon`), coupon_used. */
  couponWorth(userId: string, code: string, target: "cars" | "dealers"): Promise<CouponWorth>;
  /** A person's payments, newest first, with their number. */
  history(userId: string, view: Page & HistoryQuery): Promise<{ payments: Payment[]; total: number }>;
}

export interface PaymentsServiceDeps {
  readonly ctx: Context;
  readonly opener: SessionOpener;
  readonly provider: Provider;
  /** Null: there is no provider. */
  readonly webhookSecret: string | null;
  readonly visits: Visits;
}

const unsuccessful = { details: { success: false } };

/** Milliseconds between two reads of one session at the provider that visitors cause in this process. */
export const visitSpacing = 1000;

/** The reads and limits of visitors' questions about payments. */
export interface Visits {
  readonly db: Kysely<DB>;
  readonly settler: Settler;
  readonly limits: Pick<Limits, "cardVisit">;
  /** Calls for one payment share a read of the provider that begins after the call. */
  readonly reads: Coalesce<PaymentRow>;
}

/** Nothing that the provider could say would change this payment: no read is worth its while. */
function isOver(payment: PaymentRow): boolean {
  return payment.status === "fulfilled" || payment.status === "refunded" || payment.refund_reason !== null;
}

/**
 * A payment by the session that its payer came back with, brought to where the provider says it is: at the moment of
 * the call or later, never earlier. Anybody may ask, signed out too, so that reads are shared and counted.
 * Throws payment_not_found for a session that is none of ours or is not of these kinds, not_paid, payment_refunded,
 * too_many_requests.
 */
export async function settledPayment(
  { db, settler, limits, reads }: Visits,
  sessionId: string,
  kinds: readonly PaymentRow["kind"][],
): Promise<PaymentRow> {
  const found = await findPayment(db, { sessionId });
  if (found === null || !kinds.includes(found.kind)) throw new AppError("payment_not_found", unsuccessful);
  await limits.cardVisit.payment(found.id);
  const payment = isOver(found) ? found : await reads.run(found.id, () => settler.settle(found.id));
  if (payment.refund_reason !== null) throw new AppError("payment_refunded", unsuccessful);
  // Fulfilled and refunded since: the answer says both.
  if (payment.status === "refunded") return payment;
  if (payment.status !== "fulfilled") throw new AppError("not_paid", unsuccessful);
  return payment;
}

export function createPaymentsService(deps: PaymentsServiceDeps): PaymentsService {
  const { ctx, opener, provider, visits, webhookSecret } = deps;
  const { db, addJob } = ctx;
  let confirmed = false;

  async function verify(sessionId: string): Promise<VerifiedPayment> {
    const payment = await settledPayment(visits, sessionId, ["car", "extras"]);
    const row = payment.car_id === null ? null : await loadCar(db, payment.car_id);
    const several = await loadPaidCars(db, payment.id);
    // People return from another site, perhaps signed out: the answer holds public data only.
    const [car = null] = row === null ? [] : presentCars(ctx, [row], null);
    return {
      success: true,
      car,
      payment: {
        amount: centsToDollars(payment.amount_cents),
        refunded: centsToDollars(payment.refunded_cents),
        disputed: isDisputed(payment),
        sponsorshipDays: payment.sponsorship_days,
        socialPromotion: payment.social_promotion,
        carCount: Math.max(1, several.length),
      },
    };
  }

  return {
    createCheckout: (payer, body, request, pictures) =>
      createCheckout(ctx, opener, payer, body, request, pictures),
    verify,
    createCar: async (sessionId) => {
      const { car } = await verify(sessionId);
      if (car === null) throw new AppError("car_not_found");
      return car;
    },
    receiveEvent: async (body, signature) => {
      const event = provider.readEvent(body, signature);
      // The first one that is truly signed: /admin says so from then on.
      if (!confirmed && webhookSecret !== null) {
        await confirmSecret(db, webhookSecret);
        confirmed = true;
      }
      await takeEvents(db, addJob, [readEvent(event)]);
    },
    couponWorth: async (userId, code, target) => {
      const { percent, cents } = await ctx.coupons.quote(db, { code, userId, target, cents: 0 });
      return { percent, amount: cents === null ? null : centsToDollars(cents) };
    },
    history: (userId, view) => loadHistory(db, userId, view),
  };
}
