import type { DealerPage } from "#contract/dealer-page.ts";
import { type OpenSpan, type OpeningHours, type Weekday, weekdays } from "#domain/dealers/opening-hours.ts";
import { formatPhone } from "#domain/format/format-phone.ts";

/** One day in the form; the second span begins after a break. */
export interface DayDraft {
  state: "open" | "same" | "closed";
  from: string;
  to: string;
  hasBreak: boolean;
  fromAgain: string;
  toAgain: string;
}

/** The form's values for the dealer's public page. */
export type PageDraft = { address: string; phone: string; hasHours: boolean } & Record<Weekday, DayDraft>;

const usual: OpenSpan = { from: "09:00", to: "18:00" };
/** Initial values for a dealer without hours. */
const suggested: OpeningHours = eachDay((weekday) => (weekday === "sunday" ? [] : [usual]));

function eachDay<Value>(valueOf: (weekday: Weekday) => Value): Record<Weekday, Value> {
  return {
    monday: valueOf("monday"),
    tuesday: valueOf("tuesday"),
    wednesday: valueOf("wednesday"),
    thursday: valueOf("thursday"),
    friday: valueOf("friday"),
    saturday: valueOf("saturday"),
    sunday: valueOf("sunday"),
  };
}

/** The form's values for a page. A day equal to the one before is "same". */
export function draftOf({ address, phone, hours }: DealerPage): PageDraft {
  const week = hours ?? suggested;
  return {
    address: address ?? "",
    phone: phone === null ? "" : formatPhone(phone),
    hasHours: hours !== null,
    ...eachDay((weekday) => dayDraft(week, weekday)),
  };
}

function dayDraft(week: OpeningHours, weekday: Weekday): DayDraft {
  const spans = week[weekday];
  const before = dayBefore(weekday);
  const isSame = before !== null && JSON.stringify(spans) === JSON.stringify(week[before]);
  const [first = usual, second] = spans;
  return {
    state: spans.length === 0 ? "closed" : isSame ? "same" : "open",
    from: first.from,
    to: first.to,
    hasBreak: second !== undefined,
    fromAgain: second?.from ?? "",
    toAgain: second?.to ?? "",
  };
}

/** The previous day in the form; null for the first. */
export function dayBefore(weekday: Weekday): Weekday | null {
  return weekdays[weekdays.indexOf(weekday) - 1] ?? null;
}

/** The body of the call; the contract's schema validates it. */
export function bodyOf(draft: PageDraft): DealerPage {
  return { address: draft.address, phone: draft.phone, hours: draft.hasHours ? hoursOf(draft) : null };
}

function hoursOf(draft: PageDraft): OpeningHours {
  const spansOf = (weekday: Weekday): OpenSpan[] => {
    const { state, from, to, hasBreak, fromAgain, toAgain } = draft[weekday];
    const before = dayBefore(weekday);
    if (state === "same" && before !== null) return spansOf(before);
    if (state === "closed") return [];
    const first = { from, to };
    return hasBreak ? [first, { from: fromAgain, to: toAgain }] : [first];
  };
  return eachDay(spansOf);
}

const noon: OpenSpan = { from: "12:00", to: "13:00" };

/** Adds a break: around noon if the day is open then, else the second span stays empty. */
export function withBreak(day: DayDraft): DayDraft {
  const fits = day.from < noon.from && day.to > noon.to;
  return fits
    ? { ...day, hasBreak: true, to: noon.from, fromAgain: noon.to, toAgain: day.to }
    : { ...day, hasBreak: true, fromAgain: "", toAgain: "" };
}

/** Removes the break: open from the first opening to the last closing. */
export function withoutBreak(day: DayDraft): DayDraft {
  return { ...day, hasBreak: false, to: day.toAgain === "" ? day.to : day.toAgain };
}
