import { type SignalEvidence, type SignalKind, signalKinds } from "#domain/admin/review-signals.ts";
import { evidenceKey, weightOf } from "#domain/review/signals.ts";
import type { ReviewSubject, Signal, SignalContext } from "#server/admin/review/signal.ts";
import { asksForMoneyAhead } from "./asks-for-money-ahead.ts";
import { becameAnotherCar } from "./became-another-car.queries.ts";
import { manyAtOnce } from "./many-at-once.queries.ts";
import { mileageLowerThanBefore } from "./mileage-lower-than-before.ts";
import { phoneOfHiddenCar } from "./phone-of-hidden-car.queries.ts";
import { photoOfAnotherSeller } from "./photo-of-another-seller.queries.ts";
import { photoOnManyCars } from "./photo-on-many-cars.queries.ts";
import { priceFarBelow } from "./price-far-below.ts";
import { vinOtherMake } from "./vin-other-make.ts";
import { vinTwice } from "./vin-twice.ts";

/** What finds each kind of signal. */
const signals: { readonly [Kind in SignalKind]: Signal<Kind> } = {
  photo_of_another_seller: photoOfAnotherSeller,
  photo_on_many_cars: photoOnManyCars,
  price_far_below: priceFarBelow,
  mileage_lower_than_before: mileageLowerThanBefore,
  vin_twice: vinTwice,
  vin_other_make: vinOtherMake,
  phone_of_hidden_car: phoneOfHiddenCar,
  asks_for_money_ahead: asksForMoneyAhead,
  many_at_once: manyAtOnce,
  became_another_car: becameAnotherCar,
};

/** A signal as it is stored: `key` is the same for the same evidence. */
export interface FoundSignal<Kind extends SignalKind = SignalKind> {
  readonly kind: Kind;
  readonly key: string;
  readonly weight: number;
  readonly evidence: SignalEvidence[Kind];
}

async function look<Kind extends SignalKind>(
  ctx: SignalContext,
  car: ReviewSubject,
  kind: Kind,
): Promise<FoundSignal<Kind> | null> {
  const find: Signal<Kind> = signals[kind];
  const evidence = await find(ctx, car);
  if (evidence === null) return null;
  return { kind, key: evidenceKey(kind, evidence), weight: weightOf(kind, evidence), evidence };
}

/** All that is found about a car on sale, one signal a kind at most. */
export async function findSignals(ctx: SignalContext, car: ReviewSubject): Promise<FoundSignal[]> {
  const found: FoundSignal[] = [];
  for (const kind of signalKinds) {
    const signal = await look(ctx, car, kind);
    if (signal !== null) found.push(signal);
  }
  return found;
}
