import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
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
  /** Null: there is none, and every call fails as if it were away. */
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
   * Runs one call. Throws provider_away where nobody knows whether it had an effect (no answer, 5xx, busy, our key
   * refused), and ProviderRefusal where the provider understood and said no.
   */
  call<Value>(name: string, work: (stripe: Stripe) => Promise<Value>): Promise<Value>;
  /** The event in a webhook's body. Throws signature_invalid for one that the provider has not signed in the last 300 s. */
  readEvent(body: Buffer, signature: string): Stripe.Event;
}

/** The provider said no, for good: the object is unknown, or not in a state for this. */
export class ProviderRefusal extends Error {
  readonly code: string | undefined;

  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
    this.name = "ProviderRefusal";
    this.code = cause.code;
  }
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

  return {
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
}
