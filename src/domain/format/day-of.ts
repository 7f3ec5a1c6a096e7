const inKosovo = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Belgrade" });

/** The day in Kosovo, "2026-11-23". */
export function dayOf(moment: Date): string {
  return inKosovo.format(moment);
}

/** "2026-11-21" -> "21.11." */
export function dayText(day: string): string {
  const [, month = "", date = ""] = day.split("-");
  return `${date}.${month}.`;
}

/** The current month in Kosovo, YYYY-MM. */
export function presentMonth(): string {
  return inKosovo.format(new Date()).slice(0, 7);
}
