import type { Kysely } from "kysely";
import type { CarListQuery, UserListQuery } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatDate } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { inOrder } from "#server/platform/db/in-order.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { CsvFiles } from "./csv-files.ts";
import { csvLine } from "./csv.ts";
import { loadExportedCars, loadExportedUsers } from "./export-lists.queries.ts";
import { loadCarIds, loadUserIds } from "./lists.queries.ts";

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

export interface ListExports {
  /** The list as a CSV file, streamed. Throws overloaded if too many are in progress. */
  users(admin: Actor, question: UserListQuery): Promise<ReadableStream<Uint8Array>>;
  cars(admin: Actor, question: CarListQuery): Promise<ReadableStream<Uint8Array>>;
}

async function* parts(
  all: readonly string[],
  lines: (ids: readonly string[]) => Promise<string[]>,
): AsyncGenerator<string> {
  for (let next = 0; next < all.length; next += batch)
    yield (await lines(all.slice(next, next + batch))).join("");
}

/**
 * Whole lists as files, as of their start: each holds its ids while it runs. Each is in the audit log, because
 * it has addresses and phone numbers.
 */
export function createListExports({
  db,
  files,
}: {
  readonly db: Kysely<DB>;
  readonly files: CsvFiles;
}): ListExports {
  async function start(
    admin: Actor,
    action: "users.export" | "cars.export",
    question: { readonly q?: string | undefined },
    rows: number,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const acting = await lockAdmin(trx, admin);
      await writeAudit(trx, acting, [
        {
          action,
          kind: "list",
          targetId: action,
          label: question.q ?? "",
          after: { rows, ...question },
        },
      ]);
    });
  }

  return {
    users: async (admin, { q, role, sort }) => {
      const all = await loadUserIds(db, { q, role, sort });
      await start(admin, "users.export", { q, ...(role === undefined ? {} : { role }) }, all.length);
      return files.open(
        text.userColumns,
        parts(all, (ids) => userLines(db, ids)),
      );
    },
    cars: async (admin, { q, status, owner, sort }) => {
      const all = await loadCarIds(db, { q, status, owner, sort });
      const filters = {
        ...(status === undefined ? {} : { status }),
        ...(owner === undefined ? {} : { owner }),
      };
      await start(admin, "cars.export", { q, ...filters }, all.length);
      return files.open(
        text.carColumns,
        parts(all, (ids) => carLines(db, ids)),
      );
    },
  };
}
