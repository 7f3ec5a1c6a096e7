import { reviewLimits, type SignalEvidence, type SignalKind } from "#domain/admin/review-signals.ts";
import { signalTexts } from "#domain/messages/review.ts";
import { priceWeight } from "./price-bounds.ts";

interface SignalRow<Kind extends SignalKind> {
  /** What it adds to a car's score; 100 is the most that a car has. */
  readonly weight: number | ((evidence: SignalEvidence[Kind]) => number);
  /** Evidence of which this is the same is the same evidence: what was dismissed does not come again for it. */
  readonly same: (evidence: SignalEvidence[Kind]) => readonly (string | number)[];
}

/** Every kind of signal. Its text stands in domain/messages/review.ts, what finds it in server/admin/review/signals. */
const rows: { readonly [Kind in SignalKind]: SignalRow<Kind> } = {
  photo_of_another_seller: { weight: 60, same: ({ photo, otherPhoto }) => [photo, otherPhoto] },
  // Pictures of brochures are on many honest cars.
  photo_on_many_cars: { weight: 15, same: ({ photo }) => [photo] },
  // The estimate moves with every fit, the price only when its owner changes it.
  price_far_below: { weight: priceWeight, same: ({ price }) => [price] },
  mileage_lower_than_before: {
    weight: 50,
    same: ({ mileage, mileageBefore }) => [mileage, mileageBefore],
  },
  // Anybody can type another car's number: the car that had it first is not warned of.
  vin_twice: { weight: ({ wasFirst }) => (wasFirst ? 25 : 50), same: ({ otherCarId }) => [otherCarId] },
  vin_other_make: { weight: 30, same: ({ brand, make }) => [brand, make] },
  // Anybody can type another seller's phone: nor are cars of who sold with it before.
  phone_of_hidden_car: {
    weight: ({ isSameAccount, wasBefore }) => (wasBefore && !isSameAccount ? 25 : 50),
    same: ({ otherCarId }) => [otherCarId],
  },
  asks_for_money_ahead: { weight: 50, same: ({ phrases }) => phrases.map((phrase) => phrase.toLowerCase()) },
  // A burst that grows by one is no news, one that has doubled is.
  many_at_once: { weight: 25, same: ({ cars }) => [Math.floor(Math.log2(cars))] },
  became_another_car: {
    weight: 40,
    same: ({ before, after }) => [before, after].flatMap(({ brand, model, year }) => [brand, model, year]),
  },
};

function rowOf<Kind extends SignalKind>(kind: Kind): SignalRow<Kind> {
  return rows[kind];
}

/** What one signal adds to the score. */
export function weightOf<Kind extends SignalKind>(kind: Kind, evidence: SignalEvidence[Kind]): number {
  const { weight } = rowOf(kind);
  return typeof weight === "number" ? weight : weight(evidence);
}

/** What the evidence of a kind is told apart by: equal for the same evidence. */
export function evidenceKey<Kind extends SignalKind>(kind: Kind, evidence: SignalEvidence[Kind]): string {
  return JSON.stringify(rowOf(kind).same(evidence));
}

/** The sentence in which an admin reads what the evidence shows. */
export function textOf<Kind extends SignalKind>(kind: Kind, evidence: SignalEvidence[Kind]): string {
  const texts: { readonly [Each in SignalKind]: (evidence: SignalEvidence[Each]) => string } = signalTexts;
  return texts[kind](evidence);
}

/** The score of a car with signals of these weights, 0 to 100. It orders the queue and never hides a car. */
export function scoreOf(weights: readonly number[]): number {
  return Math.min(
    weights.reduce((sum, weight) => sum + weight, 0),
    reviewLimits.maxScore,
  );
}

/** Whether the page of a car with this score says how to buy safely. */
export function showsAdvice(score: number): boolean {
  return score >= reviewLimits.minAdviceScore;
}
