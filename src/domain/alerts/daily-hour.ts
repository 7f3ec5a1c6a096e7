/** When the daily mails go out, in Kosovo's time. */
export const dailyHour = 8;

const zone = "Europe/Belgrade";
const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: zone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** Offset of Kosovo's clocks from UTC at a moment, in ms. */
function offsetAt(moment: number): number {
  const parts = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/** The latest eight o'clock in the morning in Kosovo, now included: matches before it are due. */
export function lastDailyHour(now: Date): Date {
  const local = new Date(now.getTime() + offsetAt(now.getTime()));
  // Clocks change at two or three at night, so the offset at eight is that of the whole day.
  for (const daysBack of [0, 1]) {
    const eight = Date.UTC(
      local.getUTCFullYear(),
      local.getUTCMonth(),
      local.getUTCDate() - daysBack,
      dailyHour,
    );
    const moment = eight - offsetAt(eight - offsetAt(eight));
    if (moment <= now.getTime()) return new Date(moment);
  }
  return new Date(now.getTime() - 24 * 3_600_000);
}
