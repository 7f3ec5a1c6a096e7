import type { Transaction } from "kysely";
import type { Actor } from "#domain/accounts/actor.ts";
import {
  type ActingAdmin,
  type AuditRecord,
  lockAdmin,
  writeAudit,
} from "#server/admin/audit/audit.queries.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { type OwnerNotice, queueOwnerMails } from "./owner-mails.commands.ts";

/** What a write of an admin works with. */
export interface AdminWrite {
  readonly trx: Transaction<DB>;
  readonly acting: ActingAdmin;
  readonly addJob: AddJob;
  /** For the owner's mail and the audit log; null for none. */
  readonly reason: string | null;
  /** Writes what was done into the audit log, with the reason unless a record has its own. */
  readonly audit: (...records: readonly AuditRecord[]) => Promise<void>;
  /** Queues mails to the owners of what was changed, with the reason. */
  readonly mail: (...notices: readonly OwnerNotice[]) => Promise<void>;
}

interface AdminWriteOptions {
  readonly reason?: string | null | undefined;
  /** Names a deletion that takes several transactions: an owner gets one mail about all of them. */
  readonly bulk?: string;
  /** Takes advisory locks, which come before any row. */
  readonly lockFirst?: (trx: Transaction<DB>) => Promise<void>;
}

/**
 * A write of an admin: one transaction that begins with the admin's own right, and in which `work` changes the records,
 * writes the audit log and queues the mails. Throws forbidden where the right was taken away meanwhile.
 */
export function adminWrite<Result>(
  { db, addJob }: Pick<Context, "db" | "addJob">,
  admin: Actor,
  { reason = null, bulk, lockFirst }: AdminWriteOptions,
  work: (write: AdminWrite) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockFirst?.(trx);
    const acting = await lockAdmin(trx, admin);
    const told = bulk === undefined ? { reason } : { reason, bulk };
    return work({
      trx,
      acting,
      addJob,
      reason,
      audit: (...records) =>
        writeAudit(
          trx,
          acting,
          records.map((record) => Object.assign({ reason }, record)),
        ),
      mail: (...notices) => queueOwnerMails(trx, addJob, acting, notices, told),
    });
  });
}
