export const statLimits = {
  /** So many days are answered, with today; 30 unless asked otherwise. */
  usualDays: 30,
  maxDays: 365,
  /** What is usual is said from so many comparables on. */
  minComparables: 3,
} as const;
