import type { Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { insertDevice, rememberDevice } from "./accounts.queries.ts";
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
  if (presented !== null && (await rememberDevice(trx, userId, hashSecret(presented)))) return presented;
  const secret = newSecret();
  await insertDevice(trx, userId, hashSecret(secret));
  return secret;
}
