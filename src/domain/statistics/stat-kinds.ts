/** What is counted about a car (specification.md#statistics). */
export const statKinds = [
  /** A list showed it. */
  "impression",
  /** Its page was opened. */
  "view",
  /** The contact call: somebody asked for the number. */
  "phone",
  "whatsapp",
  "viber",
  /** The first of the three on a day, of a visitor: recorded with it, never by itself. */
  "lead",
  "share",
  "compare",
  /** Kept among the favourites of an account. */
  "favourite",
  /** Opened from the code on its window sheet. */
  "sheet_scan",
] as const;
export type StatKind = (typeof statKinds)[number];

/** What pages tell the server of; the rest it knows from what it answered. */
export const toldKinds = ["whatsapp", "viber", "share", "compare", "sheet_scan"] as const;
export type ToldKind = (typeof toldKinds)[number];

const askingKinds: ReadonlySet<StatKind> = new Set(["phone", "whatsapp", "viber"]);

/** Somebody who does this may want to buy: a lead. */
export function isAsking(kind: StatKind): boolean {
  return askingKinds.has(kind);
}
