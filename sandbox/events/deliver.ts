import { createHmac } from "node:crypto";
import type { Store } from "#sandbox/store/store.ts";
import type { Delivery } from "#sandbox/store/deliveries.ts";

export interface DeliveryOptions {
  /** Timeout of an endpoint's answer, in ms. */
  timeLimit: number;
  /** Waits between attempts, in ms; after the last one the delivery is given up. */
  backOff: readonly number[];
}

/** As at Stripe, attempts go on for up to three days with growing waits. */
export const defaultDelivery: DeliveryOptions = {
  timeLimit: 10_000,
  backOff: [1, 5, 30, 120, 600, 3600, 7200, 14_400, 28_800, 57_600, 86_400].map((seconds) => seconds * 1000),
};

/** The signature header as Stripe makes it, which the library's `constructEvent` checks. */
export function signature(payload: string, secret: string, atSeconds: number): string {
  const mac = createHmac("sha256", secret).update(`${atSeconds}.${payload}`).digest("hex");
  return `t=${atSeconds},v1=${mac}`;
}

/** Delivers events to their endpoints one at a time, in order, and retries failed ones. */
export class Deliverer {
  readonly #store: Store;
  readonly #options: DeliveryOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = new AbortController();
  #held = false;
  /** How often each delivery is sent; more than once if a test wants duplicates. */
  copies = 1;

  constructor(store: Store, options: DeliveryOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Delivers what is due; safe to call at any time. */
  wake(): void {
    if (this.#held || this.#stopping.signal.aborted || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#running = this.#deliverAll().finally(() => {
      this.#running = undefined;
      this.#sleep();
    });
  }

  /** Sends nothing until released. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.wake();
  }

  /** Attempts all waiting deliveries once, ignoring their back-off; resolves afterwards. */
  async flush(order: "forward" | "reversed" = "forward"): Promise<void> {
    this.#held = false;
    await this.#running;
    const waiting = this.#store.deliveries.waiting(1000);
    for (const delivery of order === "reversed" ? waiting.toReversed() : waiting)
      await this.#attempt(delivery);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #deliverAll(): Promise<void> {
    for (;;) {
      if (this.#held || this.#stopping.signal.aborted) return;
      const delivery = this.#store.deliveries.next(Date.now());
      if (delivery === undefined) return;
      await this.#attempt(delivery);
    }
  }

  #sleep(): void {
    if (this.#held || this.#stopping.signal.aborted) return;
    const nextAt = this.#store.deliveries.nextAt();
    if (nextAt === undefined) return;
    // A timer is limited to 24 days; checking every minute costs nothing.
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(nextAt - Date.now(), 1), 60_000));
    this.#timer.unref();
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const event = this.#store.find("event", delivery.event);
    const endpoint = this.#store.find("webhook_endpoint", delivery.endpoint);
    if (event === undefined || endpoint === undefined) {
      this.#store.deliveries.record({ ...delivery, state: "given_up" });
      return;
    }
    const { secret } = this.#store.hidden("webhook_endpoint", endpoint.id);
    const payload = JSON.stringify(event, null, 2);
    const started = Date.now();
    let outcome: number | string = "not sent";
    for (let copy = 0; copy < this.copies; copy += 1)
      outcome = await this.#send(endpoint.url, payload, secret);
    // Stopped during the request: unknown whether it arrived, so it stays waiting and is sent again.
    if (this.#stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const wait = this.#options.backOff[delivery.attempts];
    const delivered = typeof outcome === "number" && outcome >= 200 && outcome < 300;
    this.#store.deliveries.record({
      ...delivery,
      attempts,
      state: delivered ? "delivered" : wait === undefined ? "given_up" : "waiting",
      nextAt: Date.now() + (wait ?? 0),
      log: [
        ...delivery.log,
        { at: new Date(started).toISOString(), outcome, milliseconds: Date.now() - started },
      ],
    });
  }

  async #send(url: string, payload: string, secret: string): Promise<number | string> {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "Stripe-Signature": signature(payload, secret, Math.floor(Date.now() / 1000)),
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(this.#options.timeLimit), this.#stopping.signal]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return cause instanceof Error ? cause.message.slice(0, 200) : "failed";
    }
  }
}
