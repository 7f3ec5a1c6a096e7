import { confirmationRules } from "#domain/cars/confirmation.ts";

/** When a car's owner last confirmed it. Separate from the other texts, because every list has it. */
const confirmedMessages = {
  today: "Konfirmuar sot",
  yesterday: "Konfirmuar dje",
  daysAgo: (days: number) => `Konfirmuar para ${days} ditësh`,
  notSince: (days: number) => `Pa u konfirmuar prej ${days} ditësh`,
} as const;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** 01:00 UTC on the last Sunday of a month (from 0): when the clocks change. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * dayMs;
}

/**
 * A day number in Kosovo's time. It computes summer time itself, because creating a date format takes a browser
 * ten milliseconds, and every list of cars needs this.
 */
function dayNumber(moment: string): number {
  const time = Date.parse(moment);
  const year = new Date(time).getUTCFullYear();
  const isSummer = time >= clockChange(year, 2) && time < clockChange(year, 9);
  return Math.floor((time + (isSummer ? 2 : 1) * hourMs) / dayMs);
}

/**
 * The text about a car's last confirmation, by Kosovo's calendar days; null if neither fresh nor stale
 * (specification.md#freshness).
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
