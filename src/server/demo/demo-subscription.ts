import type { Transaction } from "kysely";
import type { Stripe } from "stripe";
import { v7 as uuidv7 } from "uuid";
import { defaultFees } from "#domain/payments/fees.ts";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { insertSubscription } from "#server/money/billing/subscriptions.queries.ts";
import type { Logger } from "#server/log.ts";
import { planLine } from "#server/money/billing/open-session.commands.ts";
import { createProvider, type Provider, type ProviderAccess } from "#server/money/billing/provider.ts";
import {
  invoiceIntent,
  type ReadSubscription,
  readInvoices,
  readSubscription,
} from "#server/money/billing/provider-reads.ts";

/** The demo dealer's subscription at the sandbox, with its paid months. */
export interface DemoSubscription {
  readonly read: ReadSubscription;
  /** The first month's payment, which the subscription names. */
  readonly paymentId: string;
  /** Its checkout session. */
  readonly sessionId: string;
  /** Paid, oldest first. */
  readonly invoices: readonly Stripe.Invoice[];
  readonly account: string | null;
}

export interface SubscribeDemoDealerOptions {
  readonly access: ProviderAccess | null;
  readonly log: Logger;
  readonly site: Pick<Config["site"], "name" | "publicUrl">;
  readonly now: Date;
  readonly email: string;
}

/** Between three longest and four shortest months: four months paid, the current one for days. */
const sinceDays = 100;
const dayMs = 86_400_000;
/** Timeout for the sandbox on this machine, in milliseconds. */
const callTimeout = 2000;

/**
 * Subscribes the demo's dealer at the sandbox, as of some three months ago; finds the subscription of an
 * interrupted start. Null if payments are not the sandbox's, or, with a warning, if it fails: the demo then has
 * none.
 */
export async function subscribeDemoDealer(
  options: SubscribeDemoDealerOptions,
): Promise<DemoSubscription | null> {
  const { access, log } = options;
  // No subscription is created at Stripe itself.
  if (access === null || access.address === null) return null;
  const provider = createProvider({ access, log, tryTimeout: callTimeout, callTimeout });
  try {
    const known = await findSession(provider, options.email);
    if (known !== null) return await read(provider, known);
    const opened = await openSession(provider, options);
    await payEarlier(access, opened.id, options.now.getTime() - sinceDays * dayMs);
    const paid = await provider.call("checkout.sessions.retrieve", (stripe) =>
      stripe.checkout.sessions.retrieve(opened.id),
    );
    return await read(provider, paid);
  } catch (error) {
    log.warn("demo.no_subscription", { error: error instanceof Error ? error.message : "" });
    return null;
  }
}

/** By the e-mail that the demo's dealer has with each seeding. */
async function findSession(provider: Provider, email: string): Promise<Stripe.Checkout.Session | null> {
  const running = await provider.call("subscriptions.list", (stripe) =>
    stripe.subscriptions.list({ status: "active", limit: 100 }),
  );
  const one = running.data.find(({ metadata }) => metadata["demo"] === email);
  if (one === undefined) return null;
  const sessions = await provider.call("checkout.sessions.list", (stripe) =>
    stripe.checkout.sessions.list({ subscription: one.id, limit: 1 }),
  );
  return sessions.data[0] ?? null;
}

async function openSession(
  provider: Provider,
  { site, email, now }: SubscribeDemoDealerOptions,
): Promise<Stripe.Checkout.Session> {
  const paymentId = uuidv7({ msecs: now.getTime() - sinceDays * dayMs });
  const metadata = { paymentId, demo: email };
  return provider.call("checkout.sessions.create", (stripe) =>
    stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [planLine(site.name, defaultFees.subscription)],
      allowed_payment_method_types: ["card"],
      client_reference_id: paymentId,
      metadata,
      subscription_data: { metadata },
      customer_email: email,
      success_url: `${site.publicUrl}/autosallon/success?session_id={CHECKOUT_SESSION_ID}`,
    }),
  );
}

/** The sandbox's own call, which Stripe's API lacks. */
async function payEarlier(access: ProviderAccess, session: string, moment: number): Promise<void> {
  const { address, secretKey } = access;
  if (address === null) throw new Error("only the sandbox can be told what was paid when");
  const answer = await fetch(`${address.protocol}://${address.host}:${address.port}/_sandbox/payments`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ session, at: Math.floor(moment / 1000), name: "Autosallon Demo" }),
    signal: AbortSignal.timeout(callTimeout),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${text.slice(0, 200)}`);
}

async function read(provider: Provider, session: Stripe.Checkout.Session): Promise<DemoSubscription> {
  const { subscription } = session;
  const paymentId = session.client_reference_id;
  if (typeof subscription !== "string" || paymentId === null)
    throw new Error("the sandbox's session is not of a subscription");
  const [present, invoices, account] = await Promise.all([
    readSubscription(provider, subscription),
    readInvoices(provider, subscription),
    provider.account(),
  ]);
  const paid = invoices.filter(({ status }) => status === "paid").toReversed();
  if (paid.length === 0) throw new Error("the sandbox's subscription is not paid");
  return { read: present, paymentId, sessionId: session.id, invoices: paid, account };
}

/**
 * Writes the subscription and its paid months as if the site had been there: in the ledger at the dates of
 * their charges, without mails. Makes the account a dealer.
 */
export async function insertDemoSubscription(
  trx: Transaction<DB>,
  userId: string,
  subscription: DemoSubscription,
  now: Date,
): Promise<void> {
  const { read: present, account } = subscription;
  await trx
    .updateTable("users")
    .set({ stripe_customer_id: present.customerId, stripe_customer_account: account })
    .where("id", "=", userId)
    .execute();
  const months = subscription.invoices.map((invoice) => monthOf(invoice, subscription));
  await trx
    .insertInto("payments")
    .values(
      months.map(({ id, invoice, at, isFirst }) => ({
        id,
        user_id: userId,
        kind: isFirst ? ("subscription" as const) : ("renewal" as const),
        status: "fulfilled" as const,
        amount_cents: invoice.amount_paid,
        currency: invoice.currency,
        stripe_session_id: isFirst ? subscription.sessionId : null,
        stripe_payment_intent: invoiceIntent(invoice),
        stripe_invoice_id: invoice.id,
        stripe_subscription_id: present.id,
        provider_account: account,
        created_at: at,
        paid_at: at,
        fulfilled_at: at,
        checked_at: now,
      })),
    )
    .execute();
  await trx
    .insertInto("payment_events")
    .values(
      months.flatMap(({ id, invoice, at, isFirst }) => [
        {
          payment_id: id,
          event: "created" as const,
          at,
          detail: JSON.stringify({
            kind: isFirst ? "subscription" : "renewal",
            amount: invoice.amount_paid,
          }),
        },
        { payment_id: id, event: "paid" as const, at },
        { payment_id: id, event: "fulfilled" as const, at },
      ]),
    )
    .execute();
  await insertSubscription(trx, userId, present, account, now.getTime());
}

interface Month {
  readonly id: string;
  readonly invoice: Stripe.Invoice;
  /** When it was charged. */
  readonly at: Date;
  readonly isFirst: boolean;
}

function monthOf(invoice: Stripe.Invoice, { paymentId }: DemoSubscription): Month {
  const at = new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000);
  const isFirst = invoice.billing_reason === "subscription_create";
  return { id: isFirst ? paymentId : uuidv7({ msecs: at.getTime() }), invoice, at, isFirst };
}
