import { expect, test } from "vitest";
import { lastDailyHour } from "./daily-hour.ts";

const last = (now: string) => lastDailyHour(new Date(now)).toISOString();

test("daily mails are due at 8:00 Kosovo time in winter and in summer", () => {
  expect(last("2026-01-15T06:59:59Z")).toBe("2026-01-14T07:00:00.000Z");
  expect(last("2026-01-15T07:00:00Z")).toBe("2026-01-15T07:00:00.000Z");
  expect(last("2026-07-15T05:59:59Z")).toBe("2026-07-14T06:00:00.000Z");
  expect(last("2026-07-15T06:00:00Z")).toBe("2026-07-15T06:00:00.000Z");
  expect(last("2026-07-15T23:30:00Z")).toBe("2026-07-15T06:00:00.000Z");
});

test("daily mails are due at 8:00 Kosovo time on the days when the clocks change", () => {
  // Forward on 29 March 2026, back on 25 October.
  expect(last("2026-03-29T05:59:00Z")).toBe("2026-03-28T07:00:00.000Z");
  expect(last("2026-03-29T06:00:00Z")).toBe("2026-03-29T06:00:00.000Z");
  expect(last("2026-10-25T06:59:00Z")).toBe("2026-10-24T06:00:00.000Z");
  expect(last("2026-10-25T07:00:00Z")).toBe("2026-10-25T07:00:00.000Z");
});
