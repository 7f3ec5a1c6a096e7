import { type Kysely, sql } from "kysely";
import { foundBytes } from "#domain/photos/fingerprint.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Fingerprints per read: 1.1 MB. */
const page = 5_000;

/**
 * The searchable parts of the next fingerprints after this number, by number. One row, because the driver is
 * slower than PostgreSQL for thousands. Unique index on number.
 */
export async function readFingerprints(
  db: Kysely<DB>,
  after: number,
): Promise<{ readonly number: number; readonly found: Uint8Array }[]> {
  const next = db
    .selectFrom("photo_fingerprints")
    .select(["number", sql<Buffer>`substring(hashes for ${sql.lit(foundBytes)})`.as("found")])
    .where("number", ">", after)
    .orderBy("number")
    .limit(page);
  const { numbers, found } = await db
    .selectFrom(next.as("next"))
    .select([
      sql<string | null>`string_agg(number::text, ' ' order by number)`.as("numbers"),
      sql<Buffer | null>`string_agg(found, '' order by number)`.as("found"),
    ])
    .executeTakeFirstOrThrow();
  if (numbers === null || found === null) return [];
  return numbers.split(" ").map((number, index) => ({
    number: Number(number),
    found: found.subarray(index * foundBytes, (index + 1) * foundBytes),
  }));
}

/** The number before the newest `most` fingerprints: 0 if there are not more. Unique index on number. */
export async function firstOfNewest(db: Kysely<DB>, most: number): Promise<number> {
  const row = await db
    .selectFrom("photo_fingerprints")
    .select("number")
    .orderBy("number", "desc")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

export interface StandsOnCar {
  readonly number: number;
  readonly photo: string;
  readonly car: string;
  readonly owner: string;
}

/**
 * On which cars of other people than `owner` photos stand, by the numbers of their fingerprints, in this order: of each
 * person at most `limit`, so that nobody's copies push out another's. Cars that were taken down are left out. Unique index
 * on number, index car_photos_photo.
 */
export async function loadOtherCars(
  db: Kysely<DB>,
  owner: string,
  numbers: readonly number[],
  limit: number,
): Promise<StandsOnCar[]> {
  const { rows } = await sql<StandsOnCar>`
    select number, photo, car, owner from (
      select f.number, f.photo_id as photo, c.id as car, c.owner_id as owner, asked.place,
        row_number() over (partition by c.owner_id order by asked.place, c.id) as rank
      from unnest(${numbers}::bigint[]) with ordinality as asked (number, place)
      join photo_fingerprints f on f.number = asked.number
      join car_photos on_car on on_car.photo_id = f.photo_id
      join cars c on c.id = on_car.car_id
      join users u on u.id = c.owner_id
      where c.owner_id <> ${owner} and not is_taken_down(c, u)) other
    where rank <= ${limit} order by place, car`.execute(db);
  return rows;
}
