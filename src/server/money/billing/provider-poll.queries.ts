import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { shortHash } from "#server/http/limits.ts";

/** What all processes share about polling the provider: events received, the next poll, the webhook's secret. */

/** Notes events; answers the ids of those that were not there. */
export async function insertEvents(
  trx: Transaction<DB>,
  events: readonly { id: string; type: string; created: number }[],
): Promise<Set<string>> {
  const rows = await trx
    .insertInto("provider_events")
    .values(events.map(({ id, type, created }) => ({ id, type, created_at: new Date(created * 1000) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Events are noted while the provider may send them again, a few days; two months to be sure. */
export async function deleteOldEvents(db: Kysely<DB>): Promise<void> {
  await sql`delete from provider_events where received_at < now() - interval '60 days'`.execute(db);
}

/**
 * Claims the poll for events unless one was made within `spacing` milliseconds; returns from when to ask, in seconds
 * since 1970, null where it is not our turn. Events of another account than the last time begin now.
 */
export async function claimEventPoll(
  db: Kysely<DB>,
  account: string | null,
  spacing: number,
): Promise<number | null> {
  const { rows } = await sql<{ from: number }>`
    update provider_poll set asked_at = now(), account = coalesce(${account}, account),
      seen_until = case when account <> ${account} then now() else seen_until end
    where asked_at < now() - make_interval(secs => ${spacing / 1000})
    returning floor(extract(epoch from seen_until))::float8 as from`.execute(db);
  return rows[0]?.from ?? null;
}

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
  const { rows } = await sql`select from provider_poll where confirmed_secret = ${shortHash(secret)}`.execute(
    db,
  );
  return rows.length > 0;
}
