/** What may make a car worth an admin's look, in the order of the filter. A signal accuses nobody. */
export const signalKinds = [
  "photo_of_another_seller",
  "photo_on_many_cars",
  "price_far_below",
  "mileage_lower_than_before",
  "vin_twice",
  "vin_other_make",
  "phone_of_hidden_car",
  "asks_for_money_ahead",
  "many_at_once",
  "became_another_car",
] as const;
export type SignalKind = (typeof signalKinds)[number];

/** Those that go by a car's identification number. What it showed stays when the number is taken away (decision 0055). */
export const vinSignalKinds = [
  "mileage_lower_than_before",
  "vin_twice",
  "vin_other_make",
] as const satisfies readonly SignalKind[];
export type VinSignalKind = (typeof vinSignalKinds)[number];

/** A car as it was called before an edit, and after it. */
export interface CarIdentity {
  readonly brand: string;
  readonly model: string;
  readonly year: number;
}

/**
 * What each signal goes by, as plain values that are stored and shown side by side. Money is whole EUR, mileage km, days
 * are of Europe/Belgrade (2026-11-23). Photos and other cars are named by their ids.
 */
export interface SignalEvidence {
  photo_of_another_seller: {
    readonly photo: string;
    readonly otherPhoto: string;
    readonly otherCarId: string;
    /** Of 256 bits, how many differ. */
    readonly distance: number;
  };
  photo_on_many_cars: {
    readonly photo: string;
    readonly otherPhoto: string;
    readonly otherCarId: string;
    /** On how many cars it is at least, this one included. */
    readonly cars: number;
  };
  price_far_below: {
    readonly price: number;
    readonly estimate: number;
    /** 8 of 10 asking prices lie above this. */
    readonly low: number;
    readonly comparables: number;
  };
  mileage_lower_than_before: {
    readonly mileage: number;
    readonly mileageBefore: number;
    /** The month of the earlier reading: 2024-03. */
    readonly monthBefore: string;
  };
  /** `wasFirst`: this car had the number before the other one. */
  vin_twice: { readonly otherCarId: string; readonly wasFirst: boolean };
  /** `make`: what the number says. */
  vin_other_make: { readonly brand: string; readonly make: string };
  phone_of_hidden_car: {
    /** It may be deleted by now. */
    readonly otherCarId: string;
    readonly hiddenOn: string;
    readonly isSameAccount: boolean;
    /** The seller had a car with the phone before the other one was published. */
    readonly wasBefore: boolean;
  };
  /** The sentences of the description, and of the note on the mileage, that say so, in their order. */
  asks_for_money_ahead: { readonly phrases: readonly string[] };
  many_at_once: { readonly cars: number; readonly hours: number; readonly accountDays: number };
  became_another_car: { readonly before: CarIdentity; readonly after: CarIdentity; readonly on: string };
}

export const reviewDecisions = ["dismiss", "hide", "ask"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** `open` is the queue; `asked` waits for the owner; `closed` is decided, or nothing is left to look at. */
export const reviewStates = ["open", "asked", "closed"] as const;
export type ReviewState = (typeof reviewStates)[number];

export const reviewLimits = {
  maxScore: 100,
  /** From this score on the car's page shows the safety advice. */
  minAdviceScore: 50,
  maxAnswer: 1000,
  /** A question that its owner does not answer comes back to the queue after so many days. */
  maxAnswerDays: 7,
  /** A decision can be undone for so long. */
  maxUndoMinutes: 60,
} as const;
