import { statLimits } from "#domain/statistics/stat-limits.ts";

/** How often a car was shown, opened and asked about. */
export const statisticsMessages = {
  daysInvalid: `Zgjidhni prej 1 deri në ${statLimits.mostDays} ditë.`,
  kindUnknown: "Ky veprim nuk njihet.",
} as const;
