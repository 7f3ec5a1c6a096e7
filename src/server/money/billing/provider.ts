import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import type { PaymentsConfig } from "#server/config.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";

/** How to reach the card payment provider: Stripe itself, or the sandbox that speaks its API. */
export interface ProviderAccess {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Null: Stripe's own. */
  readonly address: {
    readonly host: string;
    readonly port: number;
    readonly protocol: "http" | "https";
  } | null;
}

export interface ProviderDeps {
  /** Null: no provider, and every call fails as if it were unreachable. */
  readonly access: ProviderAccess | null;
  readonly log: Logger;
  /** Milliseconds for one try; there are two. */
  readonly tryTimeout?: number;
  /** Milliseconds for a whole call: people wait for it, and have an answer within 8 s with all the rest. */
  readonly callTimeout?: number;
}

/** Stripe's library with our limits on it. Its words and types stay in this folder and in `dealers/`. */
export interface Provider {
  /**
   * Runs one call. Throws provider_away where it is unknown whether it had an effect (no answer, 5xx, busy, our key
   * refused), and ProviderRefusal where the provider understood and said no.
   */
  call<Value>(name: string, work: (stripe: Stripe) => Promise<Value>): Promise<Value>;
  /**
   * The account behind our key, "acct_…:live" or "acct_…:test"; asked once. Null while the provider is away, and where
   * the key may not ask. Never throws.
   */
  account(): Promise<string | null>;
  /** The event in a webhook's body. Throws signature_invalid for one that the provider has not signed in the last 300 s. */
  readEvent(body: Buffer, signature: string): Stripe.Event;
  /** What the provider signs events with; null: there is no provider. */
  readonly webhookSecret: string | null;
}

/** The provider said no, for good: the object is unknown, or not in a state for this. */
export class ProviderRefusal extends Error {
  readonly code: string | undefined;
  /** The refused request. */
  readonly param: string | undefined;

  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
    this.name = "ProviderRefusal";
    this.code = cause.code;
    this.param = cause.param;
  }
}

/**
 * The provider does not know what it was asked about: the keys are another account's than before, or it was deleted
 * there. It will not come back by asking again.
 */
export function isUnknownThere(error: unknown): boolean {
  return error instanceof ProviderRefusal && error.code === "resource_missing";
}

/** A refusal of the unknown as null; everything else is thrown. */
export function nullIfUnknown(error: unknown): null {
  if (isUnknownThere(error)) return null;
  throw error;
}

/** A refusal of a refund that is not needed any more: all is back, or the cardholder's bank has taken it. */
export function isRefundNotNeeded(error: unknown): boolean {
  const code = error instanceof ProviderRefusal ? error.code : undefined;
  return code === "charge_already_refunded" || code === "charge_disputed";
}

/** A key of Stripe's test mode, as the sandbox's are too: no real money moves. */
export function isTestKey(secretKey: string): boolean {
  return /^[rs]k_test_/.test(secretKey);
}

/** The sandbox, or Stripe with a key of its test mode. */
export function isTestMode(payments: PaymentsConfig): boolean {
  return payments.mode === "sandbox" || isTestKey(payments.secretKey);
}

/** The provider answered 5xx: it may repeat that for the same idempotency key. */
export function isServerError(error: unknown): boolean {
  const cause = error instanceof AppError ? error.options.cause : error;
  return cause instanceof Stripe.errors.StripeError && (cause.statusCode ?? 0) >= 500;
}

const signatureTolerance = 300;

function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  if (error instanceof Stripe.errors.StripeAuthenticationError) return false;
  if (error instanceof Stripe.errors.StripePermissionError) return false;
  const status = error.statusCode ?? 0;
  return status >= 400 && status < 500 && status !== 409 && status !== 429;
}

export function createProvider(deps: ProviderDeps): Provider {
  const { access, log, tryTimeout = 2700, callTimeout = 6000 } = deps;
  const stripe =
    access === null
      ? null
      : new Stripe(access.secretKey, {
          timeout: tryTimeout,
          maxNetworkRetries: 1,
          telemetry: false,
          ...(access.address === null ? {} : access.address),
        });

  let account: string | null | undefined;

  const provider: Provider = {
    webhookSecret: access?.webhookSecret ?? null,
    account: async () => {
      if (account !== undefined) return account;
      if (stripe === null || access === null) return null;
      const mode = isTestKey(access.secretKey) ? "test" : "live";
      try {
        const { id } = await provider.call("accounts.retrieveCurrent", () =>
          stripe.accounts.retrieveCurrent(),
        );
        account = `${id}:${mode}`;
      } catch (error) {
        // A restricted key stays restricted; a missing answer may come the next time.
        const cause = error instanceof AppError ? error.options.cause : error;
        if (!(cause instanceof Stripe.errors.StripePermissionError)) return null;
        log.warn("provider.account_not_told", { mode });
        account = null;
      }
      return account;
    },
    call: async (name, work) => {
      if (stripe === null) throw new AppError("provider_away");
      const start = performance.now();
      const givenUp = new AbortController();
      const tooLate = sleep(callTimeout, undefined, { signal: givenUp.signal }).then(() => {
        throw new Error(`no answer within ${callTimeout} ms`);
      });
      try {
        return await Promise.race([work(stripe), tooLate]);
      } catch (error) {
        if (isRefusal(error)) throw new ProviderRefusal(error);
        if (error instanceof Stripe.errors.StripeAuthenticationError)
          log.error("provider.key_refused", error);
        const ms = Math.round(performance.now() - start);
        log.warn("provider.away", { call: name, ms, error: error instanceof Error ? error.message : "" });
        throw new AppError("provider_away", { cause: error });
      } finally {
        givenUp.abort();
        tooLate.catch(() => {});
      }
    },
    readEvent: (body, signature) => {
      if (stripe === null || access === null) throw new AppError("provider_away");
      try {
        return stripe.webhooks.constructEvent(body, signature, access.webhookSecret, signatureTolerance);
      } catch (error) {
        throw new AppError("signature_invalid", { cause: error });
      }
    },
  };
  return provider;
}
