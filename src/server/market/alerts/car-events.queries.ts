import { type Kysely, sql, type Transaction } from "kysely";
import type { CarBefore } from "#server/platform/db/alert-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** One change of a car that may need a mail, from the transactional outbox `car_events`. */
export interface EventRow {
  readonly id: number;
  readonly car_id: string;
  readonly at: Date;
  /** The changed values before the change; null if the car was not on sale. */
  readonly before: CarBefore | null;
}

/** The oldest unprocessed changes. */
export function loadEvents(db: Kysely<DB>, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom("car_events")
    .select(["id", "car_id", "at", "before"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function deleteEvents(trx: Transaction<DB>, ids: readonly number[]): Promise<void> {
  await sql`delete from car_events where id = any(${ids}::bigint[])`.execute(trx);
}

/** The owners of these cars, by car. */
export async function loadOwners(db: Kysely<DB>, carIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("cars")
    .select(["id", "owner_id"])
    .where("id", "=", sql<string>`any(${carIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}

/** A car that newly matches a saved search. */
export interface Match {
  readonly savedSearchId: string;
  readonly carId: string;
}

/** Stores matches, each once; those with a deleted search, account or car are skipped. */
export async function insertMatches(
  trx: Transaction<DB>,
  matches: readonly Match[],
  foundAt: Date,
): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    insert into alert_matches (saved_search_id, car_id, found_at)
    select s.id, c.id, ${foundAt}
    from unnest(${matches.map((match) => match.savedSearchId)}::uuid[], ${matches.map((match) => match.carId)}::uuid[])
      as m (saved_search_id, car_id)
    join saved_searches s on s.id = m.saved_search_id and s.frequency <> 'never'
    join cars c on c.id = m.car_id
    on conflict do nothing`.execute(trx);
}
