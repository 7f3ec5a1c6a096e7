import { sql, type Transaction } from "kysely";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { hashSecret, newSecret } from "./secrets.ts";

/**
 * Makes the browser a known device of this account, and returns its secret. A secret that we did not issue is
 * not adopted: it could have been planted.
 */
export async function knowDevice(
  trx: Transaction<DB>,
  userId: string,
  presented: string | null,
): Promise<string> {
  if (presented !== null) {
    const hash = hashSecret(presented);
    const { numAffectedRows } = await sql`
      insert into known_devices (hash, user_id)
      select ${hash}, ${userId} where exists (select from known_devices where hash = ${hash})
      on conflict (hash, user_id) do update set last_used_at = now()`.execute(trx);
    if (numAffectedRows === 1n) return presented;
  }
  const secret = newSecret();
  // The account's least recently used devices are evicted.
  await sql`
    delete from known_devices where user_id = ${userId} and hash in (
      select hash from known_devices where user_id = ${userId}
      order by last_used_at desc offset ${sql.lit(sessionRules.maxDevices - 1)})`.execute(trx);
  await trx
    .insertInto("known_devices")
    .values({ hash: hashSecret(secret), user_id: userId })
    .execute();
  return secret;
}
