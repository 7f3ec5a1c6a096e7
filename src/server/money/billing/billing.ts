import type { Context } from "#server/context.ts";
import type { ScheduledTask, Task } from "#server/platform/jobs/jobs.ts";
import { createEventPoll } from "./event-poll.ts";
import { pollEvents } from "./events.commands.ts";
import { paymentMailTasks } from "./payment-mails.ts";
import { paymentSchedule, paymentTasks, sweepPayments } from "./payment-tasks.ts";
import { isTestKey, type ProviderAccess } from "./provider.ts";
import { checkProvider, type ProviderCheck, providerWarnings } from "./provider-check.ts";

export interface BillingOptions {
  /** Null: no provider, and payments answer that it is away. */
  readonly access: ProviderAccess | null;
  /** The provider is the sandbox: ours, and there. */
  readonly sandbox: boolean;
}

/** What works on payments and subscriptions beside requests. */
export interface Billing {
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

/** Starts nothing. */
export function createBilling(ctx: Context, { access, sandbox }: BillingOptions): Billing {
  const { log, provider, site } = ctx;
  const { publicUrl } = site;
  const poll = createEventPoll(ctx);
  let found: ProviderCheck | null = null;

  async function check(): Promise<ProviderCheck | null> {
    if (access === null || sandbox) return null;
    const mode = isTestKey(access.secretKey) ? "test" : "live";
    found = await checkProvider(provider, { publicUrl, mode });
    for (const warning of providerWarnings(found)) log.warn("payments.setup", { warning });
    return found;
  }

  return {
    tasks: { ...paymentTasks(ctx), ...paymentMailTasks(ctx) },
    schedule: paymentSchedule(ctx),
    sweep: () => sweepPayments(ctx),
    catchUp: async () => {
      await pollEvents(ctx, 0);
    },
    check,
    checked: () => found,
    start: () => {
      if (access !== null) poll.start();
    },
    stop: () => poll.stop(),
  };
}
