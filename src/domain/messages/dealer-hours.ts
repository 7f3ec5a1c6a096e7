import type { OpenSpan, OpenState, Weekday } from "#domain/dealers/opening-hours.ts";

/** A day's name in a table, and in a sentence. */
const days: Readonly<Record<Weekday, { readonly name: string; readonly on: string }>> = {
  monday: { name: "E hënë", on: "të hënën" },
  tuesday: { name: "E martë", on: "të martën" },
  wednesday: { name: "E mërkurë", on: "të mërkurën" },
  thursday: { name: "E enjte", on: "të enjten" },
  friday: { name: "E premte", on: "të premten" },
  saturday: { name: "E shtunë", on: "të shtunën" },
  sunday: { name: "E diel", on: "të dielën" },
};

/** "09:30" as people write it: "9:30". */
const shortTime = (time: string) => time.replace(/^0/, "");

/** Texts about a dealer's opening hours (specification.md#dealer-page). */
export const dealerHoursMessages = {
  heading: "Orari i punës",
  today: "sot",
  closed: "Mbyllur",
  day: (weekday: Weekday) => days[weekday].name,
  spans: (spans: readonly OpenSpan[]) =>
    spans.map(({ from, to }) => `${shortTime(from)}–${shortTime(to)}`).join(", "),
} as const;

/** "Hapur tani, deri në 18:00", "Mbyllur tani, hapet nesër në 9:00". */
export function openStateText({ isOpen, until }: OpenState): string {
  const now = isOpen ? "Hapur tani" : "Mbyllur tani";
  if (until === null) return now;
  const time = `në ${shortTime(until.time)}`;
  const day = until.days === 0 ? "" : until.days === 1 ? "nesër " : `${days[until.weekday].on} `;
  if (isOpen) return `${now}, deri ${day}${time}`;
  return `${now}, hapet ${until.days === 0 ? "sot " : day}${time}`;
}
