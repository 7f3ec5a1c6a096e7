import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { z } from "zod";
import type { ProviderAccess } from "#server/money/billing/provider.ts";
import { startSandbox } from "#sandbox/start.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";

/** A webhook as the provider sent it. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

/** A running card payment provider for tests; the application reaches it through a proxy that can fail. */
export interface TestProvider {
  /** For the application. */
  readonly access: ProviderAccess;
  readonly proxy: FaultyProxy;
  /** Bypasses the proxy, so that the test sees the true state. */
  readonly stripe: Stripe;
  /** All webhooks so far; only the test delivers them to the application. */
  readonly deliveries: readonly Delivery[];
  /** Resolves once a webhook of every event has arrived. */
  waitForDeliveries(): Promise<void>;
  /** Pays a session on its page; no-op if it can no longer be paid. */
  pay(sessionId: string, card?: string): Promise<void>;
  expire(sessionId: string): Promise<void>;
  /** The cardholder disputes a payment's charge, or opens an inquiry. */
  dispute(intent: string, details?: { amount?: number; inquiry?: boolean }): string;
  decideDispute(id: string, outcome: "won" | "lost" | "warning_closed" | "under_review"): void;
  /** Pays an open invoice on its page. */
  payInvoice(address: string): Promise<void>;
  /** A little more than a month passes for all subscriptions: periods end, renewals are charged. */
  advanceMonth(): Promise<void>;
  /** Uses up all retries of late payments. */
  exhaustRetries(): Promise<void>;
  close(): Promise<void>;
}

const day = 86_400;
/** A card that is accepted on-session and declined at renewals. */
export const declineAfterAttachCard = "4000000000000341";
const validCard = "4242424242424242";

function at(port: number) {
  return { host: "127.0.0.1", port, protocol: "http" } as const;
}

const sent = z.object({ id: z.string(), type: z.string() });

/** Starts a sandbox with its own state, a receiver of its webhooks, and a proxy in front. */
export async function startTestProvider(): Promise<TestProvider> {
  const deliveries: Delivery[] = [];
  const catcher = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString("utf8");
    });
    request.on("end", () => {
      const { id, type } = sent.parse(JSON.parse(body));
      deliveries.push({ id, type, body, signature: String(request.headers["stripe-signature"]) });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => catcher.listen(0, "127.0.0.1", resolve));
  const { port: catcherPort } = catcher.address() as AddressInfo;
  const dataDir = await mkdtemp(join(tmpdir(), "vetura-provider-"));
  const sandbox = await startSandbox({ dataDir, webhookUrl: `http://127.0.0.1:${catcherPort}/` });
  const sandboxPort = Number(new URL(sandbox.url).port);
  const proxy = await startFaultyProxy(sandboxPort);
  const { secretKey, webhookSecret } = sandbox;
  const stripe = new Stripe(secretKey, { ...at(sandboxPort), telemetry: false });

  return {
    access: { secretKey, webhookSecret, address: at(proxy.port) },
    proxy,
    stripe,
    deliveries,
    waitForDeliveries: async () => {
      await sandbox.control.releaseWebhooks();
    },
    pay: async (sessionId, card = validCard) => {
      const { url, customer_email: email } = await stripe.checkout.sessions.retrieve(sessionId);
      if (url === null) return;
      const fields = { number: card, expiry: "12/34", cvc: "123", name: "Arta Gashi" };
      const answer = await fetch(url, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams(email === null ? { ...fields, email: "arta@example.com" } : fields),
      });
      await answer.arrayBuffer();
      if (![303, 410].includes(answer.status)) throw new Error(`the card page answered ${answer.status}`);
    },
    payInvoice: async (address) => {
      const answer = await fetch(`${address}/pay`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ number: validCard, expiry: "12/34", cvc: "123", name: "Arta Gashi" }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 303) throw new Error(`the invoice's page answered ${answer.status}`);
    },
    expire: async (sessionId) => {
      await stripe.checkout.sessions.expire(sessionId);
    },
    dispute: (intent, details) => sandbox.control.dispute(intent, details).id,
    decideDispute: (id, outcome) => {
      sandbox.control.decideDispute(id, outcome);
    },
    advanceMonth: async () => {
      sandbox.control.advance(31 * day + 7200);
    },
    exhaustRetries: async () => {
      sandbox.control.advance(20 * day);
    },
    close: async () => {
      await proxy.close();
      await sandbox.close();
      catcher.closeAllConnections();
      await new Promise((resolve) => catcher.close(resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
