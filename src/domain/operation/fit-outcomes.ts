/** How a try to learn prices ends: only one that is taken replaces the fit before. */
export const priceFitOutcomes = ["taken", "worse", "few_data"] as const;
export type PriceFitOutcome = (typeof priceFitOutcomes)[number];
