const kosovoMoment = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Belgrade",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A moment in Kosovo to the minute: "03.08.2026, 14:05". */
export function formatMoment(moment: string): string {
  return kosovoMoment.format(new Date(moment)).replaceAll("/", ".");
}

/** "2026-11-21" as people write it, "21.11.2026". */
export function formatDay(day: string): string {
  return day.split("-").toReversed().join(".");
}

/** Today in Kosovo, less so many days, as YYYY-MM-DD. */
export function daysAgo(days: number, now: Date): string {
  const [day = "", month = "", year = ""] = kosovoMoment.format(now).slice(0, 10).split("/");
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - days));
  return date.toISOString().slice(0, 10);
}
