export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof weekdays)[number];

/** Times of the clock on the wall in Kosovo, "09:00"; `to` may be "24:00". */
export interface OpenSpan {
  readonly from: string;
  readonly to: string;
}

/** When a dealer is there: at most two spans a day, in order; a day without any is closed. */
export type OpeningHours = Readonly<Record<Weekday, OpenSpan[]>>;

export const maxSpansADay = 2;

const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const midnight = "24:00";

export type DayFault = "time" | "order" | "overlap";

/**
 * What is wrong with a day's spans; null for nothing. A span ends at midnight at the latest: what goes on after it is the
 * next day's first span. Spans may touch.
 */
export function faultOfDay(spans: readonly OpenSpan[]): DayFault | null {
  for (const { from, to } of spans) {
    if (!time.test(from) || !(time.test(to) || to === midnight)) return "time";
  }
  // Times of the same length: their order as texts is that of the day.
  if (spans.some(({ from, to }) => from >= to)) return "order";
  return spans.some(({ from }, i) => i > 0 && from < (spans[i - 1]?.to ?? "")) ? "overlap" : null;
}

/** Whether a dealer is there at a moment, and what comes next. */
export interface OpenState {
  readonly isOpen: boolean;
  /** The day it is, in Kosovo. */
  readonly today: Weekday;
  /** When that ends: in so many days, 0 being today. Null where it never does. */
  readonly until: { readonly days: number; readonly weekday: Weekday; readonly time: string } | null;
}

const dayMinutes = 24 * 60;
const weekMinutes = weekdays.length * dayMinutes;

/**
 * Whether it is open now, by the clock on the wall in Kosovo (Europe/Belgrade): of an hour that the clocks skip or repeat
 * counts what they show.
 */
export function openState(hours: OpeningHours, now: Date): OpenState {
  const at = minuteOfWeek(now);
  const today = weekdays[Math.floor(at / dayMinutes)] ?? "monday";
  const spans = weekdays.flatMap((weekday, day) =>
    hours[weekday].map(({ from, to }) => ({
      start: day * dayMinutes + minuteOf(from),
      end: day * dayMinutes + minuteOf(to),
    })),
  );
  const present = spans.find(({ start, end }) => start <= at && at < end);
  if (present === undefined) {
    const [first] = spans;
    const next = spans.find(({ start }) => start > at)?.start ?? (first && first.start + weekMinutes);
    return { isOpen: false, today, until: next === undefined ? null : momentOf(next, at, "start") };
  }
  let { end } = present;
  // Spans that touch are one, over midnight and the week's turn, too.
  for (;;) {
    const next = spans.find(({ start }) => start === end % weekMinutes);
    if (next === undefined) return { isOpen: true, today, until: momentOf(end, at, "end") };
    end += next.end - next.start;
    if (end - at > weekMinutes) return { isOpen: true, today, until: null };
  }
}

/** A minute from this week's Monday on, as people say it; a day that ends does so at 24:00. */
function momentOf(minute: number, at: number, side: "start" | "end"): OpenState["until"] {
  const isMidnight = side === "end" && minute % dayMinutes === 0;
  const day = Math.floor(minute / dayMinutes) - (isMidnight ? 1 : 0);
  const rest = minute - day * dayMinutes;
  return {
    days: day - Math.floor(at / dayMinutes),
    weekday: weekdays[day % weekdays.length] ?? "monday",
    time: `${String(Math.floor(rest / 60)).padStart(2, "0")}:${String(rest % 60).padStart(2, "0")}`,
  };
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

// Made when it is first asked for: a browser takes ten milliseconds and more for it.
let wall: Intl.DateTimeFormat | undefined;

/** Minutes since Monday began, by the clock on the wall in Kosovo. */
function minuteOfWeek(moment: Date): number {
  wall ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Belgrade",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(wall.formatToParts(moment).map(({ type, value }) => [type, value]));
  const day = weekdays.findIndex((weekday) => weekday === parts.get("weekday")?.toLowerCase());
  return day * dayMinutes + Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
}
