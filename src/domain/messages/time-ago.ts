const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
// Long spans are told roughly: a month is 30 days, a year 365.
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const spans = [
  { seconds: YEAR, one: "një viti", many: "vjetësh" },
  { seconds: MONTH, one: "një muaji", many: "muajsh" },
  { seconds: WEEK, one: "një jave", many: "javësh" },
  { seconds: DAY, one: "një dite", many: "ditësh" },
  { seconds: HOUR, one: "një ore", many: "orësh" },
  { seconds: MINUTE, one: "një minute", many: "minutash" },
] as const;

/**
 * How long ago a moment was, as people say it: "para 3 ditësh". Moments less than a minute ago, and
 * those that a wrong clock puts into the future, are "tani".
 */
export function timeAgo(moment: string | Date, now: string | Date): string {
  const seconds = Math.floor((new Date(now).getTime() - new Date(moment).getTime()) / 1000);
  for (const span of spans) {
    const count = Math.floor(seconds / span.seconds);
    if (count === 1) return `para ${span.one}`;
    if (count > 1) return `para ${count} ${span.many}`;
  }
  return "tani";
}
