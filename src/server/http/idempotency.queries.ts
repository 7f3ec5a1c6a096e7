import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** A request that may be repeated but must have one effect (specification.md#answers). */
export interface IdempotentRequest {
  readonly userId: string;
  /** The key's scope, such as "POST /api/cars": the same key elsewhere is another request. */
  readonly operation: string;
  readonly key: string;
  readonly hash: Buffer;
}

const stillGood = sql<boolean>`created_at > now() - interval '24 hours'`;

/** A request with this key within a day, and its answer; undefined for none. */
export function findKey(db: Kysely<DB>, { userId, operation, key }: IdempotentRequest) {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "status", "body"])
    .where("user_id", "=", userId)
    .where("operation", "=", operation)
    .where("key", "=", key)
    .where(stillGood)
    .executeTakeFirst();
}

/** Claims the key for this request; false if it is taken. Waits for a transaction that holds it. */
export async function claimKey(trx: Transaction<DB>, request: IdempotentRequest): Promise<boolean> {
  const { userId, operation, key, hash } = request;
  await trx
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", userId)
    .where("operation", "=", operation)
    .where("key", "=", key)
    .where((eb) => eb.not(stillGood))
    .execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("idempotency_keys")
    .values({ user_id: userId, operation, key, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** `body`: JSON. */
export async function writeAnswer(
  trx: Transaction<DB>,
  { userId, operation, key }: IdempotentRequest,
  answer: { status: number; body: string },
): Promise<void> {
  await trx
    .updateTable("idempotency_keys")
    .set(answer)
    .where("user_id", "=", userId)
    .where("operation", "=", operation)
    .where("key", "=", key)
    .execute();
}
