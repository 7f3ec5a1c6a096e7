import { type Kysely, sql, type Transaction } from "kysely";
import type { ChangeKind } from "#domain/stock/import-states.ts";
import type { ImportedBefore } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { RowFault } from "./row-fault.ts";

/** The rows of an import that write something, in the file's order. */
export async function loadPlannedRows(db: Kysely<DB>, importId: string) {
  return db
    .selectFrom("stock_import_rows")
    .select(["row", "reference", "outcome", "car_id", "plan"])
    .where("import_id", "=", importId)
    .where("outcome", "in", ["create", "update"])
    .orderBy("row")
    .execute();
}

/** Rows that cannot be applied after all: they are skipped, and say why. */
export async function failRows(
  trx: Transaction<DB>,
  importId: string,
  faults: readonly (RowFault & { readonly row: number })[],
): Promise<void> {
  if (faults.length === 0) return;
  for (const fault of faults) {
    const { numUpdatedRows } = await trx
      .updateTable("stock_import_rows")
      .set({ outcome: "faulty", plan: null })
      .where("import_id", "=", importId)
      .where("row", "=", fault.row)
      .where("outcome", "<>", "faulty")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    await sql`
      insert into stock_import_faults (import_id, row, position, column_name, value, code, message)
      select ${importId}, ${fault.row}, 2000, ${fault.column}, ${fault.value}, ${fault.code}, ${fault.message}
      on conflict do nothing`.execute(trx);
  }
  await sql`
    update stock_imports i set fault_count = (select count(*) from stock_import_faults f where f.import_id = i.id),
      create_count = (select count(*) from stock_import_rows r where r.import_id = i.id and r.outcome = 'create'),
      update_count = (select count(*) from stock_import_rows r where r.import_id = i.id and r.outcome = 'update'),
      faulty_count = (select count(*) from stock_import_rows r where r.import_id = i.id and r.outcome = 'faulty')
    where i.id = ${importId}`.execute(trx);
}

/** Locks a dealer's cars in the order of their ids: those with a reference, and these. */
export async function lockStock(
  trx: Transaction<DB>,
  userId: string,
  carIds: readonly string[],
): Promise<void> {
  await sql`
    select from cars where owner_id = ${userId} and (reference is not null or id = any(${carIds}::uuid[]))
    order by id for update`.execute(trx);
}

/** The active cars of the stock that an import does not list, locked before. */
export async function loadMissingIds(
  trx: Transaction<DB>,
  userId: string,
  importId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cars c
    where c.owner_id = ${userId} and c.state = 'active' and c.reference is not null
      and not exists (select from stock_import_rows r where r.import_id = ${importId} and r.car_id = c.id)
    order by c.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Writes what an import did to a car, with the car's version as it is now. */
export async function insertChange(
  trx: Transaction<DB>,
  change: { importId: string; carId: string; kind: ChangeKind; before: ImportedBefore | null },
): Promise<void> {
  const { importId, carId, kind, before } = change;
  await sql`
    insert into stock_import_changes (import_id, car_id, kind, before, version)
    select ${importId}, id, ${kind}, ${before === null ? null : JSON.stringify(before)}::jsonb, version
    from cars where id = ${carId}`.execute(trx);
  if (before === null) return;
  await sql`
    insert into stock_import_photos (import_id, photo_id)
    select ${importId}, p.id from photos p where p.id = any(${before.photoIds}::uuid[])
    on conflict do nothing`.execute(trx);
}

/** What an import did, of cars that nobody has changed since, in the order of their ids. */
export async function loadUndoable(trx: Transaction<DB>, importId: string) {
  return trx
    .selectFrom("stock_import_changes as h")
    .innerJoin("cars as c", "c.id", "h.car_id")
    .select(["h.car_id", "h.kind", "h.before"])
    .where("h.import_id", "=", importId)
    .whereRef("c.version", "=", "h.version")
    .orderBy("h.car_id")
    .execute();
}

export async function markArchivedByImport(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx.updateTable("cars").set({ archived_by_import: true }).where("id", "=", carId).execute();
}

/** The cars that an import lists and that are for sale are so since now; tells what caches cars of this dealer. */
export async function confirmListed(trx: Transaction<DB>, userId: string, importId: string): Promise<void> {
  await sql`
    insert into stock_confirmations (car_id, confirmed_at)
    select c.id, now() from cars c
    where c.owner_id = ${userId} and c.state = 'active'
      and c.id in (select r.car_id from stock_import_rows r
        where r.import_id = ${importId} and r.car_id is not null and r.outcome <> 'faulty')
    on conflict (car_id) do update set confirmed_at = excluded.confirmed_at`.execute(trx);
  await sql`select pg_notify('seller_changed', ${userId})`.execute(trx);
}

/**
 * Deletes imports that are older than this, and those of which their dealer has as many newer ones; their ids. But one that
 * can still be undone, and the feed's last applied one, which says whether it was undone (`isFeedUndone`).
 */
export async function deleteOldImports(
  db: Kysely<DB>,
  { before, newest, limit }: { readonly before: Date; readonly newest: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from stock_imports where id in (
      select i.id from (
        select id, user_id, status, created_at, row_number() over (partition by user_id order by created_at desc, id) as place
        from stock_imports
      ) i
      where i.status not in ('checking', 'applying') and (i.created_at < ${before}
        or (i.place > ${newest} and not exists (select from stock_import_changes h where h.import_id = i.id)
          and i.id is distinct from (select f.id from stock_imports f
            where f.user_id = i.user_id and f.source = 'feed' and f.applied_at is not null
            order by f.applied_at desc limit 1)))
      order by i.created_at limit ${limit})
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
