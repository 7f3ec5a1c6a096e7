import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * No stock file of their owners publishes these cars again. Call it before they are deleted, with the owners' accounts
 * locked.
 */
export async function rememberReferences(trx: Transaction<DB>, carIds: readonly string[]): Promise<void> {
  await sql`
    insert into removed_references (owner_id, reference)
    select owner_id, reference from cars where id = any(${carIds}::uuid[]) and reference is not null
    on conflict do nothing`.execute(trx);
}

/** Which of these references were those of a person's cars that an admin deleted. */
export async function loadRemovedReferences(
  db: Kysely<DB>,
  userId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("removed_references")
    .select("reference")
    .where("owner_id", "=", userId)
    .where("reference", "=", sql<string>`any(${references}::text[])`)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * The photos of these cars, and those that imports took off them and store for being undone. The demo's pictures have no
 * owner and are on many cars: they are none of them.
 */
export async function loadPhotosToRemove(
  trx: Transaction<DB>,
  carIds: readonly string[],
): Promise<{ id: string }[]> {
  const cars = sql`any(${carIds}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select id from photos
    where owner_id is not null and id in (
      select photo_id from car_photos where car_id = ${cars}
      union
      select named.id::uuid from stock_import_changes h
        cross join lateral jsonb_array_elements_text(h.before -> 'photoIds') as named (id)
      where h.car_id = ${cars})`.execute(trx);
  return rows;
}

/**
 * Imports store these photos no longer for being undone, unless another car would get them back. Call it after the cars
 * were deleted: what imports did to them has gone with them, in the order of applying an import.
 */
export async function dropStoredPhotos(
  trx: Transaction<DB>,
  photos: readonly { readonly id: string }[],
): Promise<void> {
  const ids = sql`any(${photos.map(({ id }) => id)}::uuid[])`;
  await sql`
    delete from stock_import_photos
    where photo_id = ${ids} and not exists (
      select from stock_import_changes h
      where h.import_id = stock_import_photos.import_id
        and h.before -> 'photoIds' @> to_jsonb(stock_import_photos.photo_id::text))`.execute(trx);
}
