import { findVinEvidence } from "#server/market/vin/vin-evidence.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** Other cars on sale have the same identification number, or had it until this one's went. */
export const vinTwice: Signal<"vin_twice"> = async ({ db }, { id }) => findVinEvidence(db, id, "vin_twice");
