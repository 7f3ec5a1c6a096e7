import { sql } from "kysely";
import type { Stripe } from "stripe";
import type { Checkout } from "#contract/payments.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { paidLines } from "#domain/messages/paid-lines.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { closeSession } from "./cancel-at-stripe.ts";
import { findPayer, forgetCustomer } from "./customers.queries.ts";
import { boughtParts, findPayment, lockPayment, patchPayment, type PaymentRow } from "./ledger.queries.ts";
import { paidCarNames } from "./payment-cars.queries.ts";
import { isServerError, isUnknownThere, ProviderRefusal } from "./provider.ts";

type Line = NonNullable<Stripe.Checkout.SessionCreateParams["line_items"]>[number];

/** A dealer's month, billed again each month; the amount in cents. */
export function planLine(siteName: string, cents: number): Line {
  return {
    quantity: 1,
    price_data: {
      currency: "usd",
      unit_amount: cents,
      recurring: { interval: "month" },
      product_data: { name: paymentMessages.lines.dealerPlan(siteName) },
    },
  };
}

/** What the card page and the receipt list; their sum is the payment's amount. */
function linesOf(payment: PaymentRow, cars: readonly string[], siteName: string): Line[] {
  if (payment.kind === "subscription") return [planLine(siteName, payment.amount_cents)];
  const bought = paidLines(boughtParts(payment), payment.sponsorship_days, cars);
  const names =
    cars.length > 0
      ? paymentMessages.lines.sponsorshipOf(payment.sponsorship_days, cars.length)
      : bought.map(({ name }) => name).join(", ");
  // The provider takes no negative line: with a coupon all stands on one, at what is left.
  const isWhole = bought.reduce((sum, { cents }) => sum + cents, 0) === payment.amount_cents;
  const lines = isWhole
    ? bought
    : [{ name: paymentMessages.lines.withCoupon(names), cents: payment.amount_cents }];
  return lines.map(({ name, cents }) => ({
    quantity: 1,
    price_data: { currency: "usd", unit_amount: cents, product_data: { name } },
  }));
}

/** Whether the object that the provider does not know is the customer to charge. */
function isUnknownCustomer(error: unknown): boolean {
  return error instanceof ProviderRefusal && isUnknownThere(error) && error.param === "customer";
}

async function paramsOf(
  { db, site }: Context,
  payment: PaymentRow,
): Promise<Stripe.Checkout.SessionCreateParams> {
  if (payment.user_id === null) throw new AppError("payment_closed");
  const payer = await findPayer(db, payment.user_id);
  if (payer === undefined) throw new AppError("payment_closed");
  const metadata = { paymentId: payment.id };
  const isSubscription = payment.kind === "subscription";
  const customer = isSubscription ? payer.customerId : null;
  const success = isSubscription ? "/autosallon/success" : "/payment/success";
  return {
    mode: isSubscription ? "subscription" : "payment",
    line_items: linesOf(payment, await paidCarNames(db, payment.id), site.name),
    // Cards settle at once: a page that comes back has been paid or has not.
    allowed_payment_method_types: ["card"],
    client_reference_id: payment.id,
    metadata,
    ...(isSubscription ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    ...(customer === null ? { customer_email: payer.email } : { customer }),
    success_url: `${site.publicUrl}${success}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site.publicUrl}/payment/failed?reason=canceled`,
  };
}

/** Another try at opening the page; once for several processes that failed at the same one. */
async function countAttempt({ db }: Context, { id, session_attempt: attempt }: PaymentRow): Promise<void> {
  await patchPayment(db, id, {
    session_attempt: sql<number>`greatest(session_attempt, ${attempt + 1}::int)`,
  });
}

async function openOnce(ctx: Context, id: string): Promise<Checkout> {
  const { db, provider, log, step } = ctx;
  const payment = await findPayment(db, { id });
  if (payment === null) throw new AppError("payment_not_found");
  const { stripe_session_id: known, checkout_url: url, session_attempt: attempt } = payment;
  // Given up, or run out: its page can no longer be paid, and the person's next attempt is another payment.
  if (payment.status === "expired") throw new AppError("payment_closed");
  if (known !== null && url !== null) return { sessionId: known, checkoutUrl: url };
  if (payment.status !== "open") throw new AppError("payment_closed");
  const params = await paramsOf(ctx, payment);
  const idempotencyKey = attempt === 0 ? id : `${id}:${attempt}`;
  let session: Stripe.Checkout.Session;
  let account: string | null;
  try {
    [session, account] = await Promise.all([
      provider.call("checkout.sessions.create", (stripe) =>
        stripe.checkout.sessions.create(params, { idempotencyKey }),
      ),
      provider.account(),
    ]);
  } catch (error) {
    const { customer } = params;
    if (customer !== undefined && payment.user_id !== null && isUnknownCustomer(error)) {
      // Deleted at the provider, or another account's: the person is a new customer there, by e-mail.
      await forgetCustomer(db, payment.user_id, customer);
      await countAttempt(ctx, payment);
      return openOnce(ctx, id);
    }
    // The provider stores its answer under a key and would repeat it: the next try gets another key.
    if (isServerError(error)) await countAttempt(ctx, payment);
    if (!(error instanceof ProviderRefusal)) throw error;
    // Its message is for the log: the request was ours, and the person cannot correct it.
    log.error("payments.session_refused", error, { payment: id });
    throw new AppError("provider_away", { message: paymentMessages.checkoutFailed, cause: error });
  }
  await step("session opened");
  if (session.url === null) throw new Error("the provider gave a session without a page");
  const isGivenUp = await remember(ctx, id, { sessionId: session.id, url: session.url, account });
  if (isGivenUp) {
    // The payment expired while its page was being opened, when there was no page yet to close.
    await closeSession(provider, session.id);
    throw new AppError("payment_closed");
  }
  const opened = await findPayment(db, { id });
  return {
    sessionId: opened?.stripe_session_id ?? session.id,
    checkoutUrl: opened?.checkout_url ?? session.url,
  };
}

/** Writes the page down; answers whether the payment has been given up since. */
async function remember(
  { db }: Context,
  id: string,
  { sessionId, url, account }: { sessionId: string; url: string; account: string | null },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    if (payment.stripe_session_id === null || payment.checkout_url === null)
      await patchPayment(
        trx,
        id,
        {
          stripe_session_id: sessionId,
          checkout_url: url,
          checked_at: sql<Date>`now()`,
          provider_account: account,
        },
        { name: "opened", detail: { sessionId } },
      );
    return payment.status === "expired";
  });
}

/**
 * The card page of an open payment: opened once, however often and from how many processes it is asked for (the
 * provider knows it by the payment's id). Throws provider_away; payment_closed for a payment that was given up, ran
 * out, or is over without a page.
 */
export function openCheckoutSession(ctx: Context, paymentId: string): Promise<Checkout> {
  return ctx.paymentRuns.openSession.run(paymentId, () => openOnce(ctx, paymentId));
}
