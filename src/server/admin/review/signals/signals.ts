import { createHash } from "node:crypto";
import { type SignalEvidence, type SignalKind, signalKinds } from "#domain/admin/review-signals.ts";
import { evidenceKey, weightOf } from "#domain/review/signals.ts";
import type { ReviewSubject, Signal, SignalContext } from "#server/admin/review/signal.ts";
import { AppError } from "#server/http/app-error.ts";
import { findVinEvidence } from "#server/market/vin/vin-evidence.queries.ts";
import { isInterruption } from "#server/platform/jobs/jobs.ts";
import { asksForMoneyAhead } from "./asks-for-money-ahead.ts";
import { becameAnotherCar } from "./became-another-car.queries.ts";
import { manyAtOnce } from "./many-at-once.queries.ts";
import { phoneOfHiddenCar } from "./phone-of-hidden-car.queries.ts";
import { photoOfAnotherSeller } from "./photo-of-another-seller.queries.ts";
import { photoOnManyCars } from "./photo-on-many-cars.queries.ts";
import { priceFarBelow } from "./price-far-below.ts";

/** What finds each kind of signal. */
const signals: { readonly [Kind in SignalKind]: Signal<Kind> } = {
  photo_of_another_seller: photoOfAnotherSeller,
  photo_on_many_cars: photoOnManyCars,
  price_far_below: priceFarBelow,
  mileage_lower_than_before: ({ db }, { id }) => findVinEvidence(db, id, "mileage_lower_than_before"),
  vin_twice: ({ db }, { id }) => findVinEvidence(db, id, "vin_twice"),
  vin_other_make: ({ db }, { id }) => findVinEvidence(db, id, "vin_other_make"),
  phone_of_hidden_car: phoneOfHiddenCar,
  asks_for_money_ahead: asksForMoneyAhead,
  many_at_once: manyAtOnce,
  became_another_car: becameAnotherCar,
};

/** A signal as it is stored: `fingerprint` is the same for the same evidence. */
export interface FoundSignal<Kind extends SignalKind = SignalKind> {
  readonly kind: Kind;
  readonly fingerprint: string;
  readonly weight: number;
  readonly evidence: SignalEvidence[Kind];
}

/** What was found about a car, and why kinds could not be looked at. */
export interface FoundSignals {
  readonly found: readonly FoundSignal[];
  readonly failed: ReadonlyMap<SignalKind, unknown>;
}

/**
 * Of a kind the heaviest evidence that nobody has dismissed, so that neither a decoy nor a decision hides it, and what was
 * dismissed and still holds.
 */
async function look<Kind extends SignalKind>(
  ctx: SignalContext,
  car: ReviewSubject,
  kind: Kind,
  isDismissed: (signal: FoundSignal) => boolean,
): Promise<FoundSignal<Kind>[]> {
  const find: Signal<Kind> = signals[kind];
  const found = (await find(ctx, car))
    .map((evidence) => ({
      kind,
      fingerprint: createHash("sha256").update(evidenceKey(kind, evidence)).digest("base64url"),
      weight: weightOf(kind, evidence),
      evidence,
    }))
    .toSorted((a, b) => b.weight - a.weight);
  const counted = found.find((signal) => !isDismissed(signal));
  return found.filter((signal) => signal === counted || isDismissed(signal));
}

/**
 * All that is found about a car on sale. A kind that fails holds up no other. Throws an AppError of a car that is gone
 * meanwhile.
 */
export async function findSignals(
  ctx: SignalContext,
  car: ReviewSubject,
  isDismissed: (signal: FoundSignal) => boolean,
): Promise<FoundSignals> {
  const found: FoundSignal[] = [];
  const failed = new Map<SignalKind, unknown>();
  for (const kind of signalKinds) {
    try {
      found.push(...(await look(ctx, car, kind, isDismissed)));
    } catch (error) {
      if (error instanceof AppError || isInterruption(error)) throw error;
      failed.set(kind, error);
    }
  }
  return { found, failed };
}
