import { parseArgs } from "node:util";
import { z } from "zod";
import { AppError } from "#server/http/app-error.ts";
import { createLogger } from "#server/log.ts";
import { createProvider, isTestKey, ProviderRefusal } from "#server/money/billing/provider.ts";
import { ensureEndpoint, webhookPath } from "#server/money/billing/webhook-endpoint.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";

const usage = `Makes Stripe's webhook endpoint for this site and prints its signing secret, once.

  STRIPE_SECRET_KEY=sk_… PUBLIC_URL=https://… npm run stripe:setup

Run it again whenever you like: an endpoint that is there gets the events that it lacks, and no second one is made.`;

const words = (error: unknown) => (error instanceof Error ? error.message : "");

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean" } } });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const secretKey = process.env["STRIPE_SECRET_KEY"]?.trim() ?? "";
  const url = z.url({ protocol: /^https$/ }).safeParse(process.env["PUBLIC_URL"]?.trim());
  if (!/^[sr]k_/.test(secretKey)) throw new UsageError(`STRIPE_SECRET_KEY is missing.\n\n${usage}`);
  if (!url.success) throw new UsageError(`PUBLIC_URL must be the site's https address.\n\n${usage}`);
  const provider = createProvider({
    access: { secretKey, webhookSecret: "", address: null },
    log: createLogger(() => {}),
  });
  const publicUrl = new URL(url.data).origin;
  const mode = isTestKey(secretKey) ? "test mode" : "live mode";
  try {
    const endpoint = await ensureEndpoint(provider, publicUrl);
    const name = `${publicUrl}${webhookPath} (${endpoint.id}, ${mode})`;
    if (endpoint.made) {
      console.log(`Made: ${name}\n\nSet this, it is not shown again, and restart the site:\n`);
      console.log(`STRIPE_WEBHOOK_SECRET=${endpoint.secret}`);
      return;
    }
    console.log(`It is there already: ${name}. Its secret stands in Stripe's dashboard.`);
    if (endpoint.added.length > 0) console.log(`Events added: ${endpoint.added.join(", ")}`);
    if (!endpoint.enabled) console.log("It is disabled: enable it in Stripe's dashboard.");
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new UsageError(`Stripe refused: ${error.message}`);
    if (error instanceof AppError)
      throw new UsageError(`Stripe did not answer, or refused the key: ${words(error.options.cause)}`);
    throw error;
  }
}

try {
  await main();
} catch (error) {
  failExpectedly(error, usage);
}
