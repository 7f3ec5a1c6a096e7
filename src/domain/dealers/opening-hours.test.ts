import { describe, expect, test } from "vitest";
import * as fc from "#testing/properties.ts";
import { faultOfDay, type OpeningHours, openState, type OpenSpan, weekdays } from "./opening-hours.ts";

const closed: OpeningHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const span = (from: string, to: string): OpenSpan => ({ from, to });
const at = (moment: string) => new Date(moment);

describe("the hours of a day", () => {
  test.each([
    [[span("09:00", "25:00")], "time"],
    [[span("24:00", "24:00")], "time"],
    [[span("9:00", "18:00")], "time"],
    [[span("09:60", "18:00")], "time"],
    [[span("09:00", "")], "time"],
    [[span("18:00", "09:00")], "order"],
    [[span("09:00", "09:00")], "order"],
    [[span("20:00", "02:00")], "order"],
    [[span("09:00", "13:00"), span("12:59", "18:00")], "overlap"],
    [[span("14:00", "18:00"), span("09:00", "13:00")], "overlap"],
  ] as const)("%j are refused: %s", (spans, fault) => expect(faultOfDay(spans)).toBe(fault));

  test.each([
    [[]],
    [[span("00:00", "24:00")]],
    [[span("09:00", "13:00"), span("14:00", "18:00")]],
    [[span("09:00", "13:00"), span("13:00", "18:00")]],
  ])("%j are taken", (spans) => expect(faultOfDay(spans)).toBeNull());
});

describe("open now", () => {
  const usual = {
    ...closed,
    monday: [span("09:00", "12:00"), span("13:00", "18:00")],
    tuesday: [span("09:00", "18:00")],
  };

  test("a moment at which a span begins is open, and one at which it ends is closed", () => {
    // Monday 23 November 2026, an hour ahead of UTC.
    expect(openState(usual, at("2026-11-23T07:59:59Z"))).toEqual({
      isOpen: false,
      today: "monday",
      until: { days: 0, weekday: "monday", time: "09:00" },
    });
    expect(openState(usual, at("2026-11-23T08:00:00Z"))).toMatchObject({
      isOpen: true,
      until: { days: 0, time: "12:00" },
    });
    expect(openState(usual, at("2026-11-23T11:00:00Z"))).toMatchObject({
      isOpen: false,
      until: { days: 0, time: "13:00" },
    });
    expect(openState(usual, at("2026-11-23T17:00:00Z"))).toMatchObject({
      isOpen: false,
      until: { days: 1, weekday: "tuesday", time: "09:00" },
    });
    expect(openState(usual, at("2026-11-24T17:00:00Z"))).toMatchObject({
      isOpen: false,
      until: { days: 6, weekday: "monday", time: "09:00" },
    });
  });

  test("the only day of the week comes again a week later", () => {
    const mondays = { ...closed, monday: [span("09:00", "12:00")] };
    expect(openState(mondays, at("2026-11-23T20:00:00Z")).until).toEqual({
      days: 7,
      weekday: "monday",
      time: "09:00",
    });
  });

  test("spans that touch at midnight or at the week's turn are one", () => {
    const nights = { ...closed, sunday: [span("20:00", "24:00")], monday: [span("00:00", "02:00")] };
    const open = { isOpen: true, until: { weekday: "monday", time: "02:00" } };
    expect(openState(nights, at("2026-11-22T22:59:00Z"))).toMatchObject({ ...open, until: { days: 1 } });
    expect(openState(nights, at("2026-11-22T23:00:00Z"))).toMatchObject({ ...open, until: { days: 0 } });
    const evenings = { ...closed, friday: [span("20:00", "24:00")] };
    expect(openState(evenings, at("2026-11-27T20:00:00Z")).until).toEqual({
      days: 0,
      weekday: "friday",
      time: "24:00",
    });
  });

  test("a span that begins at midnight opens as the day begins", () => {
    const early = { ...closed, tuesday: [span("00:00", "02:00")] };
    expect(openState(early, at("2026-11-23T20:00:00Z")).until).toEqual({
      days: 1,
      weekday: "tuesday",
      time: "00:00",
    });
  });

  test("a dealer that is always or never open has no next change", () => {
    const always = Object.fromEntries(weekdays.map((day) => [day, [span("00:00", "24:00")]]));
    expect(openState({ ...closed, ...always }, at("2026-11-23T08:00:00Z"))).toMatchObject({
      isOpen: true,
      until: null,
    });
    expect(openState(closed, at("2026-11-23T08:00:00Z"))).toMatchObject({ isOpen: false, until: null });
  });

  test("the clock on the wall counts on the days when the clocks change", () => {
    const nights = { ...closed, sunday: [span("02:30", "05:00")] };
    // 29 March 2026: 2:00 is 3:00. 25 October: 3:00 is 2:00 again.
    expect(openState(nights, at("2026-03-29T00:59:00Z")).isOpen).toBe(false);
    expect(openState(nights, at("2026-03-29T01:00:00Z")).isOpen).toBe(true);
    expect(openState(nights, at("2026-03-29T03:00:00Z")).isOpen).toBe(false);
    const isOpen = (moment: string) => openState(nights, at(moment)).isOpen;
    expect(
      ["00:29", "00:30", "00:59", "01:00", "01:29", "01:30", "03:59", "04:00"].map((time) =>
        isOpen(`2026-10-25T${time}:00Z`),
      ),
    ).toEqual([false, true, true, false, false, true, true, false]);
  });
});

/** Day and time of a clock in Kosovo, computed in another way than the product does. */
function wallOf(moment: number): { day: string; date: string; time: string } {
  const [day = "", date = "", time = ""] = new Date(moment)
    .toLocaleString("en-US", {
      timeZone: "Europe/Belgrade",
      weekday: "long",
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    })
    .split(", ");
  return { day: day.toLowerCase(), date, time };
}

const quarter = 15 * 60_000;
const clock = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, "0")}:${String((quarters % 4) * 15).padStart(2, "0")}`;
// Not between two and three: nothing is promised about skipped or repeated hours (the test above).
const edges = Array.from({ length: 97 }, (_, i) => i).filter((quarters) => quarters < 8 || quarters >= 12);
const daySpans = fc
  .subarray(edges, { minLength: 0, maxLength: 4 })
  .filter(({ length }) => length % 2 === 0)
  .chain((four) =>
    fc.constantFrom(
      [four.slice(0, 2), four.slice(2)],
      // Touching.
      [four.slice(0, 2), four.length === 4 ? four.slice(1, 3) : []],
    ),
  )
  .map((pairs) =>
    pairs.flatMap(([from, to]) =>
      from === undefined || to === undefined ? [] : [span(clock(from), clock(to))],
    ),
  );
const anyHours = fc.record({
  monday: daySpans,
  tuesday: daySpans,
  wednesday: daySpans,
  thursday: daySpans,
  friday: daySpans,
  saturday: daySpans,
  sunday: daySpans,
});
/** Quarter hours of ten days around both clock changes and New Year. */
const anyMoment = fc
  .tuple(
    fc.constantFrom("2026-03-22", "2026-10-18", "2026-12-27", "2027-03-21"),
    fc.integer({ min: 0, max: 10 * 96 }),
  )
  .map(([day, quarters]) => Date.parse(`${day}T00:00:00Z`) + quarters * quarter);

test("a dealer is open by the clock on the wall, and the next change comes when it is told, in any week", () => {
  fc.assert(
    fc.property(anyHours, anyMoment, (hours, now) => {
      for (const weekday of weekdays) expect(faultOfDay(hours[weekday])).toBeNull();
      const isOpen = (moment: number) => {
        const { day, time } = wallOf(moment);
        return weekdays.some(
          (weekday) => weekday === day && hours[weekday].some(({ from, to }) => from <= time && time < to),
        );
      };
      const state = openState(hours, new Date(now));
      expect([state.isOpen, state.today]).toEqual([isOpen(now), wallOf(now).day]);
      let change = now;
      while (change <= now + 8 * 96 * quarter && isOpen(change) === state.isOpen) change += quarter;
      if (change > now + 8 * 96 * quarter) {
        expect(state.until).toBeNull();
        return;
      }
      // Closing at midnight belongs to the ending day, opening at midnight to the next one.
      const endsDay = state.isOpen && wallOf(change).time === "00:00";
      const shown = wallOf(endsDay ? change - quarter : change);
      const today = wallOf(now);
      expect(state.until).toEqual({
        days: Math.round((Date.parse(shown.date) - Date.parse(today.date)) / 86_400_000),
        weekday: shown.day,
        time: endsDay ? "24:00" : shown.time,
      });
    }),
    { numRuns: 60 },
  );
});
