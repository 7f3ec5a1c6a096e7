import type { AddressInfo } from "node:net";
import { addEndpoint } from "./api/webhook-endpoints.ts";
import { Clock } from "./clock.ts";
import { Deliverer, defaultDelivery, type DeliveryOptions } from "./events/deliver.ts";
import { Control } from "./http/control.ts";
import { Faults } from "./http/faults.ts";
import { StoredAnswers } from "./http/idempotency.ts";
import { httpServer } from "./http/server.ts";
import { dispatcher } from "./http/dispatch.ts";
import type { Sandbox } from "./sandbox.ts";
import { openDatabase } from "./store/database.ts";
import { randomLetters } from "./store/ids.ts";
import { Store } from "./store/store.ts";

const maxEvents = 20_000;
const day = 86_400;
/** Unpaid card pages expire after a day; the product may query their sessions for some time. */
const sessionLifetime = 90 * day;
/** Links to the portal expire after an hour. */
const portalLinkLifetime = day;

export interface SandboxOptions {
  /** The folder of its state; created if missing. One running sandbox per folder. */
  dataDir: string;
  /** 0 (the default): any free port. */
  port?: number;
  host?: string;
  /** Where events go; by default nowhere, except to endpoints created through the API. */
  webhookUrl?: string;
  /** By default random, created at the first start and stored. */
  webhookSecret?: string;
  /** By default random, created at the first start and stored. */
  secretKey?: string;
  delivery?: Partial<DeliveryOptions>;
}

export interface RunningSandbox {
  url: string;
  secretKey: string;
  webhookSecret: string;
  /** Clock, faults and webhooks, as under `/_sandbox/`. */
  control: Control;
  close: () => Promise<void>;
}

/** Starts a sandbox with the state in its folder; resolves once it listens. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const db = openDatabase(options.dataDir);
  const store = new Store(db);
  const secretKey = storedSetting(
    store,
    "secret_key",
    options.secretKey,
    () => `sk_test_${randomLetters(40)}`,
  );
  const webhookSecret = storedSetting(
    store,
    "webhook_secret",
    options.webhookSecret,
    () => `whsec_${randomLetters(32)}`,
  );
  const deliverer = new Deliverer(store, { ...defaultDelivery, ...options.delivery });
  const sandbox: Sandbox = {
    store,
    clock: new Clock(store),
    faults: new Faults(),
    secretKey,
    url: "",
    request: null,
    wake: () => deliverer.wake(),
  };
  // Old events and expired links are deleted, so that a sandbox that runs for months stays small.
  const tidy = () => {
    store.prune(maxEvents);
    const now = sandbox.clock.now();
    store.forget({ sessions: now - sessionLifetime, portalLinks: now - portalLinkLifetime });
  };
  const control = new Control(sandbox, deliverer);
  const server = httpServer(sandbox.faults, dispatcher(sandbox, control, new StoredAnswers(db)));
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  sandbox.url = `http://${host}:${portOf(server.address())}`;
  store.moveTo(sandbox.url);
  tidy();
  if (options.webhookUrl !== undefined) listenAt(sandbox, options.webhookUrl, webhookSecret);
  const timer = setInterval(() => {
    try {
      control.catchUp();
    } catch (error) {
      process.stderr.write(
        `sandbox: ${error instanceof Error ? (error.stack ?? error.message) : "failed"}\n`,
      );
    }
  }, 1000);
  const hourly = setInterval(tidy, 3_600_000);
  control.catchUp();
  deliverer.wake();
  return {
    url: sandbox.url,
    secretKey,
    webhookSecret,
    control,
    close: async () => {
      clearInterval(timer);
      clearInterval(hourly);
      server.close();
      server.closeAllConnections();
      await deliverer.stop();
      db.close();
    },
  };
}

function storedSetting(store: Store, name: string, given: string | undefined, make: () => string): string {
  const value = given ?? store.setting(name) ?? make();
  store.setSetting(name, value);
  return value;
}

/** The product's own endpoint: a single one, updated when the URL or the secret changes. */
function listenAt(sandbox: Sandbox, url: string, secret: string): void {
  const { store } = sandbox;
  store.transaction(() => {
    const known = store.find("webhook_endpoint", store.setting("own_endpoint") ?? "");
    if (known === undefined) {
      const made = addEndpoint(sandbox, { url, enabled_events: ["*"] }, secret);
      store.setSetting("own_endpoint", made.id);
      return;
    }
    store.save("webhook_endpoint", { ...known, url, status: "enabled" });
    store.saveHidden("webhook_endpoint", known.id, { secret });
  });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
