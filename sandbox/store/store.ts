import type { DatabaseSync } from "node:sqlite";
import { Failure, missing } from "#sandbox/http/failure.ts";
import { Deliveries } from "./deliveries.ts";
import { dueAt } from "./due.ts";
import type { Kind, Kinds } from "./kinds.ts";
import { links } from "./links.ts";

type Shown<K extends Kind> = Kinds[K]["shown"];
type Hidden<K extends Kind> = Kinds[K]["hidden"];

export interface ListQuery {
  customer?: string | undefined;
  parent?: string | undefined;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  limit: number;
}

/** The stored objects. All calls are synchronous: a request is one transaction, and none interleave. */
export class Store {
  readonly deliveries: Deliveries;
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.deliveries = new Deliveries(db);
  }

  /** Runs the work in one transaction; a throw rolls it back. Not nested. */
  transaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      this.#db.exec(error instanceof Failure && error.details.keep === true ? "COMMIT" : "ROLLBACK");
      throw error;
    }
  }

  find<K extends Kind>(kind: K, id: string): Shown<K> | undefined {
    const row = this.#db.prepare("SELECT shown FROM objects WHERE id = ? AND kind = ?").get(id, kind);
    return row === undefined ? undefined : shownIn<K>(row);
  }

  /** The object. Throws Stripe's "No such …", which names the parameter. */
  get<K extends Kind>(kind: K, id: string, param?: string): Shown<K> {
    const found = this.find(kind, id);
    if (found === undefined) throw missing(kind, id, param);
    return found;
  }

  hidden<K extends Kind>(kind: K, id: string): Hidden<K> {
    const row = this.#db.prepare("SELECT hidden FROM objects WHERE id = ? AND kind = ?").get(id, kind);
    if (row === undefined) throw missing(kind, id);
    return hiddenIn<K>(row);
  }

  insert<K extends Kind>(kind: K, shown: Shown<K>, hidden: Hidden<K>): void {
    const { customer, parent } = links(kind, shown);
    this.#db
      .prepare(
        `INSERT INTO objects (id, kind, created, customer, parent, due_at, shown, hidden)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        shown.id,
        kind,
        "created" in shown ? shown.created : 0,
        customer,
        parent,
        dueAt(kind, shown),
        JSON.stringify(shown),
        JSON.stringify(hidden),
      );
  }

  save<K extends Kind>(kind: K, shown: Shown<K>): void {
    const { customer, parent } = links(kind, shown);
    this.#db
      .prepare("UPDATE objects SET customer = ?, parent = ?, due_at = ?, shown = ? WHERE id = ? AND kind = ?")
      .run(customer, parent, dueAt(kind, shown), JSON.stringify(shown), shown.id, kind);
  }

  saveHidden<K extends Kind>(kind: K, id: string, hidden: Hidden<K>): void {
    this.#db
      .prepare("UPDATE objects SET hidden = ? WHERE id = ? AND kind = ?")
      .run(JSON.stringify(hidden), id, kind);
  }

  remove(kind: Kind, id: string): void {
    this.#db.prepare("DELETE FROM objects WHERE id = ? AND kind = ?").run(id, kind);
  }

  /** Newest first, as at Stripe; `more`: another page follows in the requested direction. */
  list<K extends Kind>(
    kind: K,
    query: ListQuery,
    keep: (shown: Shown<K>) => boolean = () => true,
  ): { data: Shown<K>[]; more: boolean } {
    const backwards = query.endingBefore !== undefined;
    const where = ["kind = ?"];
    const values: (string | number)[] = [kind];
    const and = (condition: string, value: string | number | null | undefined) => {
      if (value === undefined || value === null) return;
      where.push(condition);
      values.push(value);
    };
    and("customer = ?", query.customer);
    and("parent = ?", query.parent);
    and("created >= ?", query.createdFrom);
    and("created <= ?", query.createdTo);
    if (query.startingAfter !== undefined)
      and("seq < ?", this.#seq(kind, query.startingAfter, "starting_after"));
    if (query.endingBefore !== undefined)
      and("seq > ?", this.#seq(kind, query.endingBefore, "ending_before"));
    const rows = this.#db
      .prepare(
        `SELECT shown FROM objects WHERE ${where.join(" AND ")} ORDER BY seq ${backwards ? "ASC" : "DESC"}`,
      )
      .iterate(...values);
    const data: Shown<K>[] = [];
    for (const row of rows) {
      const shown = shownIn<K>(row);
      if (!keep(shown)) continue;
      if (data.length === query.limit) return { data: backwards ? data.toReversed() : data, more: true };
      data.push(shown);
    }
    return { data: backwards ? data.toReversed() : data, more: false };
  }

  /** The next due object, if it is due by then. */
  nextDue(until: number): { kind: string; id: string; at: number } | undefined {
    const row = this.#db
      .prepare("SELECT kind, id, due_at FROM objects WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1")
      .get(until);
    if (row === undefined) return undefined;
    return { kind: String(row["kind"]), id: String(row["id"]), at: Number(row["due_at"]) };
  }

  setting(name: string): string | undefined {
    const row = this.#db.prepare("SELECT value FROM settings WHERE name = ?").get(name);
    return row === undefined ? undefined : String(row["value"]);
  }

  setSetting(name: string, value: string): void {
    this.#db
      .prepare(
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      )
      .run(name, value);
  }

  /** A counter per name: 1, then one more with each call. */
  nextNumber(name: string): number {
    const number = Number(this.setting(name) ?? "0") + 1;
    this.setSetting(name, String(number));
    return number;
  }

  /**
   * Deletes the oldest events beyond `maxEvents` with their deliveries, except events with waiting
   * deliveries.
   */
  prune(maxEvents: number): void {
    this.transaction(() => {
      this.#db
        .prepare(
          `DELETE FROM objects WHERE kind = 'event'
           AND seq <= coalesce((SELECT seq FROM objects WHERE kind = 'event' ORDER BY seq DESC LIMIT 1 OFFSET ?), 0)
           AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event = objects.id AND d.state = 'waiting')`,
        )
        .run(maxEvents);
      this.#db
        .prepare("DELETE FROM deliveries WHERE event NOT IN (SELECT id FROM objects WHERE kind = 'event')")
        .run();
    });
  }

  /**
   * Deletes expired checkout sessions and portal links older than these times (Unix seconds). Paid sessions
   * are never deleted.
   */
  forget(before: { sessions: number; portalLinks: number }): void {
    const remove = this.#db.prepare(
      `DELETE FROM objects WHERE kind = ? AND created < ? AND (kind <> 'checkout.session' OR json_extract(shown, '$.status') = 'expired')`,
    );
    this.transaction(() => {
      remove.run("checkout.session", before.sessions);
      remove.run("billing_portal.session", before.portalLinks);
    });
  }

  /** Updates the stored URLs of hosted pages after the sandbox's port has changed. */
  moveTo(url: string): void {
    this.transaction(() => {
      const before = this.setting("url");
      this.setSetting("url", url);
      if (before === undefined || before === url) return;
      // With the slash, so that port 400 does not match the beginning of 4000.
      this.#db.prepare("UPDATE objects SET shown = replace(shown, ?, ?)").run(`"${before}/`, `"${url}/`);
      this.#db.prepare("UPDATE idempotency SET body = replace(body, ?, ?)").run(`"${before}/`, `"${url}/`);
    });
  }

  #seq(kind: Kind, id: string, param: string): number {
    const row = this.#db.prepare("SELECT seq FROM objects WHERE id = ? AND kind = ?").get(id, kind);
    if (row === undefined) throw missing(kind, id, param);
    return Number(row["seq"]);
  }
}

// Only `insert` and `save` write rows, so the row's kind gives the type of its JSON.
function shownIn<K extends Kind>(row: Record<string, unknown>): Shown<K> {
  const shown: Shown<K> = JSON.parse(String(row["shown"]));
  return shown;
}

function hiddenIn<K extends Kind>(row: Record<string, unknown>): Hidden<K> {
  const hidden: Hidden<K> = JSON.parse(String(row["hidden"]));
  return hidden;
}
