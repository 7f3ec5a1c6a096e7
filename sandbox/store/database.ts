import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

// A single table, because all objects of the API need the same few queries. Queried fields are columns, the
// object itself is JSON.
const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL,
    customer TEXT,
    parent TEXT,
    due_at INTEGER,
    shown TEXT NOT NULL,
    hidden TEXT NOT NULL
  ) STRICT;
  -- "the newest of a kind"
  CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, seq);
  -- "this customer's invoices, subscriptions"
  CREATE INDEX IF NOT EXISTS objects_customer ON objects (customer, kind, seq) WHERE customer IS NOT NULL;
  -- "the invoices of this subscription, the charges and refunds of this payment"
  CREATE INDEX IF NOT EXISTS objects_parent ON objects (parent, kind, seq) WHERE parent IS NOT NULL;
  -- "what happens next"
  CREATE INDEX IF NOT EXISTS objects_due ON objects (due_at, seq) WHERE due_at IS NOT NULL;

  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    request_id TEXT NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT;
  -- "which keys are past their day"
  CREATE INDEX IF NOT EXISTS idempotency_age ON idempotency (kept_at);

  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    log TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  -- "which delivery is to be tried next"
  CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (next_at, seq) WHERE state = 'waiting';
  -- "how did this event's deliveries go"
  CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event);

  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/**
 * Opens or creates the sandbox's database file. SQLite in WAL mode with `synchronous = FULL`: a committed
 * transaction survives kill -9 and a power cut, an uncommitted one leaves nothing.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(join(dataDir, "sandbox.sqlite"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;");
  db.exec(schema);
  return db;
}
