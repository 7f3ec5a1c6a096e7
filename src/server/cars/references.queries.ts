import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";

/** Whether one of the owner's cars, of any state, has this reference (index cars_reference). */
export async function isReferenceTaken(
  db: Kysely<DB>,
  ownerId: string,
  reference: string | null | undefined,
): Promise<boolean> {
  if (reference === null || reference === undefined) return false;
  const car = await db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return car !== undefined;
}
