import { findVinEvidence } from "#server/market/vin/vin-evidence.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The car says far less than an earlier listing with its identification number, or said so until the number went. */
export const mileageLowerThanBefore: Signal<"mileage_lower_than_before"> = async ({ db }, { id }) =>
  findVinEvidence(db, id, "mileage_lower_than_before");
