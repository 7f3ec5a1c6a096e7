import { type Kysely, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { shortHash } from "#server/http/limits.ts";

/** Notes that an event was truly signed with this secret: it is the one that the provider signs with. */
export async function confirmSecret(db: Kysely<DB>, secret: string): Promise<void> {
  const hash = shortHash(secret);
  await sql`update provider_poll set confirmed_secret = ${hash} where confirmed_secret is distinct from ${hash}`.execute(
    db,
  );
}

/** Whether an event has come that was signed with this secret, at whichever process. */
export async function isSecretConfirmed(db: Kysely<DB>, secret: string | null): Promise<boolean> {
  if (secret === null) return false;
  const row = await db
    .selectFrom("provider_poll")
    .select("one")
    .where("confirmed_secret", "=", shortHash(secret))
    .executeTakeFirst();
  return row !== undefined;
}
