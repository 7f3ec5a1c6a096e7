export const statLimits = {
  /** So many days are answered, with today; 30 unless asked otherwise. */
  usualDays: 30,
  mostDays: 365,
  /** What is usual is said from so many comparables on. */
  leastComparables: 3,
} as const;
