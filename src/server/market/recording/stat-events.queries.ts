import { type Kysely, sql } from "kysely";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import { retention } from "#domain/privacy/retention.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** An event to store. */
export interface StatEventRow {
  readonly kind: StatKind;
  /** 8 bytes. */
  readonly visitor: Buffer;
  readonly cars: readonly string[];
}

/**
 * Stores events of a day (YYYY-MM-DD) in one statement, without duplicates; a second contact about a car on
 * that day is no second lead. The lock is taken before the rows get their numbers, so no reader sees a gap that
 * is filled later.
 */
export async function insertEvents(
  db: Kysely<DB>,
  day: string,
  events: readonly StatEventRow[],
): Promise<void> {
  await sql`
    with shared as materialized (select pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.statEvents)}))
    insert into stat_events (day, kind, visitor, cars)
    select ${day}::date, e.kind, e.visitor, e.cars::uuid[]
    from shared, unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ visitor }) => visitor)}::bytea[],
      ${events.map(({ cars }) => `{${cars.join(",")}}`)}::text[]) as e (kind, visitor, cars)
    on conflict do nothing`.execute(db);
}

/** Folds new events into daily totals. Readers never see an event twice or miss one. */
export async function countEvents(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.statEvents)})`.execute(trx);
    await sql`
      insert into stat_days (car_id, day, kind, count)
      select car_id, day, kind, count from stat_uncounted
      on conflict (car_id, day, kind) do update set count = stat_days.count + excluded.count`.execute(trx);
    await sql`
      update stat_counted set up_to = coalesce((select max(id) from stat_events), up_to)
      where up_to < (select max(id) from stat_events)`.execute(trx);
  });
}

/** The salt of a day's visitors, created by the first reader. */
export async function saltOf(db: Kysely<DB>, day: string, fresh: Buffer): Promise<Buffer> {
  await db
    .insertInto("visitor_salts")
    .values({ day, salt: fresh })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  const { salt } = await db
    .selectFrom("visitor_salts")
    .select("salt")
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return salt;
}

/** The accounts of these session cookies, by hash in hex. */
export async function accountsByCookie(
  db: Kysely<DB>,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("sessions")
    .select(["cookie_hash", "user_id"])
    .where("cookie_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .execute();
  return new Map(rows.map((row) => [row.cookie_hash.toString("hex"), row.user_id]));
}

/** The owners of these cars. */
export async function ownersOf(
  db: Kysely<DB>,
  carIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("cars")
    .select(["id", "owner_id"])
    .where("id", "=", sql<string>`any(${carIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.owner_id]));
}

/** Deletes events after their retention. */
export async function deleteOldEvents(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from stat_events
    where day < (now() at time zone 'Europe/Belgrade')::date - ${retention.statEventDays}::int`.execute(db);
}

/** Deletes salts of past days. */
export async function deleteOldSalts(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from visitor_salts where day < (now() at time zone 'Europe/Belgrade')::date`.execute(db);
}
