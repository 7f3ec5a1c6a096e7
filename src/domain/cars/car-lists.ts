/** Closed lists of values, as the API has them (specification.md#validation). */

export const carTypes = [
  "Sedan",
  "SUV",
  "Hatchback",
  "Coupe",
  "Convertible",
  "Pickup",
  "Van",
  "Wagon",
] as const;
export type CarType = (typeof carTypes)[number];

export const fuels = ["Benzinë", "Diesel", "Hybrid", "Elektrik", "GPL"] as const;
export type Fuel = (typeof fuels)[number];

export const origins = ["Evropë", "Koreja", "Japoni", "Amerika", "Kinë"] as const;
export type Origin = (typeof origins)[number];

export const transmissions = ["Manual", "Automatik"] as const;
export type Transmission = (typeof transmissions)[number];

export const conditions = ["E re", "Shumë e mirë", "E mirë", "E kënaqshme"] as const;
export type Condition = (typeof conditions)[number];

/** Pairs, because buyers do not distinguish them: the last door is the tailgate. */
export const doorCounts = ["2/3", "4/5"] as const;

export const defaultTransmission: Transmission = "Manual";
export const defaultCondition: Condition = "Shumë e mirë";
