import type { DealerPage } from "#contract/dealer-page.ts";
import { type OpenSpan, type OpeningHours, type Weekday, weekdays } from "#domain/dealers/opening-hours.ts";
import { formatPhone } from "#domain/format/format-phone.ts";

/** One day in the form; the second span is what follows a break. */
export interface DayDraft {
  state: "open" | "same" | "closed";
  from: string;
  to: string;
  hasBreak: boolean;
  fromAgain: string;
  toAgain: string;
}

/** What the form of one's public page holds. */
export type PageDraft = { address: string; phone: string; hasHours: boolean } & Record<Weekday, DayDraft>;

const usual: OpenSpan = { from: "09:00", to: "18:00" };
/** What a dealer without hours begins with: typed once for the working days. */
const suggested: OpeningHours = {
  monday: [usual],
  tuesday: [usual],
  wednesday: [usual],
  thursday: [usual],
  friday: [usual],
  saturday: [usual],
  sunday: [],
};

/** The form for a page as it is. Days like the one before them say so. */
export function draftOf({ address, phone, hours }: DealerPage): PageDraft {
  const week = hours ?? suggested;
  return {
    address: address ?? "",
    phone: phone === null ? "" : formatPhone(phone),
    hasHours: hours !== null,
    monday: dayDraft(week, "monday"),
    tuesday: dayDraft(week, "tuesday"),
    wednesday: dayDraft(week, "wednesday"),
    thursday: dayDraft(week, "thursday"),
    friday: dayDraft(week, "friday"),
    saturday: dayDraft(week, "saturday"),
    sunday: dayDraft(week, "sunday"),
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

/** The day above in the form; null for the first. */
export function dayBefore(weekday: Weekday): Weekday | null {
  return weekdays[weekdays.indexOf(weekday) - 1] ?? null;
}

/** What is sent; the contract's schema judges it. */
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
  return {
    monday: spansOf("monday"),
    tuesday: spansOf("tuesday"),
    wednesday: spansOf("wednesday"),
    thursday: spansOf("thursday"),
    friday: spansOf("friday"),
    saturday: spansOf("saturday"),
    sunday: spansOf("sunday"),
  };
}

const noon: OpenSpan = { from: "12:00", to: "13:00" };

/** A day with a break: around noon where it is open then, else the rest is left to be typed. */
export function withBreak(day: DayDraft): DayDraft {
  const fits = day.from < noon.from && day.to > noon.to;
  return fits
    ? { ...day, hasBreak: true, to: noon.from, fromAgain: noon.to, toAgain: day.to }
    : { ...day, hasBreak: true, fromAgain: "", toAgain: "" };
}

/** A day without its break: open from the first opening to the last closing. */
export function withoutBreak(day: DayDraft): DayDraft {
  return { ...day, hasBreak: false, to: day.toAgain === "" ? day.to : day.toAgain };
}
