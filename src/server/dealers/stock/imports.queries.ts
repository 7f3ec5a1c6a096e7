import { type Kysely, type RawBuilder, sql, type Transaction, type Updateable } from "kysely";
import type { ImportFault } from "#contract/imports.ts";
import type { RowOutcome } from "#domain/stock/import-states.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { StockImportsTable } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { CheckedRow, FileRow } from "./check-rows.ts";
import type { JudgedPicture } from "./plan-photos.ts";
import type { RowFault } from "./row-fault.ts";

/** Undone is the dealer's last applied import, until another one is applied (index stock_imports_applied). */
const isRevertible = sql<boolean>`i.status = 'applied' and not exists (
  select from stock_imports later where later.user_id = i.user_id and later.applied_at > i.applied_at)`;

/**
 * Whether a dealer (`userId`: a value or a column) has undone, or is undoing, the last import of the feed that was
 * applied: its next files wait then. Index stock_imports_applied.
 */
export function isFeedUndone(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select f.status = 'reverted' or f.revert_asked_at is not null from stock_imports f
    where f.user_id = ${userId} and f.source = 'feed' and f.applied_at is not null
    order by f.applied_at desc limit 1), false)`;
}

/**
 * Whether the feed that a file was fetched for is still there with that address and choice; it stays so until the
 * transaction ends. Index stock_feed_runs_user.
 */
export async function lockFeedOf(
  trx: Transaction<DB>,
  { id, user_id: userId, archive_missing: archiveMissing }: ImportRecord,
): Promise<boolean> {
  const feed = await trx
    .selectFrom("stock_feed_runs as r")
    .innerJoin("stock_feeds as f", "f.user_id", "r.user_id")
    .select("f.user_id")
    .where("r.user_id", "=", userId)
    .where("r.import_id", "=", id)
    .where("f.archive_missing", "=", archiveMissing)
    .where(sql<boolean>`coalesce(r.url, f.url) = f.url`)
    .forShare("f")
    .executeTakeFirst();
  return feed !== undefined;
}

function selectImports(db: Kysely<DB>) {
  return db.selectFrom("stock_imports as i").selectAll("i").select(isRevertible.as("is_revertible"));
}
export type ImportRecord = Awaited<ReturnType<ReturnType<typeof selectImports>["executeTakeFirstOrThrow"]>>;

/** A dealer's imports, newest first, with their number. */
export async function loadImports(
  db: Kysely<DB>,
  userId: string,
  page: Page,
): Promise<{ rows: ImportRecord[]; total: number }> {
  const own = selectImports(db).where("i.user_id", "=", userId);
  return readPage(db, own.orderBy("i.created_at", "desc").orderBy("i.id"), page);
}

/** Faults in the file's order, after a row. */
export async function loadFaults(
  db: Kysely<DB>,
  importId: string,
  options: { readonly limit: number; readonly after?: { row: number; position: number } },
): Promise<(ImportFault & { position: number })[]> {
  const { after, limit } = options;
  return db
    .selectFrom("stock_import_faults")
    .select(["row", "position", "column_name as column", "value", "code", "message"])
    .where("import_id", "=", importId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(row, position) > (${after?.row ?? 0}, ${after?.position ?? 0})`),
    )
    .orderBy("row")
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** Rows of an import in the file's order, all or those of an outcome, with their number. */
export async function loadRows(db: Kysely<DB>, importId: string, outcome: RowOutcome | null, page: Page) {
  const rows = db
    .selectFrom("stock_import_rows")
    .selectAll()
    .where("import_id", "=", importId)
    .$if(outcome !== null, (query) => query.where("outcome", "=", outcome ?? "faulty"))
    .orderBy("row");
  return readPage(db, rows, page);
}

/** Faults of some rows. */
export async function loadFaultsOfRows(
  db: Kysely<DB>,
  importId: string,
  rows: readonly number[],
): Promise<ImportFault[]> {
  if (rows.length === 0) return [];
  return db
    .selectFrom("stock_import_faults")
    .select(["row", "column_name as column", "value", "code", "message"])
    .where("import_id", "=", importId)
    .where("row", "in", [...rows])
    .orderBy("row")
    .orderBy("position")
    .execute();
}

/** An import by id, of any dealer; for its jobs. */
export async function loadImport(db: Kysely<DB>, id: string): Promise<ImportRecord | null> {
  return (await selectImports(db).where("i.id", "=", id).executeTakeFirst()) ?? null;
}

/** An import, its row held until the transaction ends; null where it is gone. */
export async function lockImport(trx: Transaction<DB>, id: string): Promise<ImportRecord | null> {
  await trx.selectFrom("stock_imports").select("id").where("id", "=", id).forUpdate().execute();
  return loadImport(trx, id);
}

export async function updateImport(
  db: Kysely<DB>,
  id: string,
  change: Updateable<StockImportsTable>,
): Promise<void> {
  await db.updateTable("stock_imports").set(change).where("id", "=", id).execute();
}

/** The lines of a file as they were read, or corrected since; a line with too few cells stays one until it is corrected. */
export async function loadFileRows(db: Kysely<DB>, importId: string, corrected?: number): Promise<FileRow[]> {
  const rows = await db
    .selectFrom("stock_import_rows")
    .select(["row", "cells"])
    .where("import_id", "=", importId)
    .orderBy("row")
    .execute();
  const found = await db
    .selectFrom("stock_import_faults")
    .select(["row", "column_name as column", "value", "message"])
    .where("import_id", "=", importId)
    .where("code", "=", "cell_count")
    .execute();
  const faults = new Map(
    found
      .filter(({ row }) => row !== corrected)
      .map(({ row, ...fault }) => [row, { ...fault, code: "cell_count" as const }]),
  );
  return rows.map(({ row, cells }) => {
    const fault = faults.get(row);
    return { row, cells, faults: fault === undefined ? [] : [fault] };
  });
}

const batch = 500;

/** Writes what a check came to, in place of an earlier one. */
export async function replaceRows(
  trx: Transaction<DB>,
  importId: string,
  rows: readonly CheckedRow[],
  fileFaults: readonly (RowFault & { readonly row: number })[],
): Promise<number> {
  await trx.deleteFrom("stock_import_faults").where("import_id", "=", importId).execute();
  await trx.deleteFrom("stock_import_rows").where("import_id", "=", importId).execute();
  for (let from = 0; from < rows.length; from += batch) {
    await trx
      .insertInto("stock_import_rows")
      .values(
        rows.slice(from, from + batch).map((row) => ({
          import_id: importId,
          row: row.row,
          reference: row.reference?.slice(0, 200) ?? null,
          cells: JSON.stringify(row.cells),
          outcome: row.outcome,
          car_id: row.carId,
          title: row.title,
          plan: row.plan === null ? null : JSON.stringify(row.plan),
        })),
      )
      .execute();
  }
  const faults = [
    ...fileFaults.map((fault, position) => ({ ...fault, position })),
    ...rows.flatMap(({ row, faults: found }) =>
      found.map((fault, position) => ({ ...fault, row, position: position + 1_000 })),
    ),
  ];
  for (let from = 0; from < faults.length; from += batch) {
    await trx
      .insertInto("stock_import_faults")
      .values(
        faults.slice(from, from + batch).map(({ row, position, column, value, code, message }) => ({
          import_id: importId,
          row,
          position,
          column_name: column,
          value,
          code,
          message,
        })),
      )
      .execute();
  }
  return faults.length;
}

/** The pictures of an import that were looked at. */
export async function loadPictures(db: Kysely<DB>, importId: string) {
  return db
    .selectFrom("stock_import_pictures")
    .select(["name", sql<string | null>`encode(hash, 'hex')`.as("hash"), "fault"])
    .where("import_id", "=", importId)
    .execute();
}

export async function insertPictures(
  db: Kysely<DB>,
  importId: string,
  pictures: ReadonlyMap<string, JudgedPicture>,
): Promise<void> {
  const rows = [...pictures].map(([name, judged]) => ({
    import_id: importId,
    name,
    hash: "hash" in judged ? Buffer.from(judged.hash, "hex") : null,
    fault: "fault" in judged ? judged.fault : null,
  }));
  for (let from = 0; from < rows.length; from += batch) {
    await db
      .insertInto("stock_import_pictures")
      .values(rows.slice(from, from + batch))
      .onConflict((conflict) =>
        conflict
          .columns(["import_id", "name"])
          .doUpdateSet((eb) => ({ hash: eb.ref("excluded.hash"), fault: eb.ref("excluded.fault") })),
      )
      .execute();
  }
}

export async function findRow(db: Kysely<DB>, importId: string, row: number) {
  const found = await db
    .selectFrom("stock_import_rows")
    .selectAll()
    .where("import_id", "=", importId)
    .where("row", "=", row)
    .executeTakeFirst();
  return found ?? null;
}

/** The cars of the stock that an import does not list, by id: a page of them, with their number. */
export async function loadMissing(
  db: Kysely<DB>,
  { id: importId, user_id: userId }: Pick<ImportRecord, "id" | "user_id">,
  page: Page,
) {
  const missing = db
    .selectFrom("cars as c")
    .select(["c.id", "c.reference", "c.brand", "c.model", "c.year"])
    .where("c.owner_id", "=", userId)
    .where("c.state", "=", "active")
    .where("c.reference", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("stock_import_rows as r")
            .select("r.row")
            .where("r.import_id", "=", importId)
            .whereRef("r.car_id", "=", "c.id"),
        ),
      ),
    )
    .orderBy("c.id");
  return readPage(db, missing, page);
}
