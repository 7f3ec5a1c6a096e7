export const statLimits = {
  /** Days in an answer, with today; 30 by default. */
  usualDays: 30,
  maxDays: 365,
  /** Minimum of comparables for the usual figures. */
  minComparables: 3,
} as const;
