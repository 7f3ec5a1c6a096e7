/** Results of fitting the price model: only an accepted one replaces the previous fit. */
export const priceFitOutcomes = ["taken", "worse", "few_data"] as const;
export type PriceFitOutcome = (typeof priceFitOutcomes)[number];
