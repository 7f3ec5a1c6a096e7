import { confirmationRules } from "#domain/cars/confirmation.ts";
import { formatDate } from "#domain/format/format.ts";

/** When a car's owner last confirmed it, as cards and pages say it; apart from the other texts, because every list has it. */
const confirmedMessages = {
  today: "Konfirmuar sot",
  yesterday: "Konfirmuar dje",
  daysAgo: (days: number) => `Konfirmuar para ${days} ditësh`,
  notSince: (days: number) => `Pa u konfirmuar prej ${days} ditësh`,
} as const;

/** A number that is one more for each day in Kosovo. */
function dayNumber(moment: string): number {
  const [day, month, year] = formatDate(moment).split(".").map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day) / 86_400_000;
}

/**
 * What people read of a car's last confirmation, by days as they are in Kosovo; null where nothing is said: neither fresh
 * nor stale (specification.md#freshness).
 */
export function confirmedNote(
  confirmedAt: string,
  now: string,
): { readonly text: string; readonly isStale: boolean } | null {
  const days = Math.max(0, dayNumber(now) - dayNumber(confirmedAt));
  const { today, yesterday, daysAgo, notSince } = confirmedMessages;
  if (days > confirmationRules.staleDays) return { text: notSince(days), isStale: true };
  if (days > confirmationRules.freshDays) return null;
  return { text: days === 0 ? today : days === 1 ? yesterday : daysAgo(days), isStale: false };
}
