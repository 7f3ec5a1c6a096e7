import { type Kysely, sql, type Transaction } from "kysely";
import type { DealerKey, DealerKeyBody } from "#contract/dealer-keys.ts";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

const today = sql`(now() at time zone 'Europe/Belgrade')::date`;

/** A dealer's keys, newest first. Index dealer_keys_user. */
export async function listKeys(db: Kysely<DB>, userId: string): Promise<DealerKey[]> {
  const rows = await db
    .selectFrom("dealer_keys")
    .select(["id", "name", "scopes", "created_at", sql<string | null>`last_used_on::text`.as("lastUsedAt")])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ id, name, scopes, created_at, lastUsedAt }) => ({
    id,
    name,
    scopes,
    createdAt: created_at.toISOString(),
    lastUsedAt,
  }));
}

/** How many keys a dealer has. Index dealer_keys_user. */
export async function countKeys(trx: Transaction<DB>, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("dealer_keys")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertKey(
  trx: Transaction<DB>,
  key: DealerKeyBody & { readonly id: string; readonly userId: string; readonly hash: Buffer },
): Promise<{ createdAt: Date }> {
  const { created_at: createdAt } = await trx
    .insertInto("dealer_keys")
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      scopes: key.scopes,
      hash: key.hash,
      last_used_on: null,
    })
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return { createdAt };
}

/** Deletes a dealer's own key. Undefined where the dealer has none with this id. */
export async function deleteKey(
  trx: Transaction<DB>,
  userId: string,
  id: string,
): Promise<{ name: string; scopes: KeyScope[] } | undefined> {
  return trx
    .deleteFrom("dealer_keys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(["name", "scopes"])
    .executeTakeFirst();
}

/** A key as a call with it needs it. */
export interface FoundKey {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly KeyScope[];
  readonly isDealer: boolean;
  readonly isSuspended: boolean;
  /** Its day of last use is not today's. */
  readonly isStale: boolean;
}

/** The key with this hash, by the unique index on it. */
export async function findKey(db: Kysely<DB>, hash: Buffer): Promise<FoundKey | null> {
  const { rows } = await sql<FoundKey>`
    select k.id, k.user_id as "userId", k.scopes, ${isDealerNow} as "isDealer",
      u.suspended_at is not null as "isSuspended", k.last_used_on is distinct from ${today} as "isStale"
    from dealer_keys k join users u on u.id = k.user_id
    where k.hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** Notes that a key was used today: one write a day, however many calls come at once. */
export async function touchKey(db: Kysely<DB>, id: string): Promise<void> {
  await sql`
    update dealer_keys set last_used_on = ${today}
    where id = ${id} and last_used_on is distinct from ${today}`.execute(db);
}

/** The address and whether there is one: a mail goes to who the account belongs to now. */
export async function findOwner(db: Kysely<DB>, userId: string): Promise<{ email: string } | undefined> {
  return db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
}
