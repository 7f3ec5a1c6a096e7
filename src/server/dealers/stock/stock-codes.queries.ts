import { type Kysely, sql } from "kysely";
import type { AdminStockCode, StockCodeQuery } from "#contract/admin-stock-codes.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** More different codes than any table has; beyond it somebody sends files of nothing but such. */
const maxUnknown = 5_000;

const isUnknown = sql`f.code = 'code_unknown' and length(f.value) between 1 and 60`;

/**
 * Codes in files of the last 90 days (that long imports are stored) without a meaning. By steps of the index
 * stock_import_faults_codes, one a code, however many rows have it.
 */
const unknownCodes = sql`
  met as (
    (select f.column_name, f.value from stock_import_faults f where ${isUnknown}
      order by f.column_name, f.value limit 1)
    union all
    select next.column_name, next.value from met m, lateral (
      select f.column_name, f.value from stock_import_faults f
      where ${isUnknown} and (f.column_name, f.value) > (m.column_name, m.value)
      order by f.column_name, f.value limit 1) next
  ), unknown as (
    select m.column_name, m.value as code from (select * from met limit ${sql.lit(maxUnknown)}) m
    where not exists (select from stock_codes c
      where c.format = 'mobile_de' and c.column_name = m.column_name and c.code = m.value)
  )`;

/** How many codes wait for their meaning. */
export const unknownCodeCount = sql<number>`(with recursive ${unknownCodes} select count(*) from unknown)`;

/** A page of codes, of a column or all: unknown ones first, those of most dealers before others. */
export async function loadStockCodes(
  db: Kysely<DB>,
  {
    column = null,
    page,
    limit,
  }: Omit<StockCodeQuery, "column"> & { column?: StockCodeQuery["column"] | null },
): Promise<{ codes: AdminStockCode[]; total: number }> {
  const { rows } = await sql<{ codes: AdminStockCode[] | null; total: number }>`
    with recursive ${unknownCodes}, listed as (
      select c.column_name as "column", c.code, c.value, 0 as rows, 0 as dealers from stock_codes c
      where c.format = 'mobile_de' and (${column}::text is null or c.column_name = ${column})
      union all
      select u.column_name, u.code, null, used.rows, used.dealers from unknown u, lateral (
        select count(*)::int as rows, count(distinct i.user_id)::int as dealers
        from stock_import_faults f join stock_imports i on i.id = f.import_id
        where ${isUnknown} and f.column_name = u.column_name and f.value = u.code) used
      where ${column}::text is null or u.column_name = ${column}
    ), ordered as (
      select listed.*, row_number() over (
        order by value is not null, dealers desc, rows desc, "column", code collate "C") as place
      from listed
    )
    select (select count(*) from ordered) as total,
      (select json_agg(json_build_object('column', "column", 'code', code, 'value', value, 'rows', rows, 'dealers', dealers)
        order by place) from ordered where place > ${(page - 1) * limit} and place <= ${page * limit}) as codes`.execute(
    db,
  );
  return { codes: rows[0]?.codes ?? [], total: rows[0]?.total ?? 0 };
}
