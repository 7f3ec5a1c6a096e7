import { type Kysely, sql, type Transaction } from "kysely";
import type { Settings } from "#domain/settings/settings.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The newest version; undefined before the first start. */
export async function loadNewest(db: Kysely<DB>) {
  return db
    .selectFrom("settings_versions")
    .leftJoin("users", "users.id", "changed_by")
    .select(["settings_versions.version", "settings", "changed_at", "users.email as changed_by"])
    .orderBy("settings_versions.version", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Serialises saving: the next version follows the one that was read. Reads continue meanwhile. */
export async function lockVersions(trx: Transaction<DB>): Promise<void> {
  await sql`lock table settings_versions in share row exclusive mode`.execute(trx);
}

export async function insertVersion(
  trx: Transaction<DB>,
  version: number,
  settings: Settings,
  by: { id: string; reason: string | null } | null,
) {
  return trx
    .insertInto("settings_versions")
    .values({
      version,
      settings: JSON.stringify(settings),
      changed_by: by?.id ?? null,
      reason: by?.reason ?? null,
    })
    .returning("changed_at")
    .executeTakeFirstOrThrow();
}
