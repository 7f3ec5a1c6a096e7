import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { startSandbox, type RunningSandbox, type SandboxOptions } from "#sandbox/start.ts";

export interface Shop {
  stripe: Stripe;
  sandbox: RunningSandbox;
  /** Events in order of arrival, each verified with the library. */
  events: Stripe.Event[];
  /** The status that the shop answers to webhooks; 200 by default. */
  answers: { status: number };
  dataDir: string;
  /** Resolves once no delivery is waiting. */
  waitForDeliveries: () => Promise<void>;
  /** Stops the sandbox and starts it again with the same state. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** A shop like the product: Stripe's library and a webhook endpoint, with a running sandbox. */
export async function openShop(options: Partial<SandboxOptions> = {}): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
  const events: Stripe.Event[] = [];
  const answers = { status: 200 };
  let webhookSecret = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signed = String(request.headers["stripe-signature"]);
      if (answers.status === 200) {
        events.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signed, webhookSecret));
      }
      response.writeHead(answers.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const start = () => startSandbox({ dataDir, webhookUrl: `http://127.0.0.1:${port}/`, ...options });
  const open = async (): Promise<{ sandbox: RunningSandbox; stripe: Stripe }> => {
    const sandbox = await start();
    webhookSecret = sandbox.webhookSecret;
    return { sandbox, stripe: client(sandbox) };
  };
  const shop: Shop = {
    ...(await open()),
    events,
    answers,
    dataDir,
    waitForDeliveries: () => shop.sandbox.control.releaseWebhooks(),
    restart: async () => {
      await shop.sandbox.close();
      Object.assign(shop, await open());
    },
    close: async () => {
      await shop.sandbox.close();
      server.close();
      server.closeAllConnections();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return shop;
}

export function client(sandbox: RunningSandbox, key = sandbox.secretKey): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(key, { protocol: "http", host: hostname, port: Number(port), maxNetworkRetries: 0 });
}

export const fee: Stripe.Checkout.SessionCreateParams = {
  mode: "payment",
  line_items: [
    { quantity: 1, price_data: { currency: "usd", unit_amount: 300, product_data: { name: "Shpallje" } } },
    { quantity: 7, price_data: { currency: "usd", unit_amount: 100, product_data: { name: "Sponsorim" } } },
  ],
  success_url: "https://shop.example/success?session_id={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.example/failed",
  customer_email: "agim@example.com",
  client_reference_id: "payment-1",
  metadata: { payment: "payment-1" },
};

export const plan: Stripe.Checkout.SessionCreateParams = {
  ...fee,
  mode: "subscription",
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: "usd",
        unit_amount: 5000,
        recurring: { interval: "month" },
        product_data: { name: "Autosallon" },
      },
    },
  ],
  subscription_data: { metadata: { user: "u1" } },
};

/** Submits the card page. */
export async function pay(session: Stripe.Checkout.Session, number: string): Promise<Response> {
  return fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ number, expiry: "12 / 34", cvc: "123", name: "Agim Krasniqi" }),
    redirect: "manual",
  });
}

export const validCard = "4242 4242 4242 4242";
export const declinedCard = "4000 0000 0000 0002";
export const declineAfterAttachCard = "4000 0000 0000 0341";
