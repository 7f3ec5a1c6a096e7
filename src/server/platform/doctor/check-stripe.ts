import { Stripe } from "stripe";
import type { EndpointState } from "#domain/payments/endpoint-states.ts";
import { AppError } from "#server/http/app-error.ts";
import { shortHash } from "#server/http/limits.ts";
import { createLogger } from "#server/log.ts";
import { createProvider, isTestKey, ProviderRefusal } from "#server/money/billing/provider.ts";
import { endpointState, webhookPath } from "#server/money/billing/webhook-endpoint.ts";
import { loadConfirmedSecret, withConnection } from "./database.queries.ts";
import {
  type Check,
  describeError,
  type DoctorContext,
  type Finding,
  findings,
  isPublic,
} from "./finding.ts";

const subject = "Stripe";
const { good, note, act } = findings(subject);

const wrongEndpoint: Readonly<Record<Exclude<EndpointState, "registered">, string>> = {
  missing: "Stripe has no webhook endpoint for this site.",
  disabled: "Stripe's webhook endpoint for this site is disabled.",
  incomplete: "Stripe's webhook endpoint for this site lacks events.",
};

function judgeFailure(error: unknown): Finding {
  const cause =
    error instanceof AppError ? error.options.cause : error instanceof ProviderRefusal ? error.cause : error;
  if (cause instanceof Stripe.errors.StripeAuthenticationError)
    return act("Stripe refuses STRIPE_SECRET_KEY.", "Copy the key from Stripe's dashboard again.");
  if (cause instanceof Stripe.errors.StripePermissionError)
    return note(
      "The key may not read webhook endpoints.",
      "Give a restricted key that right, or look in Stripe's dashboard yourself.",
    );
  return act(
    `Stripe does not answer: ${describeError(cause)}`,
    "See that this machine reaches api.stripe.com:443.",
  );
}

async function isConfirmed(context: DoctorContext, secret: string): Promise<boolean | null> {
  try {
    return (await withConnection(await context.databaseUrl(), loadConfirmedSecret)) === shortHash(secret);
  } catch {
    // The database's own check says why.
    return null;
  }
}

/** Mode, key, webhook endpoint, and whether a webhook ever came with this secret. */
export const checkStripe: Check = {
  subject,
  maxDuration: 15_000,
  run: async (context) => {
    const { config, providerAddress } = context;
    const { payments, site } = config;
    if (payments.mode === "sandbox")
      return [
        note(
          "No key: payments are in test mode, on the sandbox.",
          isPublic(config)
            ? "Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (docs/PAYMENTS.md)."
            : undefined,
        ),
      ];
    const { secretKey, webhookSecret } = payments;
    const provider = createProvider({
      access: { secretKey, webhookSecret, address: providerAddress },
      log: createLogger(() => {}),
    });
    let state: EndpointState;
    try {
      state = await endpointState(provider, site.publicUrl);
    } catch (error) {
      return [judgeFailure(error)];
    }
    const found: Finding[] = [
      isTestKey(secretKey)
        ? note(
            "The key is of test mode: no real money moves.",
            "Set the live key once the first day is done.",
          )
        : good("Live mode."),
    ];
    if (state !== "registered") {
      found.push(
        act(
          wrongEndpoint[state],
          `npm run stripe:setup makes it for ${site.publicUrl}${webhookPath}; then enable it.`,
        ),
      );
    } else if ((await isConfirmed(context, webhookSecret)) === false) {
      found.push(
        note(
          "No webhook signed with STRIPE_WEBHOOK_SECRET has come yet.",
          "Send a test event from Stripe's dashboard; if this stays, copy the endpoint's secret again.",
        ),
      );
    } else found.push(good("The webhook endpoint is registered."));
    return found;
  },
};
