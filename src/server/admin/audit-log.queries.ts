import { type Kysely, sql } from "kysely";
import type { AuditEntry, AuditQuery } from "#contract/admin-watch.ts";
import { retention } from "#domain/privacy/retention.ts";
import { readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { containing } from "#server/platform/db/search-words.ts";

/** Admin writes, newest first, with the exact total. */
export async function loadAudit(
  db: Kysely<DB>,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { who, action, target, q, from, to } = query;
  let selection = db.selectFrom("audit_log");
  if (who !== undefined && who !== "") selection = selection.where("actor_email", "ilike", containing(who));
  if (action !== undefined) selection = selection.where("action", "=", action);
  if (target !== undefined) selection = selection.where("target_kind", "=", target);
  if (q !== undefined && q !== "")
    selection = selection.where((eb) =>
      eb.or([eb("target_label", "ilike", containing(q)), eb("target_id", "=", q.toLowerCase())]),
    );
  if (from !== undefined)
    selection = selection.where(
      "at",
      ">=",
      sql<Date>`${from}::date::timestamp at time zone 'Europe/Belgrade'`,
    );
  if (to !== undefined)
    selection = selection.where(
      "at",
      "<",
      sql<Date>`(${to}::date + 1)::timestamp at time zone 'Europe/Belgrade'`,
    );
  const { rows, total } = await readPage(db, selection.selectAll().orderBy("id", "desc"), query);
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    who: { _id: row.actor_id, email: row.actor_email },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, label: row.target_label },
    before: row.before,
    after: row.after,
  }));
  return { entries, total };
}

/** Deletes entries older than two years: they have personal data and no further use. */
export async function sweepAudit(db: Kysely<DB>): Promise<void> {
  await sql`delete from audit_log where at < now() - make_interval(years => ${retention.auditYears})`.execute(
    db,
  );
}
