import { type Kysely, sql } from "kysely";
import type { ImportFault } from "#contract/imports.ts";
import type { RowOutcome } from "#domain/stock/import-states.ts";
import type { Page } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";

/** Undone is the dealer's last applied import, until another one is applied (index stock_imports_applied). */
const isRevertible = sql<boolean>`i.status = 'applied' and not exists (
  select from stock_imports later where later.user_id = i.user_id and later.applied_at > i.applied_at)`;

function selectImports(db: Kysely<DB>) {
  return db.selectFrom("stock_imports as i").selectAll("i").select(isRevertible.as("is_revertible"));
}
export type ImportRecord = Awaited<ReturnType<ReturnType<typeof selectImports>["executeTakeFirstOrThrow"]>>;

/** A dealer's imports, newest first, with their number. */
export async function loadImports(
  db: Kysely<DB>,
  userId: string,
  { page, limit }: Page,
): Promise<{ rows: ImportRecord[]; total: number }> {
  const { total } = await db
    .selectFrom("stock_imports")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const rows = await selectImports(db)
    .where("i.user_id", "=", userId)
    .orderBy("i.created_at", "desc")
    .orderBy("i.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total };
}

/** A dealer's import; null for another dealer's. */
export async function findImport(db: Kysely<DB>, userId: string, id: string): Promise<ImportRecord | null> {
  const row = await selectImports(db)
    .where("i.id", "=", id)
    .where("i.user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
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
export async function loadRows(
  db: Kysely<DB>,
  importId: string,
  outcome: RowOutcome | null,
  { page, limit }: Page,
) {
  const rows = db
    .selectFrom("stock_import_rows")
    .where("import_id", "=", importId)
    .$if(outcome !== null, (query) => query.where("outcome", "=", outcome ?? "faulty"));
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const found = await rows
    .selectAll()
    .orderBy("row")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows: found, total };
}
