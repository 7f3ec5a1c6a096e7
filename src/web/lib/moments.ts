import { dayOf } from "#domain/format/day-of.ts";

const kosovoMoment = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Belgrade",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A time in Kosovo to the minute: "03.08.2026, 14:05". */
export function formatMoment(moment: string): string {
  return kosovoMoment.format(new Date(moment)).replaceAll("/", ".");
}

/** The day that many days ago in Kosovo, as YYYY-MM-DD. */
export function daysAgo(days: number, now: Date): string {
  return new Date(Date.parse(dayOf(now)) - days * 86_400_000).toISOString().slice(0, 10);
}
