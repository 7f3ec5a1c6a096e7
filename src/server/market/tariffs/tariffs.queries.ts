import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tariff } from "#contract/tariffs.ts";
import type { TariffTerms } from "#domain/tariffs/tariff.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";
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

const columnsOf = (terms: TariffTerms) => ({
  valid_from: terms.validFrom,
  valid_to: terms.validTo,
  max_age_years: terms.maxAgeYears,
  source_title: terms.source.title,
  source_url: terms.source.url,
  checked_on: terms.checkedOn,
  lines: JSON.stringify(terms.lines),
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

export async function findTariff(db: Kysely<DB>, id: string): Promise<Tariff | null> {
  const row = await selectTariffs(db).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : asTariff(row);
}

export async function lockTariff(trx: Transaction<DB>, id: string): Promise<Tariff | null> {
  const row = await selectTariffs(trx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row === undefined ? null : asTariff(row);
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

/** Inserts a draft; returns its id. */
export async function insertDraft(trx: Transaction<DB>, terms: TariffTerms): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto("tariffs")
    .values({ id, ...columnsOf(terms) })
    .execute();
  return id;
}

export async function updateDraft(trx: Transaction<DB>, id: string, terms: TariffTerms): Promise<void> {
  await trx
    .updateTable("tariffs")
    .set({ ...columnsOf(terms), version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}

/**
 * Serialises activations until their transactions end: two that wait for each other by the constraint
 * tariffs_one_a_day would deadlock.
 */
export async function lockTariffs(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.tariffs})`.execute(trx);
}

/** Ends the open-ended active tariff, if it begins before this day, on the day before; returns its id. */
export async function endOpenTariff(trx: Transaction<DB>, day: string): Promise<string | null> {
  const row = await trx
    .updateTable("tariffs")
    .set({ valid_to: sql<string>`${day}::date - 1`, version: sql<number>`version + 1` })
    .where("status", "=", "active")
    .where("valid_to", "is", null)
    .where("valid_from", "<", day)
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Fails with the constraint tariffs_one_a_day if another tariff covers one of its days. */
export async function setActive(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable("tariffs")
    .set({ status: "active", version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}
