import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { Failure } from "./failure.ts";

const day = 86_400_000;

export interface StoredAnswer {
  status: number;
  body: string;
  requestId: string;
}

/** Answers to requests with an idempotency key, stored for 24 hours of real time. */
export class StoredAnswers {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The stored answer; undefined for a new key. Throws if the key was used with another request. */
  find(key: string, fingerprint: string): StoredAnswer | undefined {
    this.#db.prepare("DELETE FROM idempotency WHERE kept_at < ?").run(Date.now() - day);
    const row = this.#db.prepare("SELECT * FROM idempotency WHERE key = ?").get(key);
    if (row === undefined) return undefined;
    if (row["fingerprint"] !== fingerprint) {
      throw new Failure({
        status: 400,
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return {
      status: Number(row["status"]),
      body: String(row["body"]),
      requestId: String(row["request_id"]),
    };
  }

  store(key: string, fingerprint: string, answer: StoredAnswer): void {
    this.#db
      .prepare(
        "INSERT INTO idempotency (key, fingerprint, status, body, request_id, kept_at) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(key, fingerprint, answer.status, answer.body, answer.requestId, Date.now());
  }
}

/** Two requests are the same when method, path and body are. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash("sha256").update(`${method} ${path}\n${body}`).digest("hex");
}
