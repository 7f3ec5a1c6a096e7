import { findVinEvidence } from "#server/market/vin/vin-evidence.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The identification number begins with the code of another brand's maker, or began so until it went. */
export const vinOtherMake: Signal<"vin_other_make"> = async ({ db }, { id }) =>
  findVinEvidence(db, id, "vin_other_make");
