import { type Kysely, sql, type Transaction } from "kysely";
import type { Tariff } from "#contract/tariffs.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";

function selectTariffs(db: Kysely<DB>) {
  return db
    .selectFrom("tariffs")
    .select(["id", "valid_from", "valid_to", "status", "max_age_years", "source_title", "source_url"])
    .select(["checked_on", "lines", "version"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTariffs>["execute"]>>[number];

const asTariff = (row: Row): Tariff => ({
  id: row.id,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  status: row.status,
  maxAgeYears: row.max_age_years,
  source: { title: row.source_title, url: row.source_url },
  checkedOn: row.checked_on,
  lines: row.lines,
  version: row.version,
});

/** A process loads at most so many: enough for a century at two a year. */
const maxActive = 200;

/** The active tariffs, newest first. */
export async function loadActiveTariffs(db: Kysely<DB>): Promise<Tariff[]> {
  const rows = await selectTariffs(db)
    .where("status", "=", "active")
    .orderBy("valid_from", "desc")
    .limit(maxActive)
    .execute();
  return rows.map(asTariff);
}

/** A page of all of them: drafts, then the newest. Index tariffs_list. */
export async function listTariffs(db: Kysely<DB>, page: Page): Promise<{ tariffs: Tariff[]; total: number }> {
  const { rows, total } = await readPage(
    db,
    selectTariffs(db)
      .orderBy(sql`(status = 'active')`)
      .orderBy("valid_from", "desc")
      .orderBy("id"),
    page,
  );
  return { tariffs: rows.map(asTariff), total };
}

const notFound = () => new AppError("tariff_not_found");

/** Throws tariff_not_found, as does `lockTariff`. */
export async function findTariff(db: Kysely<DB>, id: string): Promise<Tariff> {
  return asTariff(await selectTariffs(db).where("id", "=", id).executeTakeFirstOrThrow(notFound));
}

export async function lockTariff(trx: Transaction<DB>, id: string): Promise<Tariff> {
  return asTariff(
    await selectTariffs(trx).where("id", "=", id).forUpdate().executeTakeFirstOrThrow(notFound),
  );
}

/** The active tariff of a day, or else the last one before it; null for none. Index tariffs_list. */
export async function tariffAtOrBefore(db: Kysely<DB>, day: string): Promise<Tariff | null> {
  const row = await selectTariffs(db)
    .where(sql<boolean>`(status = 'active')`)
    .where("valid_from", "<=", day)
    .orderBy("valid_from", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : asTariff(row);
}
