import { type Kysely, sql } from "kysely";
import type { CarListQuery, UserListQuery } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatDate } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { inOrder } from "#server/platform/db/in-order.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import type { CsvFiles } from "./csv-files.ts";
import { csvLine } from "#domain/format/csv.ts";
import { loadCarIds, loadUserIds } from "./lists.queries.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";

/** These users' data for the file, unordered. */
function loadExportedUsers(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom("users as u")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.phone", "u.is_admin", "u.created_at"])
    .select([
      isDealerNow.as("is_dealer"),
      sql<number>`(select count(*) from cars c where c.owner_id = u.id and c.state in ('active', 'sold'))`.as(
        "cars",
      ),
    ])
    .where("u.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** These cars' data for the file, unordered. */
function loadExportedCars(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.id", "c.number", "c.brand", "c.model", "c.year", "c.price", "c.mileage", "c.fuel", "c.type"])
    .select(["c.location", "c.state", "c.hidden_at", "c.created_at"])
    .select(["u.first_name", "u.last_name", "u.email"])
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Rows per chunk: the file is never in memory as a whole. */
const batch = 500;

const text = adminMessages.export;

async function userLines(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await loadExportedUsers(db, ids);
  return inOrder(ids, rows).map((row) => {
    const roles = [...(row.is_admin ? [text.admin] : []), ...(row.is_dealer ? [text.dealer] : [])];
    return csvLine([
      row.first_name,
      row.last_name,
      row.email,
      // Spreadsheets compute a cell with a leading plus.
      row.phone === null ? "" : formatPhone(row.phone).replace(/^\+/, "00"),
      row.cars,
      roles.length === 0 ? text.user : roles.join(", "),
      formatDate(row.created_at),
      row.id,
    ]);
  });
}

async function carLines(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await loadExportedCars(db, ids);
  return inOrder(ids, rows).map((row) => {
    return csvLine([
      row.number,
      row.brand,
      row.model,
      row.year,
      row.price,
      row.mileage,
      row.fuel,
      row.type,
      row.location,
      `${row.first_name} ${row.last_name}`,
      row.email,
      row.hidden_at === null ? text[row.state] : `${text[row.state]}, ${text.hidden}`,
      formatDate(row.created_at),
      row.id,
    ]);
  });
}

async function* parts(
  all: readonly string[],
  lines: (ids: readonly string[]) => Promise<string[]>,
): AsyncGenerator<string> {
  for (let next = 0; next < all.length; next += batch)
    yield (await lines(all.slice(next, next + batch))).join("");
}

type Exported = "users.export" | "cars.export";

/** Who took which list along is in the audit log: it holds addresses and phone numbers. */
function note(
  ctx: Context,
  admin: Actor,
  action: Exported,
  filters: { q?: string | undefined },
  rows: number,
) {
  return adminWrite(ctx, admin, {}, ({ audit }) =>
    audit({ action, kind: "list", targetId: action, label: filters.q ?? "", after: { rows, ...filters } }),
  );
}

/**
 * The whole list to take along, as it was at the start, a piece at a time: it holds its ids while it runs. Throws
 * overloaded while too many are under way.
 */
export async function exportUsers(
  ctx: Context,
  files: CsvFiles,
  admin: Actor,
  { q, role, sort }: UserListQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { db } = ctx;
  const all = await loadUserIds(db, { q, role, sort });
  await note(ctx, admin, "users.export", { q, ...(role !== undefined && { role }) }, all.length);
  return files.open(
    text.userColumns,
    parts(all, (ids) => userLines(db, ids)),
  );
}

/** The same of cars. */
export async function exportCars(
  ctx: Context,
  files: CsvFiles,
  admin: Actor,
  { q, status, owner, sort }: CarListQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { db } = ctx;
  const all = await loadCarIds(db, { q, status, owner, sort });
  const filters = { ...(status !== undefined && { status }), ...(owner !== undefined && { owner }) };
  await note(ctx, admin, "cars.export", { q, ...filters }, all.length);
  return files.open(
    text.carColumns,
    parts(all, (ids) => carLines(db, ids)),
  );
}
