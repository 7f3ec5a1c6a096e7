import type { Car } from "#contract/cars.ts";
import type { CouponWorth, VerifiedPayment } from "#contract/payments.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { loadCar } from "#server/market/cars/cars.queries.ts";
import { presentCars } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { quoteCoupon } from "./coupons.commands.ts";
import { readEvent, takeEvents } from "./events.commands.ts";
import { findPayment, isDisputed, type PaymentRow } from "./ledger.queries.ts";
import { loadPaidCars } from "./payment-cars.queries.ts";
import { confirmSecret } from "./provider-poll.queries.ts";
import { settlePayment } from "./settle.commands.ts";

const unsuccessful = { details: { success: false } };

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
  ctx: Context,
  sessionId: string,
  kinds: readonly PaymentRow["kind"][],
): Promise<PaymentRow> {
  const { db, limits, paymentRuns } = ctx;
  const found = await findPayment(db, { sessionId });
  if (found === null || !kinds.includes(found.kind)) throw new AppError("payment_not_found", unsuccessful);
  await limits.cardVisit.payment(found.id);
  const payment = isOver(found)
    ? found
    : await paymentRuns.visit.run(found.id, () => settlePayment(ctx, found.id));
  if (payment.refund_reason !== null) throw new AppError("payment_refunded", unsuccessful);
  // Fulfilled and refunded since: the answer says both.
  if (payment.status === "refunded") return payment;
  if (payment.status !== "fulfilled") throw new AppError("not_paid", unsuccessful);
  return payment;
}

/**
 * Fulfils what is paid, once however often. Throws not_paid, payment_not_found, payment_refunded, provider_away,
 * too_many_requests.
 */
export async function verifyPayment(ctx: Context, sessionId: string): Promise<VerifiedPayment> {
  const payment = await settledPayment(ctx, sessionId, ["car", "extras"]);
  const row = payment.car_id === null ? null : await loadCar(ctx.db, payment.car_id);
  const several = await loadPaidCars(ctx.db, payment.id);
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

/** The same, answering the car. Throws car_not_found too, where an admin has deleted it since. */
export async function paidCar(ctx: Context, sessionId: string): Promise<Car> {
  const { car } = await verifyPayment(ctx, sessionId);
  if (car === null) throw new AppError("car_not_found");
  return car;
}

/** Takes an event of the provider in; what follows from it is a job. Throws signature_invalid, malformed. */
export async function receiveEvent(ctx: Context, body: Buffer, signature: string): Promise<void> {
  const { db, provider } = ctx;
  const event = provider.readEvent(body, signature);
  // Signed with our secret: /admin says so from then on.
  if (provider.webhookSecret !== null) await confirmSecret(db, provider.webhookSecret);
  await takeEvents(ctx, [readEvent(event)]);
}

/** What a coupon takes off. Throws validation_failed (`fields.coupon`), coupon_used. */
export async function couponWorth(
  { db }: Context,
  userId: string,
  code: string,
  target: "cars" | "dealers",
): Promise<CouponWorth> {
  const { percent, cents } = await quoteCoupon(db, { code, userId, target, cents: 0 });
  return { percent, amount: cents === null ? null : centsToDollars(cents) };
}
