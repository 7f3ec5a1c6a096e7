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

/** Wall-clock times in Kosovo, "09:00"; `to` may be "24:00". */
export interface OpenSpan {
  readonly from: string;
  readonly to: string;
}

/** A dealer's opening hours: at most two spans a day, in order; a day without spans is closed. */
export type OpeningHours = Readonly<Record<Weekday, OpenSpan[]>>;

export const maxSpansADay = 2;

const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const midnight = "24:00";

export type DayFault = "time" | "order" | "overlap";

/**
 * What is wrong with a day's spans; null if nothing. A span ends at midnight at the latest: what continues is
 * the next day's first span. Spans may touch.
 */
export function faultOfDay(spans: readonly OpenSpan[]): DayFault | null {
  for (const { from, to } of spans) {
    if (!time.test(from) || !(time.test(to) || to === midnight)) return "time";
  }
  // All have the same length, so their order as strings is that of the day.
  if (spans.some(({ from, to }) => from >= to)) return "order";
  return spans.some(({ from }, i) => i > 0 && from < (spans[i - 1]?.to ?? "")) ? "overlap" : null;
}

/** Whether a dealer is open at a moment, and when that changes. */
export interface OpenState {
  readonly isOpen: boolean;
  /** Today in Kosovo. */
  readonly today: Weekday;
  /** When that ends: in so many days, 0 for today. Null if it never does. */
  readonly until: { readonly days: number; readonly weekday: Weekday; readonly time: string } | null;
}

const dayMinutes = 24 * 60;
const weekMinutes = weekdays.length * dayMinutes;

/**
 * Whether it is open now by the wall clock in Kosovo (Europe/Belgrade). In skipped or repeated hours the
 * clock's display counts.
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
  // Touching spans are one, also over midnight and the end of the week.
  for (;;) {
    const next = spans.find(({ start }) => start === end % weekMinutes);
    if (next === undefined) return { isOpen: true, today, until: momentOf(end, at, "end") };
    end += next.end - next.start;
    if (end - at > weekMinutes) return { isOpen: true, today, until: null };
  }
}

/** A minute since this week's Monday as people say it; a day ends at 24:00. */
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

// Created lazily: it takes a browser ten milliseconds or more.
let wall: Intl.DateTimeFormat | undefined;

/** Minutes since Monday began, by the wall clock in Kosovo. */
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
