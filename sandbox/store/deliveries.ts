import type { DatabaseSync } from "node:sqlite";

export interface Attempt {
  /** ISO time of the system clock: deliveries are real, whatever the sandbox's clock says. */
  at: string;
  /** The answer's status, or the error. */
  outcome: number | string;
  milliseconds: number;
}

export interface Delivery {
  seq: number;
  event: string;
  endpoint: string;
  state: "waiting" | "delivered" | "given_up" | "dropped";
  attempts: number;
  nextAt: number;
  log: Attempt[];
}

const columns = "seq, event, endpoint, state, attempts, next_at, log";

/** Deliveries of events to endpoints, stored until delivered or given up. Times are the system's, in ms. */
export class Deliveries {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  add(event: string, endpoint: string, nextAt: number): void {
    this.#db
      .prepare("INSERT INTO deliveries (event, endpoint, state, next_at) VALUES (?, ?, 'waiting', ?)")
      .run(event, endpoint, nextAt);
  }

  /** The first delivery due by then, in the order of events. */
  next(until: number): Delivery | undefined {
    const row = this.#db
      .prepare(
        `SELECT ${columns} FROM deliveries WHERE state = 'waiting' AND next_at <= ? ORDER BY seq LIMIT 1`,
      )
      .get(until);
    return row === undefined ? undefined : fromRow(row);
  }

  /** When the next delivery is due; undefined if none waits. */
  nextAt(): number | undefined {
    const row = this.#db.prepare("SELECT min(next_at) AS at FROM deliveries WHERE state = 'waiting'").get();
    return row === undefined || row["at"] === null ? undefined : Number(row["at"]);
  }

  record(delivery: Delivery): void {
    this.#db
      .prepare("UPDATE deliveries SET state = ?, attempts = ?, next_at = ?, log = ? WHERE seq = ?")
      .run(delivery.state, delivery.attempts, delivery.nextAt, JSON.stringify(delivery.log), delivery.seq);
  }

  /** Waiting deliveries in the order of events. */
  waiting(limit: number): Delivery[] {
    return this.#db
      .prepare(`SELECT ${columns} FROM deliveries WHERE state = 'waiting' ORDER BY seq LIMIT ?`)
      .all(limit)
      .map(fromRow);
  }

  /** The newest deliveries, or those of one event. */
  list(event: string | undefined, limit: number): Delivery[] {
    const rows =
      event === undefined
        ? this.#db.prepare(`SELECT ${columns} FROM deliveries ORDER BY seq DESC LIMIT ?`).all(limit)
        : this.#db.prepare(`SELECT ${columns} FROM deliveries WHERE event = ? LIMIT ?`).all(event, limit);
    return rows.map(fromRow);
  }

  /** The number of an event's waiting deliveries. */
  pending(event: string): number {
    const row = this.#db
      .prepare("SELECT count(*) AS n FROM deliveries WHERE event = ? AND state = 'waiting'")
      .get(event);
    return Number(row?.["n"] ?? 0);
  }

  /** True if every endpoint has accepted the event. */
  succeeded(event: string): boolean {
    const row = this.#db
      .prepare("SELECT count(*) AS n FROM deliveries WHERE event = ? AND state <> 'delivered'")
      .get(event);
    return Number(row?.["n"] ?? 0) === 0;
  }

  /** Drops all waiting deliveries; returns their number. */
  dropWaiting(): number {
    return Number(
      this.#db.prepare("UPDATE deliveries SET state = 'dropped' WHERE state = 'waiting'").run().changes,
    );
  }

  waitingCount(): number {
    const row = this.#db.prepare("SELECT count(*) AS n FROM deliveries WHERE state = 'waiting'").get();
    return Number(row?.["n"] ?? 0);
  }
}

function fromRow(row: Record<string, unknown>): Delivery {
  const log: Attempt[] = JSON.parse(String(row["log"]));
  return {
    seq: Number(row["seq"]),
    event: String(row["event"]),
    endpoint: String(row["endpoint"]),
    state: stateOf(String(row["state"])),
    attempts: Number(row["attempts"]),
    nextAt: Number(row["next_at"]),
    log,
  };
}

function stateOf(text: string): Delivery["state"] {
  return text === "delivered" || text === "given_up" || text === "dropped" ? text : "waiting";
}
