import { expect, test } from "vitest";
import { confirmedNote } from "./confirmed.ts";

test.each([
  ["2026-11-23T08:00:00Z", "Konfirmuar sot"],
  // Half past eleven at night in Kosovo is the day before.
  ["2026-11-22T22:30:00Z", "Konfirmuar dje"],
  ["2026-11-22T23:30:00Z", "Konfirmuar sot"],
  ["2026-11-09T12:00:00Z", "Konfirmuar para 14 ditësh"],
  ["2026-11-08T12:00:00Z", null],
  ["2026-10-24T12:00:00Z", null],
  ["2026-10-23T12:00:00Z", "Pa u konfirmuar prej 31 ditësh"],
])("a car confirmed at %s is noted on 23 November as %s", (confirmedAt, note) => {
  expect(confirmedNote(confirmedAt, "2026-11-23T10:00:00Z")?.text ?? null).toBe(note);
});

test("days are counted as the calendar of Kosovo has them, summer time included", () => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Belgrade" });
  const calendar = (moment: string) => Date.parse(format.format(new Date(moment))) / 86_400_000;
  const now = "2027-12-31T12:00:00Z";
  for (let hours = 0; hours < 24 * 730; hours += 1) {
    const moment = new Date(Date.parse("2026-01-01T00:30:00Z") + hours * 3_600_000).toISOString();
    const days = calendar(now) - calendar(moment);
    if (days > 30) expect(confirmedNote(moment, now)?.text, moment).toContain(` ${days} `);
    else if (days > 14) expect(confirmedNote(moment, now), moment).toBeNull();
  }
});
