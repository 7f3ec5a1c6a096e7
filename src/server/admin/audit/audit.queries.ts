import type { Transaction } from "kysely";
import type { Actor } from "#domain/accounts/actor.ts";
import type { AuditAction, AuditTarget } from "#domain/admin/audit.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";

/** The acting admin, whose rights are locked until the transaction ends. */
export interface ActingAdmin {
  readonly id: string;
  readonly email: string;
}

/**
 * Refuses an admin who was demoted since the request began. Call it first in every admin's writing transaction:
 * no demotion can happen during it. Throws forbidden.
 */
export async function lockAdmin(trx: Transaction<DB>, actor: Actor): Promise<ActingAdmin> {
  const row = await trx
    .selectFrom("users")
    .select(["id", "email"])
    .where("id", "=", actor.id)
    .where("is_admin", "=", true)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("forbidden");
  return row;
}

type Facts = Readonly<Record<string, unknown>>;

export interface AuditRecord {
  readonly action: AuditAction;
  readonly kind: AuditTarget;
  readonly targetId: string;
  /** The target's label: a name, an e-mail, a car. */
  readonly label: string;
  readonly before?: Facts | null;
  readonly after?: Facts | null;
  /** The admin's reason; stored in `after`. */
  readonly reason?: string | null;
}

function json(facts: Facts | null | undefined): string | null {
  return facts === null || facts === undefined ? null : JSON.stringify(facts);
}

/**
 * Writes an admin's action in its own transaction. Fields are stored as passed: select them, never pass a whole
 * row.
 */
export async function writeAudit(
  trx: Transaction<DB>,
  admin: ActingAdmin,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await trx
    .insertInto("audit_log")
    .values(
      records.map(({ action, kind, targetId, label, before, after, reason = null }) => ({
        actor_id: admin.id,
        actor_email: admin.email,
        action,
        target_kind: kind,
        target_id: targetId,
        target_label: label.slice(0, 300),
        before: json(before),
        after: json(reason === null ? after : { ...after, reason }),
      })),
    )
    .execute();
}

/** The different fields of two states of a record; null if there are none. */
export function changes(before: Facts, after: Facts): { before: Facts; after: Facts } | null {
  const changed = Object.keys(after).filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return null;
  const pick = (facts: Facts) => Object.fromEntries(changed.map((key) => [key, facts[key]]));
  return { before: pick(before), after: pick(after) };
}
