import { type Kysely, sql } from "kysely";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import type { CarState } from "#domain/cars/car-states.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** A car's count of an event on a day (YYYY-MM-DD). */
export interface StatCount {
  readonly carId: string;
  readonly day: string;
  readonly kind: StatKind;
  readonly count: number;
}

/**
 * The counts of these cars from a day on, up to the latest stored event: daily totals by their key, and events
 * since the last fold (at most a minute's) by theirs.
 */
export async function countsOf(
  db: Kysely<DB>,
  carIds: readonly string[],
  from: string,
): Promise<StatCount[]> {
  if (carIds.length === 0) return [];
  const { rows } = await sql<StatCount>`
    select car_id as "carId", day, kind, sum(count)::integer as count
    from (
      select car_id, day, kind, count from stat_days
      where car_id = any(${carIds}::uuid[]) and day >= ${from}::date
      union all
      select car_id, day, kind, count from stat_uncounted
      where car_id = any(${carIds}::uuid[]) and day >= ${from}::date
    ) as counts
    group by car_id, day, kind`.execute(db);
  return rows;
}

/** How many visitors asked about these cars from a day on, by the same keys; cars that nobody asked about are left out. */
export async function leadsOf(
  db: Kysely<DB>,
  carIds: readonly string[],
  from: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ carId: string; leads: number }>`
    select car_id as "carId", sum(count)::integer as leads
    from (
      select car_id, count from stat_days
      where car_id = any(${carIds}::uuid[]) and day >= ${from}::date and kind = 'lead'
      union all
      select car_id, count from stat_uncounted
      where car_id = any(${carIds}::uuid[]) and day >= ${from}::date and kind = 'lead'
    ) as counts
    group by car_id`.execute(db);
  return new Map(rows.map(({ carId, leads }) => [carId, leads]));
}

/** A car as its statistics need it; null where it is gone. */
export async function findCountedCar(
  db: Kysely<DB>,
  id: string,
): Promise<{ publishedOn: string; state: CarState } | null> {
  const row = await db
    .selectFrom("cars")
    .select(["state", sql<string>`(created_at at time zone 'Europe/Belgrade')::date`.as("publishedOn")])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}
