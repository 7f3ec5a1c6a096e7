const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;
const weekSeconds = 7 * daySeconds;
// Long spans are approximate: a month is 30 days, a year 365.
const monthSeconds = 30 * daySeconds;
const yearSeconds = 365 * daySeconds;

const spans = [
  { seconds: yearSeconds, one: "një viti", many: "vjetësh" },
  { seconds: monthSeconds, one: "një muaji", many: "muajsh" },
  { seconds: weekSeconds, one: "një jave", many: "javësh" },
  { seconds: daySeconds, one: "një dite", many: "ditësh" },
  { seconds: hourSeconds, one: "një ore", many: "orësh" },
  { seconds: minuteSeconds, one: "një minute", many: "minutash" },
] as const;

/**
 * How long ago a moment was: "para 3 ditësh". Moments less than a minute ago, or in the future because of a
 * wrong clock, are "tani".
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
