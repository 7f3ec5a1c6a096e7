/** Browser and system of a User-Agent header, as names that people know; null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

// The first match wins: most browsers also claim to be Chrome or Safari.
const browsers: readonly [name: string, RegExp][] = [
  ["Facebook", /\bFBA[NV]\//],
  ["Instagram", /\bInstagram\b/],
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|OPiOS)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];

const systems: readonly [name: string, RegExp][] = [
  ["iPhone", /\b(?:iPhone|iPod)\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\b(?:Linux|X11)\b/],
];

/** Real headers have some 200 characters. */
const longest = 500;

/** The device name of a User-Agent header. Nothing else of the header is stored. */
export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? "").slice(0, longest);
  const named = (names: readonly [name: string, RegExp][]) =>
    names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: named(browsers), system: named(systems) };
}
