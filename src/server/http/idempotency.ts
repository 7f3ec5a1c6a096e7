import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "./app-error.ts";
import { claimKey, findKey, type IdempotentRequest, writeAnswer } from "./idempotency.queries.ts";
import type { AppContext } from "./session.ts";

export type { IdempotentRequest } from "./idempotency.queries.ts";

/** An answer to be stored: a success. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

const maxKeyLength = 200;
// Printable ASCII, as header values are.
const keyForm = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * The request's idempotency key, null for none. `body` is the parsed body: equal content in another order of
 * keys is the same request. `standIns`: placeholders in it that differ each time, and their contents. Throws
 * malformed for an invalid key.
 */
export function idempotencyOf(
  c: AppContext,
  userId: string,
  operation: string,
  body: unknown,
  standIns: ReadonlyMap<string, string> = new Map(),
): IdempotentRequest | null {
  const key = c.req.header("idempotency-key")?.trim();
  if (key === undefined || key === "") return null;
  if (key.length > maxKeyLength || !keyForm.test(key)) throw new AppError("malformed");
  const content = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "string" ? (standIns.get(value) ?? value) : value,
  );
  return { userId, operation, key, hash: createHash("sha256").update(content).digest() };
}

// As text inside the jsonb column, which would reorder an object's keys: the same answer is byte-identical.
function stored(body: unknown): string {
  return JSON.stringify(JSON.stringify(body));
}

function read(body: unknown): unknown {
  return typeof body === "string" ? JSON.parse(body) : body;
}

async function findAnswer(db: Kysely<DB>, request: IdempotentRequest): Promise<StoredAnswer | null> {
  const row = await findKey(db, request);
  if (row === undefined) return null;
  if (!row.request_hash.equals(request.hash)) throw new AppError("idempotency_mismatch");
  return row.status === null ? null : { status: row.status, body: read(row.body) };
}

/**
 * The former answer to this request, null for a new one; checked before the expensive work. Throws
 * idempotency_mismatch if the key came with another body.
 */
export async function answeredBefore(
  db: Kysely<DB>,
  request: IdempotentRequest | null,
): Promise<StoredAnswer | null> {
  return request === null ? null : findAnswer(db, request);
}

/**
 * Runs the effect once per request, in the transaction that stores the answer: both commit or neither. Of two
 * concurrent requests the second waits for the first (up to the statement timeout) and gets its answer. If the
 * first failed, crashed or had no answer to store, its key was rolled back and the second does the work. Throws
 * idempotency_mismatch if the key came with another body, and whatever the effect throws.
 */
export async function once(
  trx: Transaction<DB>,
  request: IdempotentRequest | null,
  effect: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  if (request === null) return { ...(await effect()), replayed: false };
  if (!(await claimKey(trx, request))) {
    const answer = await findAnswer(trx, request);
    if (answer !== null) return { ...answer, replayed: true };
    throw new AppError("conflict");
  }
  const answer = await effect();
  await writeAnswer(trx, request, { status: answer.status, body: stored(answer.body) });
  return { ...answer, replayed: false };
}
