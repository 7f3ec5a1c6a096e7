import { Client } from "pg";
import { endClient } from "#server/platform/db/end-client.ts";
import type { Logger } from "#server/log.ts";

export interface NotificationsDeps {
  readonly url: string;
  readonly log: Logger;
  /** Called after every (re)connection, once notifications arrive: earlier changes are unknown. */
  readonly onConnected: () => void;
  readonly onCar: (id: string) => void;
  readonly onSeller: (id: string) => void;
  /** Further channels to listen to. */
  readonly onOther?: OtherNotifications;
}

/** Called by channel after a change, or after a gap in listening. */
export type OtherNotifications = Readonly<
  Partial<
    Record<"catalogue_changed" | "price_model_changed" | "settings_changed" | "tariff_changed", () => void>
  >
>;

const firstPause = 50;
// A process without notifications gives wrong answers, and one attempt a second is harmless.
const maxPauseMs = 1_000;
const heartbeatEvery = 5_000;
const answerWithin = 3_000;

/**
 * Listens to the database's notifications on its own connection (LISTEN belongs to a connection, so a pool
 * cannot be used). It replaces a lost or silent connection for ever.
 */
export class Notifications {
  readonly #deps: NotificationsDeps;
  readonly #others: ReadonlyMap<string, () => void>;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pause = firstPause;
  #stopped = false;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
    this.#others = new Map(Object.entries(deps.onOther ?? {}));
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  start(): void {
    void this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    if (client !== null) await endClient(client);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#deps.url,
      application_name: "vetura-search",
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
      keepAlive: true,
    });
    let over = false;
    const lost = (reason: string): void => {
      if (over) return;
      over = true;
      if (this.#client === client) this.#client = null;
      client.end().catch(() => {});
      this.#again(reason);
    };
    client.on("error", (error) => lost(error.message));
    client.on("end", () => lost("ended"));
    client.on("notification", ({ channel, payload }) => {
      if (payload === undefined || payload === "") return;
      if (channel === "car_changed") this.#deps.onCar(payload);
      else if (channel === "seller_changed") this.#deps.onSeller(payload);
      else this.#others.get(channel)?.();
    });
    try {
      await client.connect();
      const channels = ["car_changed", "seller_changed", ...this.#others.keys()];
      await client.query(channels.map((channel) => `LISTEN ${channel}`).join("; "));
    } catch (error) {
      lost(error instanceof Error ? error.message : String(error));
      return;
    }
    if (over) return;
    if (this.#stopped) {
      over = true;
      await client.end().catch(() => {});
      return;
    }
    this.#client = client;
    this.#pause = firstPause;
    for (const changed of this.#others.values()) changed();
    this.#deps.onConnected();
    this.#beat(client, lost);
  }

  /** Detects a connection that was cut silently (a firewall, a cable). */
  #beat(client: Client, lost: (reason: string) => void): void {
    if (this.#stopped || this.#client !== client) return;
    this.#timer = setTimeout(() => {
      client.query("SELECT 1").then(
        () => this.#beat(client, lost),
        (error: unknown) => lost(error instanceof Error ? error.message : String(error)),
      );
    }, heartbeatEvery);
    this.#timer.unref();
  }

  #again(reason: string): void {
    if (this.#stopped) return;
    this.#deps.log.warn("search.feed_lost", { reason, retryInMs: this.#pause });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), this.#pause);
    this.#timer.unref();
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  }
}
