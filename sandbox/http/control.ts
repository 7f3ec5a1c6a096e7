import { readCard } from "#sandbox/billing/cards.ts";
import { paySession } from "#sandbox/billing/checkout.ts";
import { closeDispute, type DisputeOutcome, openDispute, reviewDispute } from "#sandbox/billing/disputes.ts";
import { processDue } from "#sandbox/billing/time.ts";
import { invalid } from "./failure.ts";
import type { Deliverer } from "#sandbox/events/deliver.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Delivery } from "#sandbox/store/deliveries.ts";
import { type Dispute, idOf, type Session } from "#sandbox/store/kinds.ts";
import type { Fault } from "./faults.ts";

/** What tests and people can do to the sandbox beside Stripe's API. */
export class Control {
  readonly #sandbox: Sandbox;
  readonly #deliverer: Deliverer;

  constructor(sandbox: Sandbox, deliverer: Deliverer) {
    this.#sandbox = sandbox;
    this.#deliverer = deliverer;
  }

  /** The sandbox's time, Unix seconds. */
  now(): number {
    return this.#sandbox.clock.now();
  }

  /** Moves the clock forward by seconds and runs all that falls due before it returns. */
  advance(seconds: number): void {
    this.setClock(this.now() + seconds);
  }

  /** Moves the clock forward to this time (Unix seconds). Throws a RangeError for the past. */
  setClock(moment: number): void {
    this.#sandbox.clock.set(moment);
    this.catchUp();
  }

  /** Runs what is due. */
  catchUp(): void {
    if (processDue(this.#sandbox) > 0) this.#sandbox.wake();
  }

  /**
   * Pays an open session as of an earlier time (Unix seconds), with a card that always pays. Everything due
   * since then, such as a subscription's months, has happened at its own time when it returns. No-op if the
   * session is paid; throws if it has expired or the time is in the future.
   */
  payEarlier(id: string, moment: number, name: string): Session {
    const { store, clock } = this.#sandbox;
    if (moment > clock.now()) throw new RangeError("This moment is still to come.");
    const paid = this.#work(() => {
      const session = store.get("checkout.session", id);
      if (session.status === "complete") return session;
      if (session.status !== "open") throw invalid("This session has run out.", "session");
      const typed = { number: "4242424242424242", expiry: lastingExpiry(clock.now()), cvc: "123", name };
      const card = readCard(typed, clock.now());
      const email = session.customer_email;
      if (card instanceof Map || email === null) throw invalid("Its payer has to have a name and an e-mail.");
      clock.at(moment, () => paySession(this.#sandbox, session, card, { email, name }));
      return session;
    });
    this.catchUp();
    return paid;
  }

  /** Injects a fault into the next matching requests. */
  addFault(fault: Fault): void {
    this.#sandbox.faults.add(fault);
  }

  clearFaults(): void {
    this.#sandbox.faults.clear();
  }

  faults(): readonly Fault[] {
    return this.#sandbox.faults.waiting();
  }

  /**
   * The cardholder disputes a payment's charge, or opens an inquiry, over this amount or all that is left.
   * Throws if it is not paid, already disputed or fully refunded.
   */
  dispute(
    paymentIntent: string,
    details: { amount?: number | undefined; reason?: string | undefined; inquiry?: boolean | undefined } = {},
  ): Dispute {
    return this.#work(() => {
      const { store } = this.#sandbox;
      const charge = idOf(store.get("payment_intent", paymentIntent).latest_charge);
      if (charge === null) throw invalid("This payment was never tried.", "payment_intent");
      const { amount, reason, inquiry = false } = details;
      return openDispute(this.#sandbox, store.get("charge", charge), { amount, reason, inquiry });
    });
  }

  /** The bank decides, or reviews the shop's evidence (`under_review`). Throws if it has decided already. */
  decideDispute(id: string, outcome: DisputeOutcome | "under_review"): Dispute {
    return this.#work(() => {
      const dispute = this.#sandbox.store.get("dispute", id);
      if (outcome === "under_review") return reviewDispute(this.#sandbox, dispute);
      return closeDispute(this.#sandbox, dispute, outcome);
    });
  }

  /** Holds all deliveries until they are released. */
  holdWebhooks(): void {
    this.#deliverer.hold();
  }

  /** Sends each waiting delivery once, now, in the events' order or reversed. */
  async releaseWebhooks(order: "forward" | "reversed" = "forward"): Promise<void> {
    await this.#deliverer.flush(order);
  }

  /** From now on sends every delivery this many times (1 to 10). */
  copyWebhooks(times: number): void {
    this.#deliverer.copies = Math.min(Math.max(Math.trunc(times), 1), 10);
  }

  /** Drops all waiting deliveries; returns their number. */
  dropWebhooks(): number {
    return this.#sandbox.store.deliveries.dropWaiting();
  }

  /** The newest deliveries, or one event's, with every attempt. */
  deliveries(event?: string): Delivery[] {
    return this.#sandbox.store.deliveries.list(event, 100);
  }

  #work<Result>(work: () => Result): Result {
    const result = this.#sandbox.store.transaction(work);
    this.#sandbox.wake();
    return result;
  }

  /** The number of waiting deliveries. */
  waitingWebhooks(): number {
    return this.#sandbox.store.deliveries.waitingCount();
  }
}

/** An expiry date years ahead, as typed. */
function lastingExpiry(now: number): string {
  return `12/${new Date(now * 1000).getUTCFullYear() + 8}`;
}
