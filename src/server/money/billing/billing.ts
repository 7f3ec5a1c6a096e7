import type { Context } from "#server/context.ts";
import type { ScheduledTask, Task } from "#server/platform/jobs/jobs.ts";
import { Coalesce } from "./coalesce.ts";
import { createDeskPayments, type DeskPayments } from "./desk-payments.ts";
import { createDeskRefunds, type DeskRefunds } from "./desk-refunds.ts";
import { createEventPoll } from "./event-poll.ts";
import { pollEvents } from "./events.ts";
import { createSessionOpener } from "./open-session.ts";
import { paymentMailTasks } from "./payment-mails.ts";
import { paymentSchedule, paymentTasks, sweepPayments } from "./payment-tasks.ts";
import { createPaymentsService, type PaymentsService, visitSpacing } from "./payments.service.ts";
import { createPriceMoves, type PriceMovesService } from "./price-moves.ts";
import { createProvider, isTestKey, type Provider, type ProviderAccess } from "./provider.ts";
import { checkProvider, type ProviderCheck, providerWarnings } from "./provider-check.ts";
import type { PaymentRow } from "./ledger.queries.ts";
import { createSettler, type Settler } from "./settle.ts";
import { createSubscriptionSync, type SubscriptionSync } from "./subscription-sync.ts";
import { createSubscriptionsService, type SubscriptionsService } from "./subscriptions.service.ts";

export interface BillingDeps {
  readonly ctx: Context;
  /** Null: no provider, and payments answer that it is away. */
  readonly access: ProviderAccess | null;
  /** The provider is the sandbox: ours, and there. */
  readonly sandbox: boolean;
}

/** Payments and subscriptions, wired. */
export interface Billing {
  readonly payments: PaymentsService;
  readonly subscriptions: SubscriptionsService;
  readonly priceMoves: PriceMovesService;
  readonly provider: Provider;
  readonly settler: Settler;
  readonly subscriptionSync: SubscriptionSync;
  readonly deskRefunds: DeskRefunds;
  readonly deskPayments: DeskPayments;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  /** One round of what the schedule does each minute. */
  sweep(): Promise<void>;
  /** Asks the provider for events that did not arrive, now. */
  catchUp(): Promise<void>;
  /**
   * Asks Stripe how the site stands with it, warns in the log, and keeps the answer for /admin; within 5 s, never failing.
   * Null with the sandbox.
   */
  check(): Promise<ProviderCheck | null>;
  /** What `check` found; null before. */
  readonly checked: () => ProviderCheck | null;
  /** Begins to ask the provider for events that did not arrive. */
  start(): void;
  stop(): Promise<void>;
}

const now = () => new Date();

/** Wires what works on money; starts nothing. */
export function createBilling(deps: BillingDeps): Billing {
  const { ctx, access } = deps;
  const { db, addJob, limits, log, mailer, site, settings, coupons, step } = ctx;
  const provider = createProvider({ access, log });
  const settler = createSettler({ db, provider, addJob, log, now, settings, step });
  const settle = (paymentId: string) => settler.settle(paymentId);
  const subscriptionSync = createSubscriptionSync({ db, provider, addJob, now, settle, step });
  const opener = createSessionOpener({ db, provider, log, site, step });
  const work = {
    db,
    provider,
    addJob,
    log,
    settler,
    subscriptions: subscriptionSync,
    siteName: site.name,
    step,
  };
  const poll = createEventPoll({ db, provider, addJob, log });
  const { publicUrl } = site;
  let found: ProviderCheck | null = null;

  async function check(): Promise<ProviderCheck | null> {
    if (access === null || deps.sandbox) return null;
    const mode = isTestKey(access.secretKey) ? "test" : "live";
    found = await checkProvider(provider, { publicUrl, mode });
    for (const warning of providerWarnings(found)) log.warn("payments.setup", { warning });
    return found;
  }

  const visits = { db, settler, limits, reads: new Coalesce<PaymentRow>({ spacing: visitSpacing }) };
  return {
    payments: createPaymentsService({
      ctx,
      provider,
      webhookSecret: access?.webhookSecret ?? null,
      visits,
      opener,
    }),
    subscriptions: createSubscriptionsService({
      db,
      provider,
      settler,
      visits,
      opener,
      subscriptionSync,
      publicUrl,
      now,
      settings,
      coupons,
      addJob,
    }),
    priceMoves: createPriceMoves({ db, addJob, settings }),
    provider,
    settler,
    subscriptionSync,
    deskRefunds: createDeskRefunds(work),
    deskPayments: createDeskPayments({ db, addJob, now, settings }),
    tasks: { ...paymentTasks(work), ...paymentMailTasks({ db, provider, mailer, site }) },
    schedule: paymentSchedule(work),
    sweep: () => sweepPayments(work),
    catchUp: async () => {
      await pollEvents(work, 0);
    },
    check,
    checked: () => found,
    start: () => {
      if (access !== null) poll.start();
    },
    stop: () => poll.stop(),
  };
}
