import type { ImportFault, ListedImport } from "#contract/imports.ts";
import type { ImportRecord } from "./imports.queries.ts";

/** An import as the list of them shows it. */
export function presentImport(row: ImportRecord): ListedImport {
  return {
    id: row.id,
    status: row.status,
    source: row.source,
    format: row.format,
    rows: row.row_count,
    summary: {
      create: row.create_count,
      update: row.update_count,
      unchanged: row.unchanged_count,
      archive: row.missing_count,
      faulty: row.faulty_count,
    },
    faultCount: row.fault_count,
    progress: { done: row.done, total: row.total },
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    revertible: row.is_revertible,
    revertAskedAt: row.revert_asked_at?.toISOString() ?? null,
  };
}

/** A fault as answers show it. */
export function presentFault({ row, column, value, code, message }: ImportFault): ImportFault {
  return { row, column, value, code, message };
}
